"""What the numbers of `muslari` are learnt with; no part of what is installed."""
