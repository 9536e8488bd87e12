"""From rules text to typed rules.

In comes a text in the game description language, out goes a tree of :class:`~apts.language.tree.Clause` in which every
node knows its place in the text, or an error that lists what is wrong and where. The room also holds the register of
ludemes, the printer, and the numbers of a text as parameters.
"""
