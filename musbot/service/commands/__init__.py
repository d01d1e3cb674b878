"""The chat commands: a row and a handler each."""
