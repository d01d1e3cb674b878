"""A table: its state and events, what each press leads to, its clocks, and who may see what."""
