"""The frame of a description: game, equipment, meta rules."""
