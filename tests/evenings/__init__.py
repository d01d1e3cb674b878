"""Evenings: people play on a fake platform, hour after hour in no time, and what they read is kept as text.

`hours.py` is the loop whose clock goes on only when nothing is left to be done, `evening.py` the people;
each `test_*.py` tells some evenings, each kept in `said/` as what its people read. `python -m tests.evenings`
writes them anew.
"""
