"""The kinds of jobs, one file each: a function ``perform`` that takes a ``JobContext`` and returns the result."""
