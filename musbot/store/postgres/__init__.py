"""The store in PostgreSQL; what is imported from here needs asyncpg, which is an extra."""
