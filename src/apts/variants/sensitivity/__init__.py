"""Cause and effect: every rule of a game that can be turned is turned a step, and what that moves is measured.

A game comes in; a :class:`~apts.variants.sensitivity.sensitivity.Sensitivity` goes out: for each turned value a run with
the same seed as the game itself, every figure with its change, and sentences about which rule moves what.
"""
