"""Agents held against games: the levels measured, searches too thin for a game, and what the documentation says of agents."""
