"""Tree search that a network guides, many searches side by side."""
