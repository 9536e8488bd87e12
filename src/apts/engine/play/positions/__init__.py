"""What the words of a position say: pieces, ranks, scores, hashes, symmetries, what moves change, whether it can be one."""
