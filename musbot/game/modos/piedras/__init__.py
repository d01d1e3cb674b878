"""Games in which each player sheds stones: Tres Mus and Mus Francés (R60–R78)."""
