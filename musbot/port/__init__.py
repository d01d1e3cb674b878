"""What a platform implements and what it may call; adapters import nothing else from the service."""
