"""Pictures of what is played: see `draw`."""
