"""A game at play: the one face of all games, moves, outcomes, and the machine that runs a kernel.

``positions/`` reads the words of a position, ``playouts/`` plays whole matches.
"""
