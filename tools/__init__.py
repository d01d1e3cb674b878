"""What the project is made with; no part of what is installed."""
