"""The kinds of jobs, one file each: a function ``perform`` from a context to the result, and the ``KIND``."""
