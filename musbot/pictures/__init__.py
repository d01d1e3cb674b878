"""Draws cards and scores: `specs` says what a picture shows, `draw` lays it out, `studio` runs it."""
