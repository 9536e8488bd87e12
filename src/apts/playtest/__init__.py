"""Games and agents in, evidence out: matches are played and archived, measured, and turned into findings.

Everything here is computed from the archive, so that it can be computed again. ``statistics`` holds the pure functions
behind every interval.
"""
