"""The engine of a game: the search that plays it best, found by a contest at equal work and kept."""
