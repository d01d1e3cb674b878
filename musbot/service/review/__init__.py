"""Reviews finished hands in another process: analyses, complaints, actas, films, rankings."""
