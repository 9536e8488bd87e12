"""The kinds of jobs, one file each: a function ``perform`` that takes a context and gives the result, and the ``KIND``."""
