"""Handles what people press, type and ask, on any platform."""
