"""A player made of numbers: it says what a learnt table does, and mixes its words."""
