"""What chats show: made of the state of the moment, sent, edited, remembered."""
