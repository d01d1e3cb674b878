"""The adapter for the terminal."""
