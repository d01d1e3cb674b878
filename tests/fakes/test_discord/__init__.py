"""What lies between a bot and simcord's Discord, and what is refused that simcord would let pass."""
