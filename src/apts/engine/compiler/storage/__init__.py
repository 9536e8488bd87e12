"""How pieces are kept on sites: one kind a site, or stacks."""
