"""Mus: two sides, or each player alone, gather piedras (R1–R59)."""
