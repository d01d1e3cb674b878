"""A table: its state and events, the decision on each press, its clocks, and the view of each seat."""
