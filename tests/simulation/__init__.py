"""Whole evenings out of one number: a seed gives time, order, faults, kills and what people press.

`python -m tests.simulation --seeds 1-1000`; docs/testing.md tells what it is.
"""
