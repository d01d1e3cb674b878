"""Values words at Mus."""
