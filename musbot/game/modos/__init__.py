"""The families of games, a package each: rules, bets, consequences and count.

A family has `rules` (its rule sets), `state` (with the effect of events) and `ley` (the events that follow
without a player). `families.py` selects the family of a partida, so the engine does not ask for it; the coach
and AI players may.
"""
