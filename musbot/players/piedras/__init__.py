"""A careful villager at the games with stones."""
