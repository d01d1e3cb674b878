"""What a chat sets: its pages, its rules, who may, which language."""
