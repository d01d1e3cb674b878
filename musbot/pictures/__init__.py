"""Draws cards and scores: `specs` has the content of pictures, `draw` lays them out, `studio` runs it."""
