"""One game at several strengths: a run for each level of players, side by side, and what surely changes with strength.

Levels come in as names or spellings of agents; a :class:`Strengths` goes out, which has the runs in order of strength,
the figures with their trends, and sentences.
"""
