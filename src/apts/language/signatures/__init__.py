"""What may be written where: the signatures of ludemes, their register, and how clauses are matched against them."""
