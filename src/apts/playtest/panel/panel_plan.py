"""Who is in the panel of a play-test: three strengths with budgets a factor of four apart, and who plays how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from apts.archive import Archive, MatchRecord, RunManifest
from apts.archive.records import manifest_digest
from apts.engine.play.game import Game
from apts.playtest.experiments.side_runs import QUESTION
from apts.playtest.matches.forecast import CLUB, CLUB_PLAYER, fitting
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.search.least_iterations import TRIES_A_MOVE, most_moves

PANEL = "panel"
"""What a manifest calls the strengths that play beside its own, and what their runs answer."""

STEP = 4
"""Each strength has so many times the budget of the one below it."""

WORK = 1.4
"""What all strengths together may cost, in play-tests of one strength."""

WEAKER_SHARE, STRONGER_SHARE = 0.8, 0.4
"""How many matches the weaker and the stronger players have for each of those in the middle: the weaker take a fifth of
the work of these, the stronger, whose matches say most, one and a half times as much."""

FEWEST = 12
"""Matches of the strongest players below which a strength says next to nothing."""


@dataclass(frozen=True)
class Beside:
    """Players of another strength, with their share of the matches of those in the middle."""

    agents: str
    share: float

    def matches(self, of_main: int) -> int:
        """How many matches they play."""
        return max(1, round(self.share * of_main))


@dataclass(frozen=True)
class PanelPlan:
    """The players of the main run with the matches that fit the game, and those of other strengths, the weakest first.

    Nobody is beside them where a game is so slow that another strength would have too few matches.
    """

    agents: str
    matches: int
    beside: tuple[Beside, ...] = ()

    def settings(self, request: PlaytestRequest) -> PlaytestRequest:
        """The request with the players of the main run, and their matches where none were asked for."""
        return replace(request, agents=self.agents, matches=request.matches or self.matches)

    def noted(self, manifest: RunManifest) -> RunManifest:
        """The manifest of the main run with the others named: a run with a panel is another one than a run without."""
        others = [{"agents": one.agents, "share": one.share} for one in self.beside]
        return replace(manifest, settings={**manifest.settings, PANEL: others})


def has_panel(request: PlaytestRequest) -> bool:
    """Whether several strengths are to play: nobody named who plays, and the run is to last as long as it takes.

    A first look ends after half a minute, and a run that ends when one player's scores are known asks about that player.
    """
    named = request.agents is not None or request.one_strength or request.at_levels
    return not named and not request.quick and request.until is None


def panel_plan(request: PlaytestRequest, game: Game) -> PanelPlan | None:
    """The panel of a request; None where one strength plays."""
    if not has_panel(request):
        return None
    usual, moves = fitting([game]), most_moves(game)
    work = WORK * usual.matches * usual.iterations
    for plan in (_three(usual.iterations, usual.agents == CLUB_PLAYER, moves, work), _two(usual.iterations, work)):
        if plan.beside[-1].matches(plan.matches) >= FEWEST:
            return plan
    return PanelPlan(usual.agents, usual.matches)


def _three(iterations: int, club: bool, moves: int, work: float) -> PanelPlan:
    """A quarter, the whole, and four times a budget of which a quarter still tries every move a few times."""
    budget = max(CLUB if club else iterations, STEP * TRIES_A_MOVE * moves)
    matches = int(work / (budget * (1.0 + WEAKER_SHARE / STEP + STRONGER_SHARE * STEP)))
    if club:
        weaker, main, stronger = (_club(step) for step in (-1, 0, 1))
    else:
        weaker, main, stronger = (f"uct:iterations={round(budget * factor)}" for factor in (1 / STEP, 1, STEP))
    return PanelPlan(main, matches, (Beside(weaker, WEAKER_SHARE), Beside(stronger, STRONGER_SHARE)))


def _club(step: int) -> str:
    """The usual player with so many times its budget, at every position: tries for each move are as many times more."""
    tries = TRIES_A_MOVE * STEP * STEP**step
    return f"uct:iterations={round(CLUB * STEP**step)},loss=0.02,breadth={round(tries)}"


def _two(iterations: int, work: float) -> PanelPlan:
    """The usual budget and four times as much, where a quarter would not try every move."""
    matches = int(work / (iterations * (1.0 + STRONGER_SHARE * STEP)))
    stronger = f"uct:iterations={STEP * iterations}"
    return PanelPlan(f"uct:iterations={iterations}", matches, (Beside(stronger, STRONGER_SHARE),))


# ----------------------------------------------------------------------------------------------------------------
# The runs of the other strengths in an archive: runs that answer a question beside the main one.


def beside_of(manifest: RunManifest) -> tuple[Beside, ...] | None:
    """Those who played beside a run; None where no panel was asked for."""
    known = manifest.settings.get(PANEL)
    if not isinstance(known, list):
        return None
    return tuple(
        Beside(str(one["agents"]), float(one["share"]))
        for one in known
        if isinstance(one, Mapping) and "agents" in one and _is_share(one.get("share"))
    )


def _is_share(given: object) -> bool:
    """Whether it is a share of matches: a manifest may come from elsewhere."""
    return isinstance(given, int | float) and 0.0 < given <= 1.0


def side_manifest_of(manifest: RunManifest, beside: Beside) -> RunManifest:
    """The manifest of the run of another strength, from that of the main run."""
    settings: dict[str, Any] = {name: value for name, value in manifest.settings.items() if name != PANEL}
    return replace(
        manifest,
        agents=(beside.agents,) * len(manifest.agents),
        matches=beside.matches(manifest.matches),
        settings={**settings, QUESTION: {"kind": PANEL}},
    )


def kept_beside(archive: Archive, manifest: RunManifest) -> list[tuple[str, RunManifest, list[MatchRecord]]]:
    """The runs of the other strengths that an archive has of a run, by name, with as many matches as it asked for."""
    wanted = [side_manifest_of(manifest, beside) for beside in beside_of(manifest) or ()]
    digests = {manifest_digest(one): one for one in wanted}
    found: dict[str, tuple[str, list[MatchRecord]]] = {}
    for summary in archive.runs() if digests else ():
        if summary.game != manifest.game:
            continue
        known = archive.readable_manifest(summary.name)
        digest = None if known is None else manifest_digest(known)
        if digest in digests and digest not in found:
            most = digests[digest].matches
            records = [one for one in archive.matches(summary.name, damaged=[]) if one.number <= most]
            found[digest] = (summary.name, records)
    return [(found[digest][0], one, found[digest][1]) for digest, one in digests.items() if digest in found]
