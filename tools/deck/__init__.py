"""`python -m tools.deck` makes the atlas."""
