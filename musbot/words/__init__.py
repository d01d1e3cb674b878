"""The texts of every language: messages, card names, Basque endings, the glossary."""
