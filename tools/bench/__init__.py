"""How fast it is and how much it takes: `make bench` prints figures beside the last ones that were kept."""
