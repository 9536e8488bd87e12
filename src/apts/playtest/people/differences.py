"""What people do and agents do not, or surely more rarely: openings, kinds of moves, pieces, sites, rules.

A thing is used by a player or not: one player of each match is looked at, so that the units are independent, and players
are compared with those of the same seat. All things that anybody used, and the lengths of matches, are tested at once and
corrected by Holm.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.archive import MatchRecord
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.rule_uses import RuleUse
from apts.playtest.evidence.second_look import second_look
from apts.playtest.experiments.people_matches import PERSON, PeopleMatches, notes_of
from apts.playtest.metrics.openings import Opening, opening_list
from apts.statistics import exact_p_above, holm

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
