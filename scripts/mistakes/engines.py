"""External engines that lie, processes without threads or memory, and clocks that are wrong."""

# Group, name, commands, and what is right.
CASES = []
