"""What a platform implements and what it may call: all that an adapter imports of the service."""
