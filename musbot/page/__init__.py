"""Renders a partida as one HTML file that opens anywhere, without network; a script steps through it."""
