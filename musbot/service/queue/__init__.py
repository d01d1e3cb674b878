"""The send queue: what waits, how urgent it is, what the platform allows, who goes next."""
