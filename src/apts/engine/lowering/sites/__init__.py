"""Sites in generated code: regions, directions, groups, and whose they are."""
