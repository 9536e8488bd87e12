"""The levels measured, and what the documentation says of agents."""
