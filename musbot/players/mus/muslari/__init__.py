"""A player with a learnt strategy table that mixes its words."""
