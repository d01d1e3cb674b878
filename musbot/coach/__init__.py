"""What each word of a hand was worth to who said it, from what he could know and nothing else."""
