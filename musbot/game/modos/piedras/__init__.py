"""Games with stones to be rid of, each for himself: Tres Mus and Mus Francés (R60–R78)."""
