"""Stores the tables' logs: one interface, with SQLite and PostgreSQL behind it."""
