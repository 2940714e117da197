"""Damaged files, errors in the middle of a stream, parts that a kill left, and outputs that nobody reads."""

# Group, name, commands, and what is right.
CASES = []
