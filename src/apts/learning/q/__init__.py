"""Q-learning: values learnt from self-play, in a table for small games and in n-tuples of the board for large ones.

In comes a game, out comes a file: SQLite, with the values, the game they belong to and how they were learnt. The agent
``q:FILE`` plays by it.
"""
