"""Dates for a partida: reading days and hours, answers, moves, and the clock that opens lobbies."""
