"""The kinds of jobs, one file each: a function ``perform`` that takes a desk and gives the result."""
