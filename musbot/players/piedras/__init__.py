"""A careful villager with stones to be rid of."""
