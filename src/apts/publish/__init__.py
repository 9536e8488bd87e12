"""Games for others to play: a game goes in, and a program for WebAssembly comes out that plays it in any browser.

The same source as in :mod:`apts.engine` and :mod:`apts.search` is compiled, with the same checks and the same random
numbers: a match with a seed is the same match in Python and in a browser. ``runtime/`` has the scripts that load it.
"""
