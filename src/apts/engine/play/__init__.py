"""A game at play: the one face of all games, positions, outcomes, random matches, counting."""
