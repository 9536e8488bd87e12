"""Typed rules in, plain sentences out: what a clause says, for people who do not read rules text.

``texts`` has the words, a folder for each language (see ``languages``): for each ludeme, by what it gives and by its name,
one or more patterns. ``patterns`` fills them in, ``teller`` walks the clauses and joins what it is told, ``endings`` tells
the end rules of a game. What has no pattern, or says something that no pattern has a place for, is not told at all: a
sentence that leaves out half of a rule would be wrong. Nothing comes out of here but text.
"""
