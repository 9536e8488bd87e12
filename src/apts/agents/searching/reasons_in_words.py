"""What an evaluation says of a position, in the words of a language."""

from __future__ import annotations

from typing import Any

from apts.agents.searching.evaluations import Reasons
from apts.engine.play.game import State
from apts.locales.catalogue import Words, words
from apts.search.evaluation.heuristic import Term

SUBJECT = "evaluation"


def term_in_words(term: Term, language: str, pieces: dict[str, str] | None = None) -> str:
    """What a feature is called: the name that its designer gave it, else what it counts; ``pieces`` say their names."""
    if term.name:
        return term.name
    message = words(SUBJECT, language)
    found = _feature(term, message, pieces or {})
    return found if term.stage == "always" else message(f"stage.{term.stage}", feature=found)


def _feature(term: Term, message: Words, pieces: dict[str, str]) -> str:
    piece = pieces.get(term.piece, term.piece) or message("term.any_piece")
    sites = term.sites if isinstance(term.sites, str) else " ".join(term.sites)
    if term.kind == "pieces":
        if sites:
            return message("term.sites", piece=piece, sites=sites)
        if term.zone in ("", "all"):
            return message("term.pieces", piece=piece)
        zone, _, number = term.zone.partition(" ")
        return message("term.pieces_zone", piece=piece, zone=message(f"zone.{zone}", number=number))
    if term.kind == "groups":
        return message(f"groups.{term.counted}")
    return message(f"term.{term.kind}", sites=sites, length=term.length or "", count=term.count)


def _called(state: State) -> dict[str, str]:
    rules = state.game.from_rules
    assert rules is not None
    return {piece.bare: piece.called or piece.bare for piece in rules.compiled.equipment.components}


def reasons_in_words(state: State, reasons: Reasons, language: str) -> str:
    """A table: features with the points that they give each seat, the largest first, and the sums."""
    message = words(SUBJECT, language)
    numbers, called = message.numbers, _called(state)
    seats = [state.game.seat_called(seat, message("reasons.player")) for seat in range(1, state.game.players + 1)]
    rows = [[message("reasons.feature"), *seats]]
    for part in reasons.parts:
        if any(part.points):
            rows.append([term_in_words(part.term, language, called), *(numbers.written(one, 1) for one in part.points)])
    rows.append([message("reasons.total"), *(numbers.written(one, 1) for one in reasons.points)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
    title = message("reasons.title", game=state.game.name, evaluation=reasons.evaluation)
    note = [message("reasons.not_kept")] if reasons.won is False else []
    return "\n".join([title, str(state), *note, "", *lines, "", message("reasons.points")])


def reasons_as_data(state: State, reasons: Reasons, language: str) -> dict[str, Any]:
    """The same as plain values."""
    called = _called(state)
    return {
        "game": state.game.name,
        "position": str(state),
        "evaluation": reasons.evaluation,
        "features": [
            {
                "feature": term_in_words(part.term, language, called),
                "weight": part.term.weight,
                "points": list(part.points),
            }
            for part in reasons.parts
        ],
        "points": list(reasons.points),
    }
