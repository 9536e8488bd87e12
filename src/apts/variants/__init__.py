"""Variants of a game: what can be turned in its rules, edits of them, and how two sets of rules differ.

In comes a game as a name, a path, a text or a class. :func:`~apts.variants.tunables.tunable` lists its numbers, truth
values, options and arguments; an :class:`~apts.variants.variant.Edit` changes one thing; a
:class:`~apts.variants.variant.Variant` is a game with some edits, as rules text and ready to be played.
"""
