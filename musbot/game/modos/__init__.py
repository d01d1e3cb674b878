"""The families of games, each in a room of its own: its rules, how it bets, closes, counts and ends.

What a room holds: `rules` (its rule sets), `mesa` (its state, and what it makes of events), `ley` (what
follows by itself: its decisions). Nothing outside asks which family it is.
"""
