"""The platforms of musbot: Telegram, Discord and the terminal."""
