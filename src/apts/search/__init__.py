"""Search: the rules of a game in, the best move and what it is worth out.

Monte Carlo tree search with the tree in arrays, alpha-beta over heuristics derived from the rules, and an exact solver.
All of it is compiled once and serves every game: a search takes the entries of a game's kernel as arguments.
"""
