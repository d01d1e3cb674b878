"""What ties the table to a chat or a terminal; only these modules know a platform."""
