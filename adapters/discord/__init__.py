"""Discord; no other package imports the library."""
