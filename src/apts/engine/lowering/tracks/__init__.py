"""Tracks in generated code."""
