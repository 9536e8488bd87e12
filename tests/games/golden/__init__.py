"""Golden play-throughs: a stored match of every game of the library, to be played again exactly.

``python -m tests.games.golden NAME ...`` writes them anew; look at what changed before committing.
"""
