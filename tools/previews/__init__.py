"""Pictures of chats for the documents: tables of people in memory, laid out as a telephone shows them."""
