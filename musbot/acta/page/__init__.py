"""Renders a partida as one HTML file that opens without a network; a script steps through the hands."""
