"""The families of games, a package each: rules, bets, consequences, count.

A family has `rules` (its rule sets), `state` (and how events change it) and `ley` (what follows by itself).
Nothing outside asks which family is played.
"""
