"""Discord: only this package imports discord."""
