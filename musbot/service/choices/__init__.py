"""What chats and people have chosen, kept as notes."""
