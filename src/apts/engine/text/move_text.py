"""Moves as people write them: ``d`` for a column, ``e4`` a placement, ``b6-c5`` a step, ``b6xd4`` a capture, ``pass``.

What has no sites is called as the rules call it: ``(move Propose "roll")`` is ``roll``.

Two different moves of a position never share a text. Where the plain form is not enough the piece is named
(``Knight@e4``, ``a7-a8=Queen``), then the sites of captured pieces, the end of a sowing, and at last a number (``#2``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import numpy as np

from apts.engine.compiler.compiling import SWAP, Compiled
from apts.engine.compiler.passes import FORCED_PASS
from apts.engine.play.game import Move
from apts.engine.play.positions.changes import Changes, changes_within
from apts.engine.runtime.layout import (
    DECISION,
    LAST_LOCATION,
    LENGTH,
    LOSING_NOW,
    ORIGIN,
    RECORD_HEAD,
    STATE_HEAD,
    TARGET,
    TURN_SET,
)
from apts.engine.text.position_text import DERIVED, top_piece

_FORCED = {FORCED_PASS: "pass", SWAP: "swap"}
_LONGEST_EFFECT = 1024
"""Bytes that are kept of what a move does; of more a digest is."""


@dataclass(frozen=True)
class Candidate:
    """A record of the list of moves with what it does: the sites it changes, and whether and where it captures.

    ``captured`` are the sites from which enemy pieces go; ``clears`` says that they are swept off the board together with
    pieces of the mover, as at the end of a round, so that only the piece on the target is captured. ``effect`` tells
    positions after moves of one list apart that differ for play.
    """

    record: tuple[int, ...]
    kind: str
    origin: int
    target: int
    arrives: int
    leaves: int
    captured: tuple[int, ...]
    ending: int
    effect: bytes = b""
    clears: bool = False

    @property
    def placement(self) -> bool:
        """Whether the move is told by its target alone."""
        return self.origin == self.target or self.origin < 0

    @property
    def captures(self) -> bool:
        """Whether the move takes an enemy piece from a site that it is aimed at."""
        if self.origin < 0 and self.target < 0:
            return False
        return self.target in self.captured if self.clears else bool(self.captured)


class MoveText:
    """Gives the moves of one compiled game their texts. ``names`` are those of the sites."""

    def __init__(self, compiled: Compiled, names: Sequence[str]):
        self.compiled = compiled
        self.names = names
        self.components = compiled.equipment.components
        self._said = {made.number: (made.said, made.number_at) for made in compiled.decisions}
        self._kinds = {decision.number: decision.kind for decision in compiled.decisions}
        self._board = compiled.equipment.sites
        players = compiled.equipment.players
        owners = np.array([0, *(piece.owner for piece in self.components)])
        self._owned = [owners == mover for mover in range(players + 1)]
        self._enemies = [(owners > 0) & (owners <= players) & (owners != mover) for mover in range(players + 1)]
        start, size = compiled.fields["what"]
        self._levels = size // compiled.equipment.all_sites
        self._on_board = (start, start + self._board * self._levels)
        first, length = compiled.fields.get("clear", (0, 0))
        self._to_clear = (first, first + length)

    @cached_property
    def _telling(self) -> Any:
        """For each word of a position whether it matters for play and follows from no other."""
        telling = np.zeros(self.compiled.state_size, dtype=np.bool_)
        telling[:STATE_HEAD] = True
        telling[[LOSING_NOW, TURN_SET]] = False  # set anew by every move
        for name, (start, size) in self.compiled.fields.items():
            if name not in DERIVED:
                telling[start : start + size] = True
        return telling

    def kind(self, record: tuple[int, ...]) -> str:
        """What kind of move a record is: a step, a pass ..."""
        return _FORCED.get(record[DECISION]) or self._kinds[record[DECISION]]

    def candidate(self, record: tuple[int, ...], before: Any, after: Any, mover: int) -> Candidate:
        """What a record does, seen from the positions before and after it; asked for each move of a match, so quick."""
        target = record[TARGET]
        arrives = top_piece(self.compiled, after, target) if 0 <= target < len(self.names) else 0
        captured, fewer = self._captured_by_one(np.asarray(before), np.asarray(after), mover)
        return self._candidate(record, before, arrives, captured, int(after[LAST_LOCATION]), b"", fewer)

    def _captured_by_one(self, before: Any, after: Any, mover: int) -> tuple[tuple[int, ...], int]:
        (first, last), enemies = self._on_board, self._enemies[mover]
        changed = np.flatnonzero(after[first:last] != before[first:last])
        lost = enemies[before[first:last][changed]]
        if not lost.any() and not self._to_clear[1]:
            return (), 0
        changes = changes_within(before, after, (self._on_board, self._to_clear))
        return self._captured(changes, mover).get(0, ()), int(self._own_fewer(changes, mover)[0])

    def candidates(self, records: Sequence[tuple[int, ...]], changes: Changes, mover: int) -> list[Candidate]:
        """What each of the records does, seen from the words that it changes."""
        captured = self._captured(changes, mover)
        arriving = self._arriving([record[TARGET] for record in records], changes)
        endings, effects = changes.word(LAST_LOCATION).tolist(), self._effects(changes)
        fewer = self._own_fewer(changes, mover).tolist()
        return [
            self._candidate(record, changes.before, arrives, captured.get(number, ()), ending, effect, lost)
            for number, (record, arrives, ending, effect, lost) in enumerate(
                zip(records, arriving, endings, effects, fewer, strict=True)
            )
        ]

    def _candidate(
        self,
        record: tuple[int, ...],
        before: Any,
        arrives: int,
        captured: tuple[int, ...],
        ending: int,
        effect: bytes,
        fewer: int,
    ) -> Candidate:
        """A record with what it does; after it the mover has so many pieces ``fewer`` on the board."""
        kind = self.kind(record)
        origin, target = record[ORIGIN], record[TARGET]
        leaves = top_piece(self.compiled, before, origin) if 0 <= origin < len(self.names) else 0
        comes = target >= 0 and (kind == "add" or (kind != "remove" and not 0 <= origin < self._board))
        goes = not arrives and 0 <= origin < self._board and origin != target  # the piece that moves, in an exchange
        clears = bool(captured) and (fewer > goes or (comes and not arrives))
        return Candidate(record, kind, origin, target, arrives, leaves, captured, ending, effect, clears)

    def _arriving(self, targets: Sequence[int], changes: Changes) -> list[int]:
        """The topmost piece on the target of each move after it; 0 for none."""
        sites = np.array(targets)
        moves = np.flatnonzero((sites >= 0) & (sites < len(self.names)))
        places = self._on_board[0] + sites[moves] * self._levels
        if self.compiled.stacking:
            heights = changes.after(moves, self.compiled.fields["height"][0] + sites[moves])
            moves, places = moves[heights > 0], (places + heights - 1)[heights > 0]
        arriving = np.zeros(len(sites), dtype=np.int64)
        arriving[moves] = changes.after(moves, places)
        found: list[int] = arriving.tolist()
        return found

    def _effects(self, changes: Changes) -> list[bytes]:
        """For each move the words that it changes and that matter for play, or a digest of many."""
        telling = self._telling[changes.places] & (changes.places < changes.word(LENGTH)[changes.moves])
        moves = changes.moves[telling]
        content = np.stack((changes.places[telling], changes.words[telling]), axis=1)
        bounds = np.searchsorted(moves, np.arange(changes.count + 1)).tolist()
        effects = (content[first:last].tobytes() for first, last in pairwise(bounds))
        return [effect if len(effect) <= _LONGEST_EFFECT else blake2b(effect).digest() for effect in effects]

    def _captured(self, changes: Changes, mover: int) -> dict[int, tuple[int, ...]]:
        """For each move that captures the sites of the pieces that are gone.

        They are those of enemies, if the enemy has fewer pieces on the board than before, and those that the move has
        marked to be taken off at the end of the turn.
        """
        start, end = self._on_board
        here = (changes.places >= start) & (changes.places < end)
        moves, places = changes.moves[here], changes.places[here]
        lost = self._enemies[mover][changes.before[places]]
        come = self._enemies[mover][changes.words[here]]
        fewer = np.bincount(moves[lost], minlength=changes.count) > np.bincount(moves[come], minlength=changes.count)
        gone: defaultdict[int, set[int]] = defaultdict(set)
        taken = lost & fewer[moves]
        for move, place in zip(moves[taken].tolist(), places[taken].tolist(), strict=True):
            gone[move].add((place - start) // self._levels)
        for move, site in self._marked(changes):
            gone[move].add(site)
        return {move: tuple(sorted(sites)) for move, sites in gone.items()}

    def _own_fewer(self, changes: Changes, mover: int) -> Any:
        """For each move how many pieces the mover has fewer on the board after it."""
        start, end = self._on_board
        here = (changes.places >= start) & (changes.places < end)
        moves, places, own = changes.moves[here], changes.places[here], self._owned[mover]
        lost, come = moves[own[changes.before[places]]], moves[own[changes.words[here]]]
        return np.bincount(lost, minlength=changes.count) - np.bincount(come, minlength=changes.count)

    def _marked(self, changes: Changes) -> Iterator[tuple[int, int]]:
        """Moves with sites whose pieces they have marked to be taken off at the end of the turn."""
        start, end = self._to_clear
        here = (changes.places >= start) & (changes.places < end)
        places = changes.places[here]
        marks = changes.words[here] & ~changes.before[places]
        for move, place, marked in zip(changes.moves[here].tolist(), places.tolist(), marks.tolist(), strict=True):
            yield from ((move, 32 * (place - start) + bit) for bit in range(32) if marked >> bit & 1)

    def moves(self, candidates: Iterable[Candidate]) -> tuple[Move, ...]:
        """The moves in canonical order, each with a text of its own.

        Of moves that share text, sites and effect the first is kept.
        """
        groups: defaultdict[tuple[object, ...], list[Candidate]] = defaultdict(list)
        for candidate in sorted(candidates, key=lambda known: known.record):
            groups[self._plain(candidate), candidate.origin, candidate.target].append(candidate)
        kept: list[Candidate] = []
        for group in groups.values():
            if len(group) == 1:
                kept.extend(group)
            else:
                kept.extend({candidate.effect: candidate for candidate in reversed(group)}.values())
        kept.sort(key=lambda known: (known.target, known.origin, known.record))
        return tuple(self._move(candidate, text) for candidate, text in zip(kept, self._texts(kept), strict=True))

    def _move(self, candidate: Candidate, text: str) -> Move:
        origin = candidate.origin if candidate.origin >= 0 else None
        target = candidate.target if candidate.target >= 0 else None
        return Move(text, candidate.kind, origin, target, candidate.captures, candidate.record)

    def _texts(self, candidates: Sequence[Candidate]) -> list[str]:
        """The plain texts, made longer where several moves share one, by whatever tells some of them apart."""
        texts = [self._plain(candidate) for candidate in candidates]
        if not _clashes(texts):
            return texts
        for longer in (
            self._with_kind, self._with_number, self._with_piece, self._with_full_name, self._with_hand,
            self._with_captures, self._with_end,
        ):  # fmt: skip
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
            return self._called(candidate)
        if candidate.kind == "promote":
            return f"{target}={self._piece(candidate.arrives)}"
        if candidate.kind == "remove":
            return f"x{target}"
        if candidate.placement or self._from_hand(candidate):
            return target
        return f"{origin}{'x' if candidate.captures else '-'}{target}"

    def _called(self, candidate: Candidate) -> str:
        """A move without sites: what the rules call it, with the number that belongs to it, or its kind."""
        words, number = self._said.get(candidate.record[DECISION], ("", -1))
        if not words:
            return candidate.kind
        return words if number < 0 else f"{words} {candidate.record[RECORD_HEAD + number]}"

    def once_written(self, moves: Iterable[Move]) -> dict[str, Move]:
        """Texts that moves had before they were called as the rules call them, ``propose#1``: old matches have them."""
        groups: defaultdict[str, list[Move]] = defaultdict(list)
        for move in moves:
            if self._said.get(move.action[DECISION], ("", -1)) != ("", -1):
                groups[self._name(-1 if move.target is None else move.target) or move.kind].append(move)
        found = {f"{text}#{place}": move for text, group in groups.items() for place, move in enumerate(group, 1)}
        return found | {text: group[0] for text, group in groups.items() if len(group) == 1}

    def _with_number(self, candidate: Candidate, text: str) -> str:
        """With the number that a move on a site sets, as that of a rotation."""
        number = self._said.get(candidate.record[DECISION], ("", -1))[1]
        sets = number >= 0 and self._name(candidate.target) != ""
        return f"{text}={candidate.record[RECORD_HEAD + number]}" if sets else text

    def _with_kind(self, candidate: Candidate, text: str) -> str:
        """With the kind of a move that is called as another one is written."""
        called = self._said.get(candidate.record[DECISION], ("", -1))[0]
        return f"{candidate.kind} {text}" if called and not self._name(candidate.target) else text

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
