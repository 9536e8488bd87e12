"""Evaluations fitted to a game: matches of its own search, weights drawn from them, and a contest that they have to win."""
