"""A game as data for scripts: everything that a page must know to show it and to name its moves, and nothing more.

A game comes in; what can be written as JSON comes out. The picture of the board is that of :mod:`apts.board.picture`.
"""

from apts.publish.description.describing import board_style, describe

__all__ = ["board_style", "describe"]
