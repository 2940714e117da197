"""Corpora as people have them: their layouts, and what a spreadsheet did to them."""

# Group, name, commands, and what is right.
CASES = []
