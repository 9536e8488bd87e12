"""Effects: what a move does besides moving."""
