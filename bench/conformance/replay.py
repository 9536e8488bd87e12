"""Recorded matches played again on the engine, ply by ply, up to the first difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bench.conformance.position import RecordedPosition, counted, list_crc, numbers_remembered, rolls_of_consequences
from bench.conformance.protocol import Pair, Session
from bench.conformance.records import Ply, Record, Trial

SHOWN = 4
"""How many moves or sites a difference names before it only counts them."""

REACH = 6
"""How many plies back a choice between moves of the same pair is reconsidered."""

RETRIES = 32
"""How many such choices are reconsidered in one trial."""

DRAWS = 1000
"""How many ways chance may go are tried until one makes the recorded changes."""

MORE_DRAWS = 64
"""How many more are tried when what the rules remember is not as recorded."""


@dataclass(frozen=True)
class Difference:
    """The first thing in which the engine and a record differ; ``sites`` orders candidates by how near they came."""

    sentence: str
    sites: int = 0


@dataclass(frozen=True)
class Expected:
    """What the records say about the position before a ply."""

    position: RecordedPosition
    scores: list[int] | None
    phases: list[int]


@dataclass
class Choice:
    """A ply at which several legal moves had the recorded pair, and those not tried yet."""

    ply: int
    token: Any
    untried: list[int]


class TrialReplay:
    """One trial on one session.

    Moves that share origin and destination are told apart by what they change; if that leaves more than one, the first
    is followed and the others are tried when the match comes to differ soon afterwards.
    """

    def __init__(self, session: Session, record: Record, trial: Trial) -> None:
        self._session = session
        self._record = record
        self._trial = trial
        self._expected = list(_expected_positions(trial))
        self._choices: list[Choice] = []

    def run(self) -> str | None:
        """The first difference as a sentence, or None."""
        self._session.start(self._trial.start.sites if self._record.random_start else None)
        difference = self._start_difference()
        if difference is not None:
            return f"trial {self._trial.seed}, start: {difference.sentence}"
        furthest, furthest_ply = None, -1
        ply, retries, candidates = 0, RETRIES, None
        while True:
            difference = self._step(ply, candidates)
            if difference is None:
                if ply == len(self._trial.plies):
                    return None
                ply, candidates = ply + 1, None
                continue
            if ply > furthest_ply:
                furthest, furthest_ply = difference, ply
            choice = self._reconsider(ply)
            if choice is None or retries == 0:
                break
            ply, candidates, retries = choice.ply, choice.untried, retries - 1
        assert furthest is not None
        place = f"ply {furthest_ply}" if furthest_ply < len(self._trial.plies) else "end"
        return f"trial {self._trial.seed}, {place}: {furthest.sentence}"

    def _step(self, index: int, candidates: list[int] | None) -> Difference | None:
        if index == len(self._trial.plies):
            return self._end_difference()
        ply = self._trial.plies[index]
        if ply.move is None:
            return Difference("the record has simultaneous moves, which the replay does not follow")
        if self._session.over:
            return Difference("the match is over, in the record it goes on")
        if self._session.mover != ply.mover:
            return Difference(f"seat {self._session.mover} is to move, recorded {ply.mover}")
        token = self._session.save() if self._is_ambiguous(ply) else None
        legal = self._generate(ply)
        if candidates is None:
            difference = self._legal_difference(ply, legal)
            if difference is not None:
                return difference
            candidates = [place for place, pair in enumerate(legal) if pair == ply.move]
        return self._play(index, candidates, token)

    def _generate(self, ply: Ply) -> list[Pair]:
        if ply.roll:
            self._session.force_roll(ply.roll)
        return self._session.legal()

    def _is_ambiguous(self, ply: Ply) -> bool:
        return ply.legal is None or any((origin, to) == ply.move and n > 1 for origin, to, n in ply.legal)

    def _play(self, index: int, candidates: list[int], token: Any) -> Difference | None:
        """Play the first candidate that does what was recorded and keep the others in mind."""
        ply = self._trial.plies[index]
        if not candidates:
            return Difference(f"the recorded move {_pair(ply.move)} is not in the list")
        nearest: Difference | None = None
        for tried, candidate in enumerate(candidates):
            if tried:
                self._session.restore(token)
                self._generate(ply)
            if rolled := rolls_of_consequences(ply.text):
                self._session.force_roll([self._die(index, site, face) for site, face in rolled])
            difference = self._play_one(index, candidate)
            if difference is None:
                if untried := candidates[tried + 1 :]:
                    self._choices.append(Choice(index, token, untried))
                return None
            if nearest is None or difference.sites < nearest.sites:
                nearest = difference
        return nearest

    def _play_one(self, index: int, candidate: int) -> Difference | None:
        """Play a move; where more than dice is left to chance, in the way that makes the recorded changes."""
        session, ply = self._session, self._trial.plies[index]
        drawn = self._record.drawn and not ply.roll and not rolls_of_consequences(ply.text)
        before = session.save() if drawn else None
        kept = self._to_be_remembered(ply) if drawn else {}
        session.play(candidate)
        first = self._change_difference(index)
        if not drawn or (first is None and self._remembers(kept)):
            return first
        alike: Any = session.save() if first is None else None
        tries = MORE_DRAWS if first is None else DRAWS
        draw = 0
        while tries > 0:
            draw, tries = draw + 1, tries - 1
            session.restore(before)
            session.draw_anew(draw)
            session.play(candidate)
            if self._change_difference(index) is None:
                if self._remembers(kept):
                    return None
                if alike is None:
                    alike, tries = session.save(), MORE_DRAWS
        if alike is None:
            return first
        session.restore(alike)
        return None

    def _to_be_remembered(self, ply: Ply) -> dict[str, list[int]]:
        """The lists of numbers that the ply changed, as they are to be after it."""
        present = self._session.remembered()
        lists: dict[str, list[int]] = {}
        for added, name, number in numbers_remembered(ply.text):
            numbers = lists.setdefault(name, list(present.get(name, ())))
            if added:
                numbers.append(number)
            elif number in numbers:
                numbers.remove(number)
        return lists

    def _remembers(self, lists: dict[str, list[int]]) -> bool:
        present = self._session.remembered()
        return all(sorted(numbers) == list(present.get(name, ())) for name, numbers in lists.items())

    def _die(self, index: int, site: int, face: int) -> list[int]:
        what = self._expected[index].position.what(site)
        faces = next((kind.get("faces") for kind in self._record.data["components"] if kind["i"] == what), None)
        return [site, face, faces[face] if faces else face]

    def _reconsider(self, ply: int) -> Choice | None:
        """Go back to the latest choice in reach, if there is one."""
        if not self._choices or ply - self._choices[-1].ply > REACH:
            return None
        choice = self._choices.pop()
        self._session.restore(choice.token)
        return choice

    def _start_difference(self) -> Difference | None:
        start, session = self._trial.start, self._session
        if difference := self._position_difference(self._expected[0]):
            return difference
        if session.mover != start.mover:
            return Difference(f"seat {session.mover} begins, recorded {start.mover}")
        if session.next != start.next:
            return Difference(f"seat {session.next} is next, recorded {start.next}")
        return None

    def _legal_difference(self, ply: Ply, legal: list[Pair]) -> Difference | None:
        rows = counted(legal)
        if ply.legal is not None and rows != ply.legal:
            return Difference(list_difference(rows, ply.legal))
        if len(legal) != ply.count:
            return Difference(f"{len(legal)} legal moves, recorded {ply.count}")
        if list_crc(rows) != ply.crc:
            return Difference(f"the {len(legal)} legal moves are not the recorded ones (checksum)")
        if bool(self._session.forced) != ply.forced:
            return Difference(f"forced pass: {bool(self._session.forced)}, recorded {ply.forced}")
        if self._session.swaps != ply.swaps:
            return Difference(f"{self._session.swaps} swap moves, recorded {ply.swaps}")
        return None

    def _change_difference(self, index: int) -> Difference | None:
        """What differs after the ply with this index."""
        ply, session = self._trial.plies[index], self._session
        last = index == len(self._trial.plies) - 1
        played = f"after {_pair(ply.move)}"
        difference = self._position_difference(self._expected[index + 1])
        if difference is not None:
            return Difference(f"{played}: {difference.sentence}", difference.sites)
        if list(session.pending) != ply.pending:
            return Difference(f"{played}: pending is {list(session.pending)}, recorded {ply.pending}")
        if bool(session.over) != (last and self._trial.end.over):
            return Difference(f"{played}: the match {'is over' if session.over else 'goes on'}, not so in the record")
        if not session.over and session.mover != ply.next:
            return Difference(f"{played}: seat {session.mover} is to move, recorded {ply.next}")
        return None

    def _position_difference(self, expected: Expected) -> Difference | None:
        session = self._session
        if sites := RecordedPosition(session.sites()).differences(expected.position):
            shown = "; ".join(f"site {site} holds {here}, recorded {there}" for site, here, there in sites[:SHOWN])
            return Difference(shown + _more(len(sites)), len(sites))
        if expected.scores is not None and list(session.scores) != expected.scores:
            return Difference(f"scores are {list(session.scores)}, recorded {expected.scores}")
        if list(session.phases) != expected.phases:
            return Difference(f"phases are {list(session.phases)}, recorded {expected.phases}")
        return None

    def _end_difference(self) -> Difference | None:
        end, session = self._trial.end, self._session
        if bool(session.over) != end.over:
            return Difference(f"the match {'is over' if session.over else 'goes on'}, not so in the record")
        if end.over and session.winner != end.winner:
            return Difference(f"the winner is {session.winner}, recorded {end.winner}")
        if end.over and list(session.ranking) != end.ranking:
            return Difference(f"the ranking is {list(session.ranking)}, recorded {end.ranking}")
        if end.scores is not None and list(session.scores) != end.scores:
            return Difference(f"scores are {list(session.scores)}, recorded {end.scores}")
        if RecordedPosition(session.sites()).crc() != end.state_crc:
            return Difference("the checksum of the final position differs")
        return None


def _expected_positions(trial: Trial) -> Iterator[Expected]:
    """The recorded position before each ply and after the last."""
    position, scores, phases = RecordedPosition(trial.start.sites), trial.start.scores, trial.start.phases
    yield Expected(position, scores, phases)
    for ply in trial.plies:
        position = position.copy()
        position.update(ply.changes)
        scores = scores if ply.scores is None else ply.scores
        phases = phases if ply.phases is None else ply.phases
        yield Expected(position, scores, phases)


def list_difference(here: list[tuple[int, int, int]], recorded: list[tuple[int, int, int]]) -> str:
    """Two lists of legal moves told apart in a few words."""
    counts_here = {(origin, to): count for origin, to, count in here}
    counts_recorded = {(origin, to): count for origin, to, count in recorded}
    parts = [
        _named("missing", [pair for pair in counts_recorded if pair not in counts_here]),
        _named("too many", [pair for pair in counts_here if pair not in counts_recorded]),
    ]
    for pair, count in counts_recorded.items():
        if counts_here.get(pair, count) != count:
            parts.append(f"{_pair(pair)} {counts_here[pair]} times instead of {count}")
    found = [part for part in parts if part]
    return "legal moves: " + ", ".join(found[:SHOWN]) + _more(len(found))


def _named(label: str, pairs: list[Pair]) -> str:
    if not pairs:
        return ""
    return f"{len(pairs)} {label} ({', '.join(_pair(pair) for pair in pairs[:SHOWN])}{_more(len(pairs))})"


def _more(count: int) -> str:
    return f" and {count - SHOWN} more" if count > SHOWN else ""


def _pair(pair: Pair | None) -> str:
    if pair is None or pair == (-1, -1):
        return "pass"
    return f"{pair[0]}-{pair[1]}"
