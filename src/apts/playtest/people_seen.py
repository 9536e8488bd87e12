"""What people's matches show, beside those of the agents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from apts.agents.levels import level_names
from apts.archive import MatchRecord
from apts.playtest.evidence.choices import RuleUse, second_look
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.experiments.side_runs import PERSON, RESIGNED, PeopleMatches, is_of_people, notes_of
from apts.playtest.metrics.metric_registry import mean_of
from apts.playtest.metrics.openings import Opening, opening_list
from apts.statistics import (
    Comparison,
    Estimate,
    bounded_mean,
    compare_independent,
    exact_p_above,
    holm,
    student,
    wilson,
)

# ----------------------------------------------------------------------------------------------------------------
# What people answered after their matches.

LENGTHS = ("short", "right", "long")
"""What can be said of the length of a match."""

GRADES = (1.0, 5.0)
"""The least and the most fun."""


@dataclass(frozen=True)
class Answers:
    """How much fun it was (1 to 5), how each length was said how often, how often something confused, and words."""

    fun: Estimate | None
    lengths: Mapping[str, Estimate]
    confusing: Estimate | None
    words: tuple[str, ...]

    @property
    def some(self) -> bool:
        """Whether anybody answered anything."""
        return bool(self.fun or self.lengths or self.confusing or self.words)

    def as_data(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            "fun": None if self.fun is None else asdict(self.fun),
            "lengths": {name: asdict(share) for name, share in self.lengths.items()},
            "confusing": None if self.confusing is None else asdict(self.confusing),
            "words": list(self.words),
        }


def answers_of(given: Iterable[Mapping[str, Any]]) -> Answers:
    """The answers of all matches together; each question has its own number of answers."""
    entries = list(given)
    fun = [float(entry["fun"]) for entry in entries if "fun" in entry]
    lengths = [entry["length"] for entry in entries if "length" in entry]
    confusing = [bool(entry["confusing"]) for entry in entries if "confusing" in entry]
    return Answers(
        bounded_mean(fun, bounds=GRADES) if fun else None,
        {name: wilson(lengths.count(name), len(lengths)) for name in LENGTHS} if lengths else {},
        wilson(sum(confusing), len(confusing)) if confusing else None,
        tuple(str(entry["word"]) for entry in entries if entry.get("word")),
    )


# ----------------------------------------------------------------------------------------------------------------
# What people do and agents do not, or surely more rarely: openings, kinds of moves, pieces, sites, rules.
#
# A thing is used by a player or not: one player of each match is looked at, so that the units are independent,
# and players are compared with those of the same seat. All things that anybody used, and the lengths of matches,
# are tested at once and corrected by Holm.

SURE = 0.05
FEWEST = 5
"""With fewer matches of people nothing is called sure, whatever a test says of them."""
COLUMNS = {"kind": "kinds", "piece": "pieces", "site": "targets"}
"""Things that stand in the notes of a match, with their columns."""


@dataclass(frozen=True)
class Difference:
    """A thing that people use more often than agents: in how many of how many matches, and how sure that is.

    ``kind`` is ``opening``, ``kind`` (of moves), ``piece``, ``site`` or ``rule``. ``never`` tells that agents never use
    it in any match. ``p_value`` is corrected for everything that was looked at.
    """

    kind: str
    name: str
    people: int
    people_of: int
    agents: int
    agents_of: int
    never: bool
    p_value: float
    line: int | None = None

    @property
    def sure(self) -> bool:
        """Whether it is more than luck, in a handful of matches at least."""
        return self.p_value <= SURE and self.people_of >= FEWEST

    def as_data(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {"sure": self.sure}


Player = tuple[int, frozenset[Hashable]]
"""The seat of a player, and the things that it used."""


@dataclass(frozen=True)
class _Compared:
    kind: str
    name: str
    strata: tuple[tuple[int, int, int, int], ...]
    never: bool
    line: int | None = None


def differences(
    agents: Evidence, people: Evidence, kept: PeopleMatches, beside: Sequence[float] = ()
) -> tuple[tuple[Difference, ...], tuple[float, ...]]:
    """What people use more often, the surest first; things that agents use at least as often are left out.

    ``beside`` are p-values of what else is asked about the same people. They are corrected with all others, and come back
    so, second.
    """
    found = [*_used(agents, people, kept), *_openings(agents, people), *_rules(agents, people)]
    adjusted = holm([*(exact_p_above(one.strata) for one in found), *beside])
    parts = []
    for one, p_value in zip(found, adjusted[: len(found)], strict=True):
        both = [stratum for stratum in one.strata if stratum[1] and stratum[3]]  # seats that both played
        theirs, theirs_of, own, own_of = (sum(stratum[column] for stratum in both) for column in range(4))
        if own and (one.never or own * theirs_of > theirs * own_of):
            parts.append(
                Difference(one.kind, one.name, own, own_of, theirs, theirs_of, one.never, float(p_value), one.line)
            )
    worth_telling = [one for one in parts if one.sure or one.never]
    ordered = sorted(worth_telling, key=lambda one: (one.p_value, -one.people, one.name))
    return tuple(ordered), tuple(float(p_value) for p_value in adjusted[len(found) :])


def _used(agents: Evidence, people: Evidence, kept: PeopleMatches) -> Iterator[_Compared]:
    """Kinds, pieces and sites: one player of each match, compared with players of the same seat."""
    every_seat = tuple(range(1, agents.players + 1))
    names = () if agents.game is None else agents.game.site_names
    for kind, column in COLUMNS.items():
        ours = [_one_player(match, kept.person_seats(match), column) for match in people.whole]
        theirs = [_one_player(match, every_seat, column) for match in agents.whole]
        at_all = {thing for match in agents.whole for seat in every_seat for thing in _things(match, seat, column)}
        things = sorted({thing for _, used in (*ours, *theirs) for thing in used}, key=str)
        for thing in things:
            name = _site(names, thing) if kind == "site" else str(thing)
            yield _Compared(kind, name, _strata(theirs, ours, thing, every_seat), thing not in at_all)


def _site(names: tuple[str, ...], thing: Hashable) -> str:
    site = int(str(thing))
    return names[site] if site < len(names) else str(site)


def _one_player(match: MatchRecord, seats: tuple[int, ...], column: str) -> Player:
    """One of the players of a match, each seat in turn, with what it used."""
    seat = seats[match.number % len(seats)]
    return seat, frozenset(_things(match, seat, column))


def _things(match: MatchRecord, seat: int, column: str) -> Iterator[Hashable]:
    given = int(notes_of(match).get("given", 0))
    for place, (turn, thing) in enumerate(zip(match.turns, match.facts.get(column, ()), strict=False)):
        if turn.mover == seat and thing is not None and place >= given:
            yield thing


def _strata(
    theirs: list[Player], ours: list[Player], thing: Hashable, seats: tuple[int, ...]
) -> tuple[tuple[int, int, int, int], ...]:
    def counted(players: list[Player], seat: int) -> tuple[int, int]:
        used = [thing in things for own, things in players if own == seat]
        return sum(used), len(used)

    return tuple(counted(theirs, seat) + counted(ours, seat) for seat in seats)


def _openings(agents: Evidence, people: Evidence) -> Iterator[_Compared]:
    """First moves up to symmetry, among matches that could begin with them."""
    theirs, ours = _by_name(opening_list(agents)), _by_name(people_openings(people))
    possible = max((one.possible for one in theirs.values()), default=0)
    for name in sorted(ours.keys() | theirs.keys()):
        other, own = theirs.get(name), ours.get(name)
        counts = (other.count, other.possible) if other is not None else (0, possible)
        mine = (own.count, own.possible) if own is not None else (0, 0)
        shown = own.shown if own is not None else name
        yield _Compared("opening", shown, (counts + mine,), other is None and possible > 0)


def _by_name(openings: list[Opening]) -> dict[str, Opening]:
    return {opening.name: opening for opening in openings}


def people_openings(people: Evidence) -> list[Opening]:
    """The openings of matches that a person opened, from the start of the game."""
    agents = people.manifest.agents

    def opened(match: MatchRecord) -> bool:
        first = match.turns[0].mover if match.turns else 0
        by_person = 1 <= first <= people.players and agents[match.seats[first - 1]] == PERSON
        return by_person and not notes_of(match).get("given")

    chosen = [match for match in people.whole if opened(match)]
    return opening_list(Evidence(people.manifest, chosen, people.game, people.goals)) if chosen else []


def _rules(agents: Evidence, people: Evidence) -> Iterator[_Compared]:
    """Rules of the text that took effect in matches, whoever made them do so."""
    theirs, ours = second_look(agents), second_look(people)
    if theirs is None or ours is None or not theirs.replayed or not ours.replayed:
        return
    before = _by_place(theirs.rules)
    for place, rule in _by_place(ours.rules).items():
        other = before.get(place)
        uses = other.matches if other is not None else 0
        if not rule.matches and not uses:
            continue
        strata = ((uses, theirs.replayed, rule.matches, ours.replayed),)
        yield _Compared("rule", rule.name, strata, uses == 0, rule.line)


def _by_place(rules: tuple[RuleUse, ...]) -> Mapping[tuple[str, int, int], RuleUse]:
    return {(rule.name, rule.line, rule.column): rule for rule in rules}


@dataclass(frozen=True)
class Against:
    """The score of people against others: ``who`` sat there; ``person`` where only people played, and seat 1 scored."""

    who: str
    score: Estimate


@dataclass(frozen=True)
class OpeningShares:
    """An opening: what it is called, and how often people and agents choose it; None where none could."""

    name: str
    people: Estimate | None
    agents: Estimate | None


@dataclass(frozen=True)
class PeopleSeen:
    """Everything that is shown of the matches of people.

    ``turns`` is of matches that were played to their end from the start; ``agent_turns`` is that of the agents and
    ``longer`` the difference, and ``longer_p_value`` its p-value, corrected for all else that is asked. ``minutes`` is
    what matches took by the clock. ``compared`` tells whether there are agents to compare with.
    """

    matches: int
    given_up: int
    unfinished: int
    against: tuple[Against, ...]
    turns: Estimate | None
    agent_turns: Estimate | None
    longer: Comparison | None
    longer_p_value: float | None
    minutes: Estimate | None
    hints: int
    undone: int
    openings: tuple[OpeningShares, ...]
    differences: tuple[Difference, ...]
    answers: Answers
    compared: bool

    @property
    def longer_is_sure(self) -> bool:
        """Whether matches of people are longer or shorter by more than luck, all questions considered."""
        known = self.turns is not None and self.turns.n >= FEWEST
        return known and self.longer_p_value is not None and self.longer_p_value <= SURE

    def as_data(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {
            **{name: getattr(self, name) for name in ("matches", "given_up", "unfinished", "hints", "undone")},
            "against": [{"who": one.who, **asdict(one.score)} for one in self.against],
            "turns": _data(self.turns),
            "agent_turns": _data(self.agent_turns),
            "longer": None if self.longer is None else asdict(self.longer),
            "longer_p_value": self.longer_p_value,
            "longer_is_sure": self.longer_is_sure,
            "minutes": _data(self.minutes),
            "openings": [
                {"name": one.name, "people": _data(one.people), "agents": _data(one.agents)} for one in self.openings
            ],
            "differences": [one.as_data() for one in self.differences],
            "answers": self.answers.as_data(),
        }


def _data(estimate: Estimate | None) -> dict[str, Any] | None:
    """An estimate as plain values; an interval without an end has none."""
    if estimate is None:
        return None
    return {key: value if np.isfinite(value) else None for key, value in asdict(estimate).items()}


@lru_cache(maxsize=4)
def people_seen(evidence: Evidence) -> PeopleSeen | None:
    """What the people's matches beside a run show; None where there are none."""
    kept = None if evidence.side is None else evidence.side.people
    if kept is None:
        return None
    people = Evidence(kept.manifest, kept.matches, evidence.game, evidence.goals)
    compared = not is_of_people(evidence.manifest) and evidence.n > 0
    whole = [match for match in kept.matches if _is_complete(match)]
    lengths = np.array([match.length for match in whole], dtype=np.float64)
    theirs = evidence.lengths if compared else np.zeros(0)
    notes = [notes_of(match) for match in kept.matches]
    longer = compare_independent(theirs, lengths) if min(len(theirs), len(lengths)) > 1 else None
    parts = () if longer is None else (longer.p_value,)
    used, corrected = differences(evidence, people, kept, parts) if compared else ((), ())
    return PeopleSeen(
        matches=len(kept.matches),
        given_up=sum(_resigned(match) for match in kept.matches),
        unfinished=sum(match.status != "finished" for match in kept.matches),
        against=scores_against(kept),
        turns=student(lengths, bounds=(0.0, np.inf)) if len(lengths) else None,
        agent_turns=mean_of(evidence, theirs, 0.0) if len(theirs) else None,
        longer=longer,
        longer_p_value=corrected[0] if corrected else None,
        minutes=minutes_taken(whole),
        hints=sum(int(note.get("hints", 0)) for note in notes),
        undone=sum(int(note.get("undone", 0)) for note in notes),
        openings=opening_shares(evidence if compared else None, people),
        differences=used,
        answers=answers_of(note.get("answers", {}) for note in notes),
        compared=compared,
    )


