"""Stores the choices of chats and people."""
