"""Words of every language: messages, cards, the count."""
