"""What words at Mus were worth."""
