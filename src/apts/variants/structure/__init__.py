"""Structural edits: clauses removed, added from the grammar, exchanged, and taken from other games, types kept right.

In goes a variant and a source of chance, out come edits that read as rules; whether they make a game, the gate says.
"""
