"""What the fake Discord refuses, does and shows."""