def _resigned(match: MatchRecord) -> bool:
    return match.outcome is not None and match.outcome.reason == RESIGNED


def _is_complete(match: MatchRecord) -> bool:
    return match.status == "finished" and not _resigned(match) and not notes_of(match).get("given")


def scores_against(kept: PeopleMatches) -> tuple[Against, ...]:
    """The score of people against each kind of opponents, in the order of their strength; matches of people last.

    A match counts once, with the mean of its people. Where people play alone among themselves it is the score of seat 1.
    """
    order = {f"level:{name}": place for place, name in enumerate(level_names())}

    def by_strength(who: str) -> tuple[int, str]:
        return order.get(who, len(order)), who

    scores: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for match in kept.matches:
        if match.outcome is None or match.status != "finished":
            continue
        others = {kept.sitter(match, seat) for seat in range(1, kept.manifest.players + 1)} - {PERSON}
        seats = kept.person_seats(match) if others else (1,)
        values = [(match.outcome.utilities[seat - 1] + 1.0) / 2.0 for seat in seats]
        scores[tuple(sorted(others, key=by_strength))].append(sum(values) / len(values))
    ordered = sorted(scores, key=lambda who: (not who, [by_strength(one) for one in who]))
    return tuple(Against(", ".join(who) or PERSON, bounded_mean(scores[who])) for who in ordered)


def minutes_taken(whole: list[MatchRecord]) -> Estimate | None:
    """The minutes of matches whose every move has its time."""
    times = [notes_of(match).get("times", ()) for match in whole]
    sums = [sum(moves) / 60.0 for moves in times if moves and None not in moves]
    return student(sums, bounds=(0.0, np.inf)) if sums else None


def opening_shares(agents: Evidence | None, people: Evidence) -> tuple[OpeningShares, ...]:
    """Every opening of people and of agents, the most common of people first."""
    ours, theirs = people_openings(people), [] if agents is None else opening_list(agents)
    shown = {one.name: one.shown for one in (*theirs, *ours)}
    names = dict.fromkeys(one.name for one in (*ours, *theirs))
    return tuple(OpeningShares(shown[name], _share(ours, name), _share(theirs, name)) for name in names)


def _share(openings: list[Opening], name: str) -> Estimate | None:
    """How often an opening is chosen, by those who could choose one; None where nobody could."""
    if not openings:
        return None
    known = next((one.share for one in openings if one.name == name), None)
    return known if known is not None else wilson(0, max(one.possible for one in openings))
