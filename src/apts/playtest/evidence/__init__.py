"""The matches of a run as what metrics and findings read."""
