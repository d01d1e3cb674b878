"""Renders a partida as one HTML file that opens anywhere, without scripts or network."""
