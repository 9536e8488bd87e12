"""What the archive keeps: the manifest of a run, its matches and their turns, as plain values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from sys import intern
from types import NoneType
from typing import Any, Literal, get_args

from apts.agents.agent import derived_seed
from apts.engine.play.outcome import ALL_PASSED, Closing, Outcome
from apts.errors import AptsError
from apts.hidden_passwords import without_passwords
from apts.search.results import MoveValues

# ----------------------------------------------------------------------------------------------------------------
# What can go wrong with an archive, said as sentences.


class ArchiveError(AptsError):
    """Something about an archive, its address or a file to import is not as it should be."""


class UnknownRun(ArchiveError):
    """No run of that name is in the archive."""


class UnknownMatch(ArchiveError):
    """The run has no match of that number yet."""


class ConflictingRun(ArchiveError):
    """A run or match of that name or number is there already and holds something else."""


class LockedArchive(ArchiveError):
    """Another process kept the archive to itself for longer than we waited."""


class DamagedArchive(ArchiveError):
    """The archive, or a match in it, cannot be read any more."""


class DamagedMatch(DamagedArchive):
    """One match of a run cannot be read any more; ``number`` says which."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number


class InvalidDocument(ArchiveError):
    """A file to import is not a run that was exported."""


class LostConnection(ArchiveError):
    """The server of an archive does not answer any more, or not yet."""


DECIMALS = 6
"""Values and entropies are kept to this many decimals, so that machines that differ in the last bit store the same."""

SEEDS = 2**64
"""Seeds are whole numbers from 0 to one less than this."""

Status = Literal["finished", "stopped", "failed"]
"""How a match came to its end: by a rule, by the turn limit, or by an error of the game or of an agent."""

STATUSES: tuple[Status, ...] = get_args(Status)


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """One turn: who moved, what was played, and what was known before it.

    ``values`` is the expected utility of each seat from -1 to 1 before the turn as the searching agent saw it, seat 1
    first; None where the agent has no values. ``legal_moves`` is the number of moves there were to choose from.
    ``entropy`` is that of the search's visits over them, in nats; None where nothing was searched. ``move_values`` are what
    the moves were held to be worth for the mover; None where fewer than two were looked at, and in older records.
    """

    mover: int
    move: str
    legal_moves: int
    values: tuple[float, ...] | None = None
    entropy: float | None = None
    move_values: MoveValues | None = None

    @property
    def forced_pass(self) -> bool:
        """Whether the mover passed because there was nothing else to do: such a pass is no turn, and counts in no length."""
        return self.move == "pass" and self.legal_moves == 1

    def __post_init__(self) -> None:
        # Adding 0.0 turns -0.0 into 0.0, which is written differently.
        if self.values is not None:
            object.__setattr__(self, "values", tuple([round(float(value), DECIMALS) + 0.0 for value in self.values]))
        if self.entropy is not None:
            object.__setattr__(self, "entropy", round(float(self.entropy), DECIMALS) + 0.0)

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process makes the turn of, so that it is shared there, too."""
        return turn_record, (self.mover, self.move, self.legal_moves, self.values, self.entropy, self.move_values)


def turn_record(
    mover: int,
    move: str,
    legal_moves: int,
    values: Sequence[float] | None,
    entropy: float | None,
    move_values: MoveValues | None = None,
) -> TurnRecord:
    """A turn of a match; those of which nothing was thought are the same in many matches, which share them."""
    if values is None and entropy is None and move_values is None:
        return _plain_turn(mover, move, legal_moves)
    return TurnRecord(mover, move, legal_moves, None if values is None else tuple(values), entropy, move_values)


@lru_cache(maxsize=1 << 16)
def _plain_turn(mover: int, move: str, legal_moves: int) -> TurnRecord:
    return TurnRecord(mover, move, legal_moves)


KEPT_COLUMNS = 1 << 12
"""Columns of facts, outcomes and seatings that are kept to be shared."""

_PLAIN = {str, int, NoneType}


def _shared_facts(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same facts; lists that many matches have alike, such as the kinds of their moves, are there once."""
    return {
        name: _column(tuple(value)) if type(value) is list and _PLAIN.issuperset(map(type, value)) else value
        for name, value in facts.items()
    }


@lru_cache(maxsize=KEPT_COLUMNS)
def _column(values: tuple[str | int | None, ...]) -> list[str | int | None]:
    return [intern(value) if type(value) is str else value for value in values][
        :
    ]  # a copy is no longer than it must be


def _shared_seats(seats: tuple[int, ...]) -> tuple[int, ...]:
    return _seating(seats) if type(seats) is tuple and _PLAIN.issuperset(map(type, seats)) else seats


