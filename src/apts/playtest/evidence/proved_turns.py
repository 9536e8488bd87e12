"""What the solver proved of a run: the start, and the last positions of its matches, held against what was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apts.archive import MatchRecord
from apts.errors import AptsError

PROOFS = "proofs"
"""The kind of question under which an archive keeps them."""


@dataclass(frozen=True)
class Proofs:
    """What was proved of a run.

    ``start`` is the value of the start position for the seat that begins (1 a win, 0 a draw, -1 a loss), None where it was
    not proved. ``tails`` has for a match, by its number, the values of the positions before its last turns, each for its
    mover and in the order of play. ``openings`` has the values of first moves for who makes them, of those that are alike by
    symmetry only one. ``work`` is what that took, in nodes.
    """

    matches: int
    start: int | None = None
    tails: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    work: int = 0
    openings: Mapping[str, int] = field(default_factory=dict, hash=False)

    def as_question(self) -> dict[str, Any]:
        """What an archive keeps of it."""
        tails = {str(number): list(values) for number, values in self.tails.items()}
        known = {"matches": self.matches, "start": self.start, "tails": tails, "work": self.work}
        return {"kind": PROOFS, **known, "openings": dict(self.openings)}

    @classmethod
    def of(cls, question: Mapping[str, Any]) -> Proofs | None:
        """What an archive has kept; None for what cannot be that."""
        start, tails = question.get("start"), question.get("tails")
        matches, work = question.get("matches"), question.get("work")
        if not (isinstance(matches, int) and isinstance(work, int) and matches >= 0 and work >= 0):
            return None
        if not isinstance(tails, Mapping) or (start is not None and not _is_value(start)):
            return None
        found: dict[int, tuple[int, ...]] = {}
        for number, values in tails.items():
            good = isinstance(values, list) and values and all(map(_is_value, values))
            if not good or not isinstance(number, str) or not (number.isascii() and number.isdigit()):
                return None
            found[int(number)] = tuple(values)
        openings = question.get("openings", {})
        if not isinstance(openings, Mapping) or not all(map(_is_value, openings.values())) or len(found) < len(tails):
            return None
        if openings and (start is None or max(openings.values()) > start):
            return None
        return cls(matches, start, found, work, dict(openings))


def _is_value(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in (-1, 0, 1)


# ----------------------------------------------------------------------------------------------------------------
# Turns of matches whose value is proved before and after them.


@dataclass(frozen=True)
class ProvedTurn:
    """A turn of a match: the proved value for its mover before it and after it, and how many moves there were."""

    match: int
    turn: int
    mover: int
    before: int
    after: int
    legal_moves: int

    @property
    def has_something_to_lose(self) -> bool:
        """Whether a result better than a loss was there, and more than one move."""
        return self.before > -1 and self.legal_moves > 1

    @property
    def thrown_away(self) -> bool:
        """Whether the mover gave that away."""
        return self.after < self.before


def proved_turns(proofs: Proofs, records: Sequence[MatchRecord]) -> dict[int, tuple[ProvedTurn, ...]]:
    """The turns of each match that proofs speak of; proofs that contradict the matches, or each other, are refused."""
    known = {record.number: record for record in records}
    found = {}
    for number, tail in proofs.tails.items():
        record = known.get(number)
        if record is None or record.status != "finished" or record.outcome is None or len(tail) > len(record.turns):
            raise AptsError(f"the proofs of this run speak of positions that match {number} does not have")
        turns = _turns(record, tail)
        if any(turn.after > turn.before for turn in turns):
            raise AptsError(f"the proofs of this run contradict match {number}")
        whole = len(tail) == len(record.turns)
        if whole and proofs.start is not None and not record.facts.get("chance") and tail[0] != proofs.start:
            raise AptsError(f"the proofs of this run contradict each other about the start of match {number}")
        found[number] = turns
    return found


def _turns(record: MatchRecord, tail: tuple[int, ...]) -> tuple[ProvedTurn, ...]:
    first = len(record.turns) - len(tail)
    assert record.outcome is not None
    found = []
    for place, value in enumerate(tail):
        turn = record.turns[first + place]
        if place + 1 < len(tail):
            same = record.turns[first + place + 1].mover == turn.mover
            after = tail[place + 1] if same else -tail[place + 1]
        else:
            won = record.outcome.utilities[turn.mover - 1]
            after = (won > 0) - (won < 0)
        found.append(ProvedTurn(record.number, first + place + 1, turn.mover, value, after, turn.legal_moves))
    return tuple(found)
