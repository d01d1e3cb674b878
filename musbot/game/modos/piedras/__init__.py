"""Games with stones to be rid of, each player alone: Tres Mus and Mus Francés (R60–R78)."""
