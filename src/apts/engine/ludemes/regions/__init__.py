"""Regions: sets of sites."""
