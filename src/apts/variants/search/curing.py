"""``apts.cures``: what designers try against the findings of a game, each cure played at several strengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from apts.agents.agent import derived_seed
from apts.archive import Archive, opened_archive
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource
from apts.playtest.findings import Finding, declared_finding, finding_kinds
from apts.playtest.findings.cure_kinds import CURES, cure_kind
from apts.playtest.matches.forecast import positions_a_match
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.metrics import declared
from apts.playtest.run import Run
from apts.search.least_iterations import least_iterations
from apts.similar_names import did_you_mean
from apts.statistics import Estimate
from apts.variants.admission import Refusal, admit, behaviour_digest, new_warning, warning_kinds
from apts.variants.search.match_runner import Budget, MatchRunner, Series, Watch
from apts.variants.search.strength_ladder import ITERATIONS, spelled_agents, strength_ladder
from apts.variants.structure.cures import cure_edits
from apts.variants.tunables import NO_LIMITS, Limits
from apts.variants.variant import Edit, Variant, as_variant

MATCHES = 200
"""Matches of each cure at each strength."""

MOST = 12
"""Edits that are tried; the first of every cure come first."""

WORK = 1e9
"""Positions that all the matches may visit together: some minutes on two cores."""

LADDER_WORK = 21.0
"""What a match at each of the three strengths takes, in matches of the weakest."""


@dataclass(frozen=True)
class CureRun:
    """The matches of a game by the players of one strength."""

    agents: str
    run: Run


@dataclass(frozen=True)
class Tried:
    """A game with a cure, or as it is (``cure`` is then empty): its matches, and which of the findings it still has."""

    cure: str
    variant: Variant
    runs: tuple[CureRun, ...]

    def figure(self, metric: str, place: int) -> Estimate | None:
        """A figure at the strength of a place."""
        return declared(metric).as_estimate(self.runs[place].run.metrics[metric])

    def finding(self, kind: str, place: int) -> Finding | None:
        """The finding of a kind at the strength of a place; None where the matches do not show it."""
        return next((one for one in self.runs[place].run.findings if one.kind == kind), None)

    def helps(self, kind: str, before: Tried) -> bool:
        """Whether the finding is gone at every strength, and was there at one of them."""
        places = range(len(self.runs))
        was = any(before.finding(kind, place) is not None for place in places)
        return was and all(self.finding(kind, place) is None for place in places)

    def new_kinds(self, before: Tried) -> tuple[str, ...]:
        """The kinds of findings that the matches show at some strength, and show of the game as it is at none."""
        known = {one.kind for side in before.runs for one in side.run.findings}
        found = dict.fromkeys(one.kind for side in self.runs for one in side.run.findings)
        return tuple(kind for kind in found if kind not in known and not declared_finding(kind).is_caveat)


@dataclass(frozen=True)
class RefusedCure:
    """A cure that was not played, and why."""

    cure: str
    variant: Variant
    refusal: Refusal


@dataclass(frozen=True)
class Cures:
    """What came of the cures: ``kinds`` are the findings that they are against, ``before`` is the game as it is.

    Where Ctrl-C ended it (``interrupted``), no cure was tried to the end.
    """

    name: str
    kinds: tuple[str, ...]
    before: Tried
    tried: tuple[Tried, ...]
    refused: tuple[RefusedCure, ...]
    matches: int
    seed: int
    interrupted: bool = False

    @property
    def agents(self) -> tuple[str, ...]:
        """Who played, the weakest first."""
        return tuple(one.agents for one in self.before.runs)

    def metric(self, kind: str) -> str:
        """The metric that answers the question of a kind of finding."""
        metric = declared_finding(kind).judged_by
        seats = self.before.runs[0].run.evidence.players
        return "balance" if metric == "seat-score" and seats > 2 else metric

    def of(self, kind: str) -> tuple[Tried, ...]:
        """The cures against a kind of finding that were tried."""
        return tuple(one for one in self.tried if one.cure in declared_finding(kind).cures)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.name,
            "agents": list(self.agents),
            "matches": self.matches,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "findings": [self._finding_data(kind) for kind in self.kinds],
            "refused": [
                {"cure": one.cure, "edits": [edit.words for edit in one.variant.edits], "reason": one.refusal.reason}
                for one in self.refused
            ],
        }

    def _finding_data(self, kind: str) -> dict[str, Any]:
        return {
            "kind": kind,
            "metric": self.metric(kind),
            "before": self._sides(kind, self.before),
            "cures": [
                {
                    "cure": one.cure,
                    "edits": [edit.words for edit in one.variant.edits],
                    "helps": one.helps(kind, self.before),
                    "new_findings": list(one.new_kinds(self.before)),
                    "strengths": self._sides(kind, one),
                }
                for one in self.of(kind)
            ],
        }

    def _sides(self, kind: str, one: Tried) -> list[dict[str, Any]]:
        metric = self.metric(kind)
        found = []
        for place, side in enumerate(one.runs):
            figure = one.figure(metric, place) if metric else None
            known = one.finding(kind, place)
            found.append(
                {
                    "agents": side.agents,
                    "figure": None if figure is None else asdict(figure),
                    "finding": None if known is None else known.state,
                }
            )
        return found


def cures(
    game: GameSource | Variant,
    findings: Sequence[str] = (),
    request: PlaytestRequest = DEFAULTS,
    limits: Limits = NO_LIMITS,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
) -> Cures:
    """Play a game as it is and with the cures against its findings, at strengths a factor of four apart.

    ``findings`` are kinds, such as ``seat-advantage``; where none is named, those that the matches show. Of ``request`` the
    agents, the matches of each cure at each strength, the seed, the limit and the workers count.
    """
    parent = as_variant(game)
    kinds = tuple(map(_curable, findings))
    matches = request.matches or MATCHES
    with executor_of(request.workers, request.cluster) as executor, opened_archive(archive) as own:
        runner = MatchRunner(request, executor, own, watch)
        played = runner.game(parent)
        agents = spelled_agents(request) or _agents(played, matches)
        course = _Course(runner, strength_ladder(agents, played), matches, request.seed)
        before = course.played({"": parent})[0]
        kinds = kinds or _found(before)
        admitted, refused = _admitted(runner, parent, _edits(parent, kinds, limits))
        tried, interrupted = [], False
        try:
            tried = course.played(dict(admitted)) if admitted else []
        except KeyboardInterrupt:
            interrupted = True
        return Cures(played.name, kinds, before, _in_order(kinds, tried), refused, matches, request.seed, interrupted)


@dataclass(frozen=True)
class _Course:
    """Matches of several games at the same strengths."""

    runner: MatchRunner
    ladder: tuple[str, ...]
    matches: int
    seed: int

    def played(self, variants: dict[str, Variant]) -> list[Tried]:
        """Play the variants, whose keys begin with the name of the cure."""
        series = {
            (label, agents): Series(variant, agents, derived_seed(self.seed, "cures", agents))
            for label, variant in variants.items()
            for agents in self.ladder
        }
        self.runner.play([(one, self.matches) for one in series.values()], Budget.of())
        return [
            Tried(
                label.partition("/")[0],
                variant,
                tuple(CureRun(agents, self.runner.run(series[label, agents], self.matches)) for agents in self.ladder),
            )
            for label, variant in variants.items()
        ]


def _curable(kind: str) -> str:
    """A kind of finding that has cures; a wrong name lists those that have."""
    known = [one for one in finding_kinds() if declared_finding(one).cures]
    if kind not in known:
        raise AptsError(
            f"there are no cures for a finding {kind!r}{did_you_mean(kind, known)} (there are: {', '.join(known)})"
        )
    return kind


def _agents(game: Game, matches: int) -> str:
    """The strongest agents whose matches of all cures fit."""
    most = WORK / (matches * LADDER_WORK * MOST)
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in ITERATIONS if count * an_iteration <= most), ITERATIONS[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def _found(before: Tried) -> tuple[str, ...]:
    """The kinds of findings with cures that the game has at some strength."""
    kinds = dict.fromkeys(one.kind for side in before.runs for one in side.run.findings)
    return tuple(kind for kind in kinds if declared_finding(kind).cures)


def _edits(parent: Variant, kinds: Sequence[str], limits: Limits) -> list[tuple[str, Edit]]:
    """The edits of the cures, the first of each cure first."""
    names = dict.fromkeys(cure_kind(cure).name for kind in kinds for cure in declared_finding(kind).cures)
    found = {name: cure_edits(parent, name, limits) for name in names}
    deepest = max(map(len, found.values()), default=0)
    return [(name, edits[turn]) for turn in range(deepest) for name, edits in found.items() if turn < len(edits)]


def _admitted(
    runner: MatchRunner, parent: Variant, edits: Sequence[tuple[str, Edit]]
) -> tuple[list[tuple[str, Variant]], tuple[RefusedCure, ...]]:
    """Those that make another game without new warnings, no more than are tried; and why others do not."""
    game = runner.game(parent)
    seen, warnings = {behaviour_digest(game, runner.limit)}, warning_kinds(game)
    admitted: list[tuple[str, Variant]] = []
    refused = []
    for number, (cure, edit) in enumerate(edits):
        if len(admitted) == MOST:
            break
        variant = parent.edited(edit)
        found = admit(variant, seen, runner.limit)
        if not isinstance(found, Refusal):
            found = new_warning(warnings, found.game) or found
        if isinstance(found, Refusal):
            refused.append(RefusedCure(cure, variant, found))
            continue
        seen.add(found.digest)
        runner.know(variant, found.game)
        admitted.append((f"{cure}/{number}", variant))
    return admitted, tuple(refused)


def _in_order(kinds: Sequence[str], tried: Sequence[Tried]) -> tuple[Tried, ...]:
    """The cures in the order in which the findings name them."""
    names = [cure for kind in kinds for cure in declared_finding(kind).cures]
    places = {name: place for place, name in reversed(list(enumerate(names)))}
    return tuple(sorted(tried, key=lambda one: places.get(one.cure, len(CURES))))
