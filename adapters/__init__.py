"""What ties a table of musbot to a chat or a terminal; only these modules know a platform."""
