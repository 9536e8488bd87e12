"""From typed rules and a board to a game that any agent can play.

In: the typed rules of ``language`` and the boards of ``board``. Out: ``Game``, ``State``, ``Move`` and ``Outcome``, the one
face of all games, whether their rules are a text or a Python class. Between the two: ``ludemes`` lower every clause to
kernel source, ``native`` compiles it, ``Machine`` plays it on flat arrays, which is what search works on.
"""
