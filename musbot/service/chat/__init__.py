"""Handles presses, typed words and requests, on any platform."""
