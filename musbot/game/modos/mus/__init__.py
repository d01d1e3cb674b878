"""Mus: two sides, or each for himself, gather piedras (R1–R59)."""
