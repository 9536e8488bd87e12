"""One game played by several strengths at once: who plays how much of it, and what strength does to each figure.

What comes in is a request and a game, or the runs of all strengths; what goes out is a plan of players, and for each
figure its value at every strength, a line through them, and one word.
"""
