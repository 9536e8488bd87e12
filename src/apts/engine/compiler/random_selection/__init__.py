"""One of the moves at random, without a list of all."""
