"""Telegram; no other package imports the library."""
