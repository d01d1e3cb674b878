"""Tables in memory and in the store: who acts at one, which there are, which cannot be read."""
