"""What agents do with a search: trees, solving, and reading figures as moves."""
