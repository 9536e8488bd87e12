"""Conditions: questions that are answered by yes or no."""
