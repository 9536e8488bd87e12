"""How a match ends."""
