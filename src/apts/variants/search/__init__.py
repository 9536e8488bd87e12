"""Variants and goals in, repairs out: variants are played against each other, and the best is held against fresh matches.

``improve`` does the whole of it. The ways of searching (``racing``, ``sampling``, ``evolution``) know only what a
variant is, what a round of matches costs, and how far a variant is from the goals.
"""
