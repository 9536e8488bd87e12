"""The value of an unfinished position, worked out from the rules."""
