"""The library of games, one file a game: ``.lud`` for rules text, ``.py`` for a class.

In comes a name (or a path, or a text), out goes a :class:`~apts.engine.play.game.Game`. A game is added by adding its file;
its name is the file's.
"""
