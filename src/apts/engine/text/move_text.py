"""Moves as people write them: ``d`` for a column, ``e4`` a placement, ``b6-c5`` a step, ``b6xd4`` a capture, ``pass``.

Two different moves of a position never share a text. Where the plain form is not enough the piece is named
(``Knight@e4``, ``a7-a8=Queen``), then the sites of captured pieces, the end of a sowing, and at last a number (``#2``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.engine.compiler.compiling import SWAP, Compiled
from apts.engine.compiler.match_functions import FORCED_PASS
from apts.engine.play.game import Move
from apts.engine.play.positions import Position
from apts.engine.runtime.layout import DECISION, LAST_LOCATION, ORIGIN, TARGET
from apts.engine.text.position_text import top_piece


@dataclass(frozen=True)
class Candidate:
    """A record of the list of moves with what it does: the sites it changes, and whether and where it captures."""

    record: tuple[int, ...]
    kind: str
    origin: int
    target: int
    arrives: int
    leaves: int
    captured: tuple[int, ...]
    ending: int

    @property
    def placement(self) -> bool:
        """Whether the move is told by its target alone."""
        return self.origin == self.target or self.origin < 0


class MoveText:
    """Gives the moves of one compiled game their texts. ``names`` are those of the sites."""

    def __init__(self, compiled: Compiled, names: Sequence[str]):
        self.compiled = compiled
        self.names = names
        self.components = compiled.equipment.components
        self._kinds = {decision.number: decision.kind for decision in compiled.decisions}
        self._board = compiled.equipment.sites
        players = compiled.equipment.players
        owners = np.array([0, *(piece.owner for piece in self.components)])
        self._enemies = [(owners > 0) & (owners <= players) & (owners != mover) for mover in range(players + 1)]

    def candidate(self, record: tuple[int, ...], before: Any, after: Any, mover: int) -> Candidate:
        """What a record does, seen from the positions before and after it."""
        return self.candidates([record], before, np.asarray(after)[np.newaxis], mover)[0]

    def candidates(self, records: Sequence[tuple[int, ...]], before: Any, after: Any, mover: int) -> list[Candidate]:
        """What each of the records does; the rows of ``after`` are the positions after them."""
        found = []
        for record, row, captured in zip(records, after, self._captured(before, after, mover), strict=True):
            kind = {FORCED_PASS: "pass", SWAP: "swap"}.get(record[DECISION]) or self._kinds[record[DECISION]]
            origin, target = record[ORIGIN], record[TARGET]
            arrives = top_piece(self.compiled, row, target) if 0 <= target < len(self.names) else 0
            leaves = top_piece(self.compiled, before, origin) if 0 <= origin < len(self.names) else 0
            ending = int(row[LAST_LOCATION])
            found.append(Candidate(record, kind, origin, target, arrives, leaves, captured, ending))
        return found

    def _captured(self, before: Any, after: Any, mover: int) -> list[tuple[int, ...]]:
        """For each row the sites of enemy pieces that are gone, if the enemy has fewer pieces on the board than before."""
        start, size = self.compiled.fields["what"]
        levels = size // self.compiled.equipment.all_sites
        end = start + self._board * levels
        old, new = np.asarray(before[start:end]), after[:, start:end]
        rows, changed = np.nonzero(new != old)
        lost = self._enemies[mover][old[changed]]
        come = self._enemies[mover][new[rows, changed]]
        fewer = np.bincount(rows[lost], minlength=len(after)) > np.bincount(rows[come], minlength=len(after))
        gone: list[set[int]] = [set() for _ in after]
        for row, place in zip(rows[lost].tolist(), changed[lost].tolist(), strict=True):
            if fewer[row]:
                gone[row].add(place // levels)
        if "clear" in self.compiled.fields:
            gone = [sites | self._marked(before, row) for sites, row in zip(gone, after, strict=True)]
        return [tuple(sorted(sites)) for sites in gone]

    def _marked(self, before: Any, after: Any) -> set[int]:
        """The sites whose pieces were marked by the move to be taken off at the end of the turn."""
        marked = Position(self.compiled, after).members("clear")
        return set(marked) - set(Position(self.compiled, before).members("clear"))

    def moves(self, candidates: Iterable[Candidate], effect: Callable[[Candidate], bytes]) -> tuple[Move, ...]:
        """The moves in canonical order, each with a text of its own.

        Of moves that share text, sites and effect the first is kept; ``effect`` is asked only about moves that clash.
        """
        groups: defaultdict[tuple[object, ...], list[Candidate]] = defaultdict(list)
        for candidate in sorted(candidates, key=lambda known: known.record):
            groups[self._plain(candidate), candidate.origin, candidate.target].append(candidate)
        kept: list[Candidate] = []
        for group in groups.values():
            if len(group) == 1:
                kept.extend(group)
            else:
                kept.extend({effect(candidate): candidate for candidate in reversed(group)}.values())
        kept.sort(key=lambda known: (known.target, known.origin, known.record))
        return tuple(self._move(candidate, text) for candidate, text in zip(kept, self._texts(kept), strict=True))

    def _move(self, candidate: Candidate, text: str) -> Move:
        origin = candidate.origin if candidate.origin >= 0 else None
        target = candidate.target if candidate.target >= 0 else None
        return Move(text, candidate.kind, origin, target, bool(candidate.captured), candidate.record)

    def _texts(self, candidates: Sequence[Candidate]) -> list[str]:
        """The plain texts, made longer where several moves share one, by whatever tells some of them apart."""
        texts = [self._plain(candidate) for candidate in candidates]
        if not _clashes(texts):
            return texts
        for longer in (self._with_piece, self._with_full_name, self._with_hand, self._with_captures, self._with_end):
            for group in _clashes(texts):
                changed = [longer(candidates[index], texts[index]) for index in group]
                if len({text.casefold() for text in changed}) > 1:
                    for index, text in zip(group, changed, strict=True):
                        texts[index] = text
        for group in _clashes(texts):
            for number, index in enumerate(group, 1):
                texts[index] = f"{texts[index]}#{number}"
        return texts

    def _plain(self, candidate: Candidate) -> str:
        if candidate.kind in ("pass", "swap"):
            return candidate.kind
        origin, target = self._name(candidate.origin), self._name(candidate.target)
        if not target and not origin:
            return candidate.kind
        if candidate.kind == "promote":
            return f"{target}={self._piece(candidate.arrives)}"
        if candidate.kind == "remove":
            return f"x{target}"
        if candidate.placement or self._from_hand(candidate):
            return target
        return f"{origin}{'x' if candidate.captured else '-'}{target}"

    def _with_piece(self, candidate: Candidate, text: str, *, full: bool = False) -> str:
        """With the piece: the one placed, or the one that the moving piece turns into."""
        if not candidate.arrives or candidate.kind in ("promote", "pass", "swap") or "@" in text or "=" in text:
            return text
        name = self._piece(candidate.arrives, full=full)
        if candidate.placement or self._from_hand(candidate):
            return f"{name}@{text}"
        return f"{text}={name}" if candidate.arrives != candidate.leaves else text

    def _with_full_name(self, candidate: Candidate, text: str) -> str:
        """With the full name of the piece, which ends with the number of its owner."""
        return self._with_piece(candidate, text, full=True)

    def _with_hand(self, candidate: Candidate, text: str) -> str:
        """With the place in the hand that a piece comes from."""
        if not self._from_hand(candidate):
            return text
        return f"{self._name(candidate.origin)}-{self._name(candidate.target)}"

    def _with_captures(self, candidate: Candidate, text: str) -> str:
        """With the sites of the pieces captured."""
        sites = ",".join(self._name(site) for site in candidate.captured)
        return f"{text}:{sites}" if sites else text

    def _with_end(self, candidate: Candidate, text: str) -> str:
        """With the site where the last piece came to rest, as in sowing one way or the other."""
        ending = self._name(candidate.ending)
        return f"{text}>{ending}" if ending and candidate.ending != candidate.target else text

    def _from_hand(self, candidate: Candidate) -> bool:
        return candidate.origin >= self._board > candidate.target >= 0

    def _piece(self, component: int, *, full: bool = False) -> str:
        if not component:
            return "nothing"
        piece = self.components[component - 1]
        return piece.called_in_full if full else piece.called

    def _name(self, site: int) -> str:
        return self.names[site] if 0 <= site < len(self.names) else ""


def _clashes(texts: Sequence[str]) -> list[list[int]]:
    """The groups of places that hold the same text, upper and lower case being the same."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, text in enumerate(texts):
        places[text.casefold()].append(index)
    return [group for group in places.values() if len(group) > 1]
