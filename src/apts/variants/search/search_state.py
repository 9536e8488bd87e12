"""What all ways of searching share: the game they begin with, the gate, the track, the budget, and what was found."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.language.tree import Clause
from apts.locales import LANGUAGES
from apts.playtest.evidence.sentences import Message, Translated, Value
from apts.playtest.matches.forecast import random_length
from apts.similar_names import did_you_mean
from apts.statistics import Estimate
from apts.variants.admission import (
    Passed,
    Refusal,
    admit,
    behaviour_digest,
    broken_off,
    message,
    new_warning,
    warning_kinds,
)
from apts.variants.authored_text import TextOrigin
from apts.variants.difference import edits_in
from apts.variants.search.goal_scorer import GoalScorer
from apts.variants.search.improve_request import DEFAULT_AXES
from apts.variants.search.match_runner import Budget
from apts.variants.search.methods.game_map import Cell
from apts.variants.search.methods.race import Ranked, order_of
from apts.variants.structure.random_edits import ALL_KINDS
from apts.variants.tunables import NO_LIMITS, Limits, keeps_limits
from apts.variants.variant import STRUCTURAL_KINDS, VALUE_KINDS, Variant

GATE_SHARE = 0.5
"""The part of the time that candidates may take to be made and looked at before any is played."""

MUCH_LONGER = 4.0
"""Games whose random matches are so many times as long cost too much to be searched among the others."""

SHORT = 25.0
"""Turns of a match that are never too many to begin with."""


class _EditsByLanguage(Mapping[str, str]):
    """The edits of a variant in words of every language; told when they are asked for."""

    def __init__(self, variant: Variant):
        self._variant = variant

    def __getitem__(self, language: str) -> str:
        return "; ".join(edits_in(language, self._variant))

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


@dataclass(frozen=True)
class Refused:
    """A variant that cost no matches, and why."""

    variant: Variant
    refusal: Refusal

    @property
    def reason(self) -> str:
        """Why, as a sentence."""
        return self.refusal.reason

    @property
    def kind(self) -> str:
        """A word for counting."""
        return self.refusal.kind


@dataclass(frozen=True)
class SearchStep:
    """How a search stood at some time: the matches spent, a message, and the best variant with its shortfall.

    ``seen`` are the matches of that variant until then: its shortfall is another one after more of them.
    """

    matches: int
    message: Message
    best: Variant
    standing: Estimate
    seen: int = 0


Watch = Callable[[SearchStep], None]
"""Told every step of a search."""


@dataclass
class SearchState:
    """A search under way.

    ``most`` is how many matches a variant gets in full. ``tried`` has every variant that was played, by its key, as it
    stood when it was last looked at; the parent is among them. ``games`` is how many variants are wanted. ``donors`` are
    rules that clauses may come from, None for the library; ``map`` has the best game of every kind along two ``axes``,
    where a search draws one.
    """

    parent: Variant
    track: GoalScorer
    budget: Budget
    seed: int
    kinds: tuple[str, ...]
    most: int
    watch: Watch
    limits: Limits = NO_LIMITS
    donors: tuple[Clause, ...] | None = None
    axes: tuple[str, str] = DEFAULT_AXES
    games: int = 1
    tried: dict[str, Ranked[Variant]] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    trace: list[SearchStep] = field(default_factory=list)
    left_out: int = 0
    map: dict[tuple[int, int], Cell] = field(default_factory=dict)
    seen: dict[str, Value] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)
    _turns: float = 0.0
    _warnings: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._asked.add(self.parent.key)
        game = self.track.match_runner.game(self.parent)
        self.seen[behaviour_digest(game, self.track.match_runner.limit)] = message("gate/as-it-is")
        self._turns = random_length(game)
        self._warnings = warning_kinds(game)

    @property
    def has_rules(self) -> bool:
        """Whether the game is made of clauses that can be edited."""
        return isinstance(self.parent.parent, TextOrigin)

    def is_new(self, variant: Variant) -> bool:
        """Whether a variant can be made and was never asked for."""
        return variant.fits and variant.key not in self._asked

    def admitted(self, variants: Iterable[Variant], budget: Budget, most: float = math.inf) -> list[Variant]:
        """Those that pass the gate and were not asked for before; the others are remembered with the reason.

        Once ``most`` have passed, or half of a budget in minutes is over, no further variant is taken from the iterator.
        """
        passed: list[Variant] = []
        time = budget.part(GATE_SHARE)
        waiting = iter(variants)
        while len(passed) < most and not time.is_late and (variant := next(waiting, None)) is not None:
            if self.is_new(variant):
                self._asked.add(variant.key)
                if self._is_admitted(variant):
                    passed.append(variant)
        return passed

    def leave_out(self, variants: Iterable[Variant]) -> None:
        """Count variants that the budget does not hold, each once and only such as were never asked for."""
        self.left_out += len({variant.key for variant in variants if self.is_new(variant)})

    def _is_admitted(self, variant: Variant) -> bool:
        found = self._outside_limits(variant) or admit(variant, self.seen, self.track.match_runner.limit)
        if isinstance(found, Passed):
            found = self._fitting(found)
        if isinstance(found, Passed):
            found = new_warning(self._warnings, found.game) or found
        if isinstance(found, Refusal):
            self.refused.append(Refused(variant, found))
            return False
        self.seen[found.digest] = Translated(_EditsByLanguage(variant))
        self.track.match_runner.know(variant, found.game)
        return True

    def _outside_limits(self, variant: Variant) -> Refusal | None:
        """Edits of clauses can take away or replace what is to stay."""
        if self.limits == NO_LIMITS or keeps_limits(self.parent.tunables(), variant.tunables(), self.limits):
            return None
        return Refusal(message("gate/limits"), "limits")

    def _fitting(self, found: Passed) -> Passed | Refusal:
        """What is a game, but no answer to the question: one for others, the same with moves twice, a much longer one."""
        players = self.track.match_runner.game(self.parent).players
        if found.game.players != players:
            return Refusal(message("gate/players", players=found.game.players, wanted=players), "players")
        if _offers_twice(found.game) and not _offers_twice(self.track.match_runner.game(self.parent)):
            return Refusal(message("gate/twice"), "seen")
        try:
            turns = random_length(found.game)
        except AptsError as error:
            return broken_off(error)
        if turns > MUCH_LONGER * max(SHORT, self._turns):
            return Refusal(message("gate/long", turns=f"{turns:.0f}", usual=f"{self._turns:.0f}"), "cost")
        return found

    def note(self, ranked: Iterable[Ranked[Variant]]) -> None:
        """Remember how variants stand. One that races again has the matches that it had, however far the new race came."""
        for one in ranked:
            known = self.tried.get(one.candidate.key, one)
            self.tried[one.candidate.key] = replace(one, matches=max(one.matches, known.matches))
            if one.dropped:
                self.track.forget(one.candidate)

    def best(self) -> Ranked[Variant]:
        """The best variant so far; the parent where none is nearer to the goals."""
        return next(iter(self.ranking()), self.tried[self.parent.key])

    def ranking(self) -> list[Ranked[Variant]]:
        """The variants that are nearer to the goals than the parent and did not drop out, the best first.

        Whoever was let into more rounds comes first: few matches are soon inside by luck.
        """
        before = self.tried[self.parent.key].standing.value
        known = [
            one
            for one in self.tried.values()
            if one.candidate is not self.parent and not one.dropped and one.standing.value < before
        ]
        return sorted(
            known, key=lambda one: (-one.matches, *order_of(one.standing, self.track.preference(one.candidate)))
        )

    def report(self, message: Message, best: Ranked[Variant] | None = None) -> None:
        """One more step of the search; fresh matches may say which is the best."""
        matches = self.trace[-1].matches if best is not None and self.trace else self.budget.meter.matches
        best = best or self.best()
        step = SearchStep(matches, message, best.candidate, best.standing, best.matches)
        self.trace.append(step)
        self.watch(step)


def _offers_twice(game: Game) -> bool:
    """Whether a move is offered more than once at the start: random matches differ then, and the game is the same."""
    return game.perft(1) > len(game.start().moves())


# ----------------------------------------------------------------------------------------------------------------
# Which edits a search may make, by the names that people type.

GROUPS: dict[str, tuple[str, ...]] = {"values": VALUE_KINDS, "clauses": STRUCTURAL_KINDS, "all": ALL_KINDS}
"""Kinds that have a name together."""


def read_kinds(text: str) -> tuple[str, ...]:
    """The kinds of edits that a text names, as ``values`` or ``number,option``; a wrong name lists the valid ones."""
    if not isinstance(text, str):
        raise AptsError(f"edits are named in a text, such as 'values' or 'number,option', not {text!r}")
    known = {**GROUPS, **{kind: (kind,) for kind in ALL_KINDS}}
    found: dict[str, None] = {}
    for name in (part.strip() for part in text.split(",")):
        if name not in known:
            raise AptsError(
                f"there is no kind of edit {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})"
            )
        found |= dict.fromkeys(known[name])
    return tuple(found)
