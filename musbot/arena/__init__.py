"""AI players against each other: the same deals with the seats exchanged, and what that tells."""
