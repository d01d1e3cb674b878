"""The site of the documents: pages that the program writes itself, and what the theme leaves to be done."""
