"""From typed rules to a kernel: what is known while it is written, and the functions that every game has."""
