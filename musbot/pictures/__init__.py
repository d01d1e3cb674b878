"""Pictures of what is played: `specs` say what they show, `draw` draws it, `studio` does so off the loop."""
