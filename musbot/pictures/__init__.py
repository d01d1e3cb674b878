"""Draws what is played: `specs` says what a picture shows, `draw` lays it out, `studio` runs it aside."""
