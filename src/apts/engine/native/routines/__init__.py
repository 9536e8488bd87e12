"""Compiled code around kernels: searches, learners, loops of matches.

Kernels are written by the compiler of rules, in words alone, with a check before every index that could be wrong. Routines
are written by hand, in a larger part of Python (reals, bytes, functions of mathematics, calls of a kernel's entries through
their addresses), without such checks: what they are called with was made here.
"""
