"""The deck: forty cards, a back and the counters, drawn by code; `python -m tools.deck` makes the atlas."""
