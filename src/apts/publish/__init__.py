"""Games for others to play: a game goes in, and a page comes out on which anybody plays it, in any browser.

The same source as in :mod:`apts.engine` and :mod:`apts.search` is compiled, with the same checks and the same random
numbers: a match with a seed is the same match in Python and in a browser. What people played on pages comes back too.
"""
