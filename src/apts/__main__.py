"""``python -m apts`` is the command ``apts``."""

from __future__ import annotations

from apts.cli import main

if __name__ == "__main__":
    main()
