"""Lists of moves: loops, combinations, and what is chosen from them."""
