"""What people's matches show, beside those of the agents."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from apts.agents.levels import level_names
from apts.archive import MatchRecord
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.experiments.people_matches import PERSON, RESIGNED, PeopleMatches, is_of_people, notes_of
from apts.playtest.metrics.metric_registry import mean_of
from apts.playtest.metrics.openings import Opening, opening_list
from apts.playtest.people.answers import Answers, answers_of
from apts.playtest.people.differences import FEWEST, SURE, Difference, differences, people_openings
from apts.statistics import Comparison, Estimate, bounded_mean, compare_independent, student, wilson


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
    """Everything that is told about the matches of people.

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
