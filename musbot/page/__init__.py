"""A partida as one HTML file that opens anywhere: no script, no network, every drawing in it."""
