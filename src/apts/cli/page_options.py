"""The page that a command writes beside what it prints: where, and in which language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PageOptions:
    """Where a page is wanted, None for nowhere, and its language."""

    file: str | None
    lang: str = "en"

    def check(self) -> None:
        """Refuse a language that there is none of, and a file that cannot be written, before a match is played."""
        from apts.report.texts import words
        from apts.report.writing import check_target

        words(self.lang)
        if self.file is not None:
            check_target(self.file)
