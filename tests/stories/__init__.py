"""Prototypes as their designers meet them: written, mistaken, mended, played, play-tested, changed and compared."""
