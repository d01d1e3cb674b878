"""Measures the English of the documents, and of the docstrings, comments and names in the code."""
