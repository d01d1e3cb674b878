"""Housekeeping: the hourly sweep, and archiving old tables."""
