"""Chat settings: their pages, who may change them, rules as people type them."""
