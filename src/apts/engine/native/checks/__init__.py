"""Checks in kernel source: what is known of its numbers, and a comparison wherever an index is not proven to be in range."""
