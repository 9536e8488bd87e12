"""Machine code for kernels.

In: the source of a module in a small part of Python (integers, arrays of 64-bit words, loops, branches, calls). Out: an
object file, optimised once as a whole, that is kept on disk and loaded in milliseconds. The same source runs as plain
Python when this room is not used.
"""
