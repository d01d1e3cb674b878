"""Chat settings: their pages, permissions in a chat, rules as people type them."""
