"""Numbers that are read off the board: what stands where, how much of it, how far away."""
