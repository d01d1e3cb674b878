"""A table: its state and events, what a press leads to, its clocks, what each may know of it."""
