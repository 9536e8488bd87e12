"""Agents held against games: measured levels, searches too thin for a game, and what the documentation says of agents."""
