"""What the fake Bot API refuses, does and shows."""
