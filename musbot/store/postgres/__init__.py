"""The store in PostgreSQL; importing it needs asyncpg, which is an extra."""
