"""Research on Mus: an arena, environments for learning programs, equities, and the training of `muslari`."""

__version__ = "0.2.0.dev0"
