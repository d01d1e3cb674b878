"""Stores what chats and people have chosen."""
