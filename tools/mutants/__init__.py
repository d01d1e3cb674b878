"""Small faults put into a room on purpose: `python -m tools.mutants musbot/game` says which no test finds."""
