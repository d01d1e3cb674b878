"""Keeps every chat up to date: renders posts, sends and edits them, records the messages."""
