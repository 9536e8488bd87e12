"""The kinds of agents, one file for each; each registers itself."""
