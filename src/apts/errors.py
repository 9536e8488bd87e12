"""Errors are sentences for the person who made the mistake."""

from __future__ import annotations


class AptsError(Exception):
    """The root of every error that APTS raises on purpose."""
