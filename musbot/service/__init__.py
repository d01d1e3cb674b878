"""The service: tables in memory, delivery to chats, and everything people do there."""