@lru_cache(maxsize=KEPT_COLUMNS)
def _seating(seats: tuple[int, ...]) -> tuple[int, ...]:
    return seats


def _shared_outcome(outcome: Outcome) -> Outcome:
    """An outcome that is equal to the last sign: 1 and 1.0 are equal, but are written differently."""
    try:
        return _ended(outcome, repr(outcome))
    except TypeError:  # with something in it that cannot be told from others quickly
        return outcome


@lru_cache(maxsize=KEPT_COLUMNS)
def _ended(outcome: Outcome, _written: str) -> Outcome:
    return outcome


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One match of a run.

    ``number`` counts from 1. ``seats`` says for each seat which agent sat there, as an index into the manifest's
    ``agents``. ``pair`` is equal for matches that belong together because only the seats were swapped; such a group is
    what statistics resample. ``outcome`` is there when ``status`` is "finished", and may be there otherwise. ``facts``
    takes what else a match is to be remembered by (counts of rules, the text of an error), as JSON values; ``chance`` is
    there and true where chance has a say in the game, and ``start_seed`` where the match came from elsewhere. Matches
    share what is alike in them; nothing of a record may be changed.
    """

    number: int
    seed: int
    seats: tuple[int, ...]
    turns: tuple[TurnRecord, ...]
    status: Status
    outcome: Outcome | None = None
    pair: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ArchiveError(f"A match has the number {self.number}; matches are numbered from 1.")
        if not 0 <= self.seed < SEEDS:
            raise ArchiveError(f"Match {self.number} has the seed {self.seed}; seeds go from 0 to 2^64 - 1.")
        if self.status not in STATUSES:
            raise ArchiveError(
                f"Match {self.number} has the status {self.status!r}; valid statuses are {', '.join(STATUSES)}."
            )
        if self.status == "finished" and self.outcome is None:
            raise ArchiveError(f"Match {self.number} is finished, but it has no outcome.")
        object.__setattr__(self, "facts", _shared_facts(self.facts))
        object.__setattr__(self, "seats", _shared_seats(self.seats))
        if self.outcome is not None:
            object.__setattr__(self, "outcome", _shared_outcome(self.outcome))

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process makes the match of, so that it shares there what is alike in many."""
        return MatchRecord, tuple(getattr(self, known.name) for known in fields(self))

    @property
    def length(self) -> int:
        """The number of turns: moves, without the passes of seats that had nothing else to do.

        Such a pass is the only legal move, wherever in the match it is made: nobody decides anything by it, and people
        are not asked for it.
        """
        return sum(not turn.forced_pass for turn in self.turns)

    @property
    def moves_shown(self) -> int:
        """The number of moves up to the position in which nobody could move any more; passes before it are shown.

        The passes behind it are shown where a rule ended the match before all seats had to pass, or the limit did, where
        somebody could have done otherwise, and in games with chance, where the next throw might have given a move.
        """
        played = len(self.turns)
        if self.status != "finished" or self.outcome is None:
            return played
        last = played
        while last and self.turns[last - 1].forced_pass:
            last -= 1
        all_passed = self.outcome.ended_by == ALL_PASSED or played - last >= len(self.seats)
        chosen = last > 0 and self.turns[last - 1].move == "pass"
        return played if chosen or not all_passed or self.facts.get("chance") else last

    @property
    def start_seed(self) -> int:
        """The seed that the game was started with: one that follows from that of the match, unless another is noted."""
        noted = self.facts.get("start_seed")
        return derived_seed(self.seed, "start") if noted is None else int(noted)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as texts, in order."""
        return tuple(turn.move for turn in self.turns)

    @property
    def winner(self) -> int | None:
        """The seat that won, or None."""
        return None if self.outcome is None else self.outcome.winner


@dataclass(frozen=True, slots=True)
class RunManifest:
    """All that is needed to play a run again.

    ``rules`` is the text of the rules, or the source of a game written in Python. ``options`` and ``parameters`` are
    those the game was loaded with. ``agents`` are the texts that name the agents. ``settings`` are those of the match
    runner (turn limit, whether seats are swapped). ``versions`` are those of APTS and of what it computes with.
    ``matches`` is how many matches are wanted and ``command`` what was typed, without passwords; these two decide nothing
    about any single match, so two manifests that differ only there are of the same run.
    """

    game: str
    players: int
    rules: str
    agents: tuple[str, ...]
    seed: int
    matches: int
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    settings: Mapping[str, Any] = field(default_factory=dict, hash=False)
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)
    command: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise ArchiveError(f"A run has the seed {self.seed}; seeds go from 0 to 2^64 - 1.")
        if isinstance(self.command, str):  # older archives and exports may have passwords in theirs
            object.__setattr__(self, "command", without_passwords(self.command))


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A line of the list of runs: its name, its game, how many matches are there of how many, and when it began."""

    name: str
    game: str
    matches: int
    wanted: int
    created: str


