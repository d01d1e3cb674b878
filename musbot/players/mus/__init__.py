"""A careful villager at Mus: the value of hands, the probable hands of others, and the odds of bets."""
