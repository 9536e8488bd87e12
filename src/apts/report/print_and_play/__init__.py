"""A game to print, cut out and play: board, pieces and rules as one PDF.

``pdf`` writes files of pages, ``pictures`` puts the drawings of boards and pieces onto them, ``board_sheets``,
``piece_sheets`` and ``rules_sheets`` make the pages, ``booklet`` puts them together. Sizes are in points, 72 to the inch;
the same game gives the same bytes.
"""
