"""The text of the rules, line by line, with how often each rule was tried and took effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.report.subject import ReportedRun, detail, measured


@dataclass(frozen=True)
class Piece:
    """A stretch of a line; ``unused`` names a rule that begins here and never took effect."""

    text: str
    unused: bool = False


@dataclass(frozen=True)
class RulesLine:
    """A line of the rules. ``tried``, ``effects`` and ``share`` of matches are those of the first rule on the line."""

    number: int
    pieces: tuple[Piece, ...]
    tried: int | None = None
    effects: int | None = None
    share: float | None = None
    counted: tuple[str, ...] = ()

    @property
    def unused(self) -> bool:
        """Whether some rule on this line never took effect."""
        return any(piece.unused for piece in self.pieces)

    @property
    def text(self) -> str:
        """The line as it is written."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True)
class UnusedRule:
    """A rule that never took effect: its name, its line, and how often it was tried."""

    name: str
    line: int
    tried: int


def rules_lines(text: str, rows: Sequence[Mapping[str, Any]]) -> tuple[RulesLine, ...]:
    """The lines of a text with the counts of the rules that begin on them."""
    by_line: dict[int, list[Mapping[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: (row["line"], row["column"])):
        by_line.setdefault(int(row["line"]), []).append(row)
    return tuple(_line(number, line, by_line.get(number, [])) for number, line in enumerate(text.splitlines(), 1))


def _line(number: int, text: str, rows: Sequence[Mapping[str, Any]]) -> RulesLine:
    if not rows:
        return RulesLine(number, (Piece(text),))
    first = rows[0]
    counted = tuple(f"{row['name']}: {row['effects']} / {row['tried']}" for row in rows)
    return RulesLine(
        number, _pieces(text, rows), int(first["tried"]), int(first["effects"]), float(first["share"]), counted
    )


def _pieces(text: str, rows: Sequence[Mapping[str, Any]]) -> tuple[Piece, ...]:
    """The line cut where rules that never took effect are named."""
    pieces: list[Piece] = []
    at = 0
    for row in rows:
        start = text.find(str(row["name"]), max(at, int(row["column"]) - 1))
        if row["effects"] or start < 0:
            continue
        end = start + len(str(row["name"]))
        pieces += [Piece(text[at:start]), Piece(text[start:end], True)]
        at = end
    pieces.append(Piece(text[at:]))
    return tuple(piece for piece in pieces if piece.text)


def unused_rules(rows: Sequence[Mapping[str, Any]]) -> tuple[UnusedRule, ...]:
    """The rules that never took effect, in the order of the text."""
    return tuple(
        UnusedRule(str(row["name"]), int(row["line"]), int(row["tried"]))
        for row in sorted(rows, key=lambda row: (row["line"], row["column"]))
        if not row["effects"]
    )


@dataclass(frozen=True)
class RulesView:
    """The rules of a run as the report shows them; ``replayed`` is 0 where nothing was counted."""

    lines: tuple[RulesLine, ...]
    unused: tuple[UnusedRule, ...]
    replayed: int
    counted: int


def rules_view(run: ReportedRun) -> RulesView:
    """The rules text with its counts, or without them for games that are not counted."""
    rows = detail(run, "rule-coverage", "rows")
    found = measured(run, "rule-coverage")
    replayed = int(found.details.get("replayed", 0)) if found is not None else 0
    return RulesView(rules_lines(run.manifest.rules, rows), unused_rules(rows), replayed, len(rows))
