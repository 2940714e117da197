"""Answers that are wrong, counts that hide something, and questions without an answer."""

# Group, name, commands, and what is right.
CASES = []
