"""Evenings: people play on a fake platform, hour after hour in no time, and what they read is kept as text.

`hours.py` is the loop whose clock goes on only when nothing is left to be done; `evening.py` are the people
on Telegram, `channel.py` those in a channel of Discord, `around.py` what both do. The other modules tell
evenings, of Discord those called so (`programme.py` lists all); what people read is kept in `said/`.
`python -m tests.evenings` writes it anew.
"""
