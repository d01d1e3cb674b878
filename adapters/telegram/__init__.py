"""Telegram: only this package imports telegram."""