# ----------------------------------------------------------------------------------------------------------------
# Records as plain JSON values and back: what the archive stores, exports and imports.
#
# Turns are written by columns (all moves, all values ...), which is shorter and compresses better than turn by
# turn. ``*_document`` writes and ``*_from_document`` reads what we wrote ourselves, quickly; ``validation`` reads
# what came from elsewhere.

Document = dict[str, Any]


def canonical(document: Any) -> str:
    """The one text of a document: sorted keys, no spaces, no infinities."""
    try:
        return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as problem:
        raise ArchiveError(f"A record cannot be written as JSON: {problem}.") from problem


def manifest_document(manifest: RunManifest) -> Document:
    """A manifest as a JSON object."""
    return {
        "game": manifest.game,
        "players": manifest.players,
        "rules": manifest.rules,
        "agents": list(manifest.agents),
        "seed": manifest.seed,
        "matches": manifest.matches,
        "options": dict(manifest.options),
        "parameters": dict(manifest.parameters),
        "settings": dict(manifest.settings),
        "versions": dict(manifest.versions),
        "command": manifest.command,
    }


def manifest_from_document(document: Document) -> RunManifest:
    """The manifest that was written as this JSON object."""
    return RunManifest(**{**document, "agents": tuple(document["agents"])})


def manifest_digest(manifest: RunManifest) -> str:
    """A checksum of all that decides the matches of a run; equal exactly for manifests of the same run."""
    document = manifest_document(manifest)
    del document["matches"], document["command"]
    return hashlib.sha256(canonical(document).encode()).hexdigest()


def match_document(match: MatchRecord) -> Document:
    """A match as a JSON object; the columns of its turns are equally long, and that of the moves' values may be missing."""
    thought = [None if turn.move_values is None else turn.move_values.as_list() for turn in match.turns]
    return {
        "number": match.number,
        "seed": match.seed,
        "seats": list(match.seats),
        "pair": match.pair,
        "status": match.status,
        "outcome": None if match.outcome is None else outcome_document(match.outcome),
        "movers": [turn.mover for turn in match.turns],
        "moves": [turn.move for turn in match.turns],
        "legal_moves": [turn.legal_moves for turn in match.turns],
        "values": [None if turn.values is None else list(turn.values) for turn in match.turns],
        "entropies": [turn.entropy for turn in match.turns],
        "facts": dict(match.facts),
    } | ({"move_values": thought} if any(thought) else {})


def match_from_document(document: Document) -> MatchRecord:
    """The match that was written as this JSON object."""
    columns = zip(
        document["movers"],
        document["moves"],
        document["legal_moves"],
        document["values"],
        document["entropies"],
        map(_move_values, document.get("move_values") or [None] * len(document["moves"])),
        strict=True,
    )
    return MatchRecord(
        number=document["number"],
        seed=document["seed"],
        seats=tuple(document["seats"]),
        turns=tuple([turn_record(*column) for column in columns]),
        status=document["status"],
        outcome=None if document["outcome"] is None else outcome_from_document(document["outcome"]),
        pair=document["pair"],
        facts=document["facts"],
    )


def _move_values(flat: list[float | int] | None) -> MoveValues | None:
    return None if flat is None else MoveValues.from_list(flat)


def outcome_document(outcome: Outcome) -> Document:
    """An outcome as a JSON object."""
    return {
        "winner": outcome.winner,
        "ranks": list(outcome.ranks),
        "utilities": list(outcome.utilities),
        "reason": outcome.reason,
        "line": outcome.line,
        **({} if outcome.closing is None else {"closing": [outcome.closing.reason, outcome.closing.line]}),
        **({"teams": list(outcome.teams)} if outcome.teams else {}),
        **({} if outcome.points is None else {"points": list(outcome.points)}),
        **({} if outcome.payoffs is None else {"payoffs": list(outcome.payoffs)}),
    }


def outcome_from_document(document: Document) -> Outcome:
    """The outcome that was written as this JSON object."""
    return Outcome(
        document["winner"],
        tuple(document["ranks"]),
        tuple(document["utilities"]),
        document["reason"],
        document["line"],
        Closing(*document["closing"]) if document.get("closing") is not None else None,
        tuple(document.get("teams", ())),
        _amounts(document.get("points")),
        _amounts(document.get("payoffs")),
    )


def _amounts(written: Sequence[float] | None) -> tuple[float, ...] | None:
    return None if written is None else tuple(map(float, written))
