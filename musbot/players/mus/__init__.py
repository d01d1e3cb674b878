"""A careful villager at Mus: what hands are worth, what the others may hold, what a bet promises."""
