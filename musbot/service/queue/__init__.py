"""What waits to be sent: what it is, how urgent, what the platform bears, who is next."""
