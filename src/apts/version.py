"""Which version of APTS this is: what the metadata of the installed package says, which has it from pyproject.toml."""

from __future__ import annotations


def apts_version() -> str:
    """The version; ``unknown`` where the package is used without being installed."""
    from importlib.metadata import PackageNotFoundError, version  # takes a while, and few commands need it

    try:
        return version("apts")
    except PackageNotFoundError:
        return "unknown"
