"""Self-play and training."""
