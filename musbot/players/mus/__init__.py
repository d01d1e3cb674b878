"""A careful villager at Mus: what hands are worth, what others may hold, what a bet promises."""
