"""Runs of many matches: play-tests, comparisons, stress and skill."""
