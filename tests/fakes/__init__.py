"""The platforms, played by us: what a bot is tested against."""
