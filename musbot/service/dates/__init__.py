"""Dates for a partida and their clock, notices of tables that need players, and the weekly line."""
