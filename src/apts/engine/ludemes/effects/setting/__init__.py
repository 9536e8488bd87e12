"""Effects that set a number or a mark."""
