"""The service: tables in memory, the courier that shows them, and what people do in chats."""
