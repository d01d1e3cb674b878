"""Words in every language: messages, card names, Basque endings, the glossary."""
