"""Alpha-beta search, and search for three and more seats."""
