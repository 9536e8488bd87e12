"""Networks: their shape, their weights, their files, and their evaluation."""
