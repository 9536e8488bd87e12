"""Numbers: of sites, pieces, players, counts and arrays."""
