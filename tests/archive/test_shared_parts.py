"""Matches share what is alike in them, and nothing that only seems to be."""

from __future__ import annotations

import pickle

from apts.archive import MatchRecord
from apts.archive.records import turn_record
from apts.archive.validation import packed, unpacked
from apts.engine.play.outcome import Outcome


def match(number: int, facts: dict[str, object] | None = None, outcome: Outcome | None = None) -> MatchRecord:
    """A match of two turns, made of objects of its own."""
    turns = (turn_record(1, "a" * 2, 3, None, None), turn_record(2, "b" * 2, 2, (0.25, -0.25), 0.5))
    noted = {"kinds": ["add", "add"], "targets": [number, None]} if facts is None else facts
    ended = Outcome(1, (1.0, 2.0), (1.0, -1.0), "line", 3) if outcome is None else outcome
    return MatchRecord(number, 7, tuple(range(2)), turns, "finished", ended, None, noted)


def test_what_is_alike_is_there_once_however_matches_come() -> None:
    one, other = match(1), match(2)
    stored, sent = unpacked(packed(other), "run", 2), pickle.loads(pickle.dumps(other))
    assert other == stored == sent
    for again in (other, stored, sent):
        assert again.facts["kinds"] is one.facts["kinds"]
        assert again.outcome is one.outcome
        assert again.seats is one.seats
        assert again.turns[0] is one.turns[0]
        assert again.facts["targets"] == [2, None]


def test_what_is_equal_but_written_differently_stays_as_it_was() -> None:
    whole = match(1, {"counts": [1, 0]})
    assert packed(match(1, {"counts": [True, False]})) != packed(whole) != packed(match(1, {"counts": [1.0, 0.0]}))
    drawn = Outcome(None, (1.5, 1.5), (0.0, 0.0), "full")
    signed = Outcome(None, (1.5, 1.5), (-0.0, -0.0), "full")
    assert match(1, outcome=drawn).outcome == match(1, outcome=signed).outcome
    assert packed(match(1, outcome=drawn)) != packed(match(1, outcome=signed))


def test_facts_of_other_kinds_are_kept() -> None:
    facts = {"rules": {"12": [3, 1]}, "nested": [[1], [2]], "error": "none", "chance": True}
    assert match(1, facts).facts == facts
    assert unpacked(packed(match(1, facts)), "run", 1).facts == facts
