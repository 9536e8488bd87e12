"""An evaluation fitted to a game: weights of features from matches of its own search, and a contest that it has to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.search.evaluation.features import Feature, features_of
from apts.search.evaluation.given import derived_heuristic
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.piece_values import piece_values
from apts.search.fitting.contest import Contest, Score, score_of
from apts.search.fitting.positions import Sample, SelfPlay
from apts.search.fitting.regression import (
    Rows,
    best_multiple,
    chosen_pull,
    fitted_weights,
    spreads,
)
from apts.search.fitting.work import LISTING, costs_of

VERSION = 3
"""Raised when a fit finds other weights than before."""

SEED = 1

ROUND_WORK = (4e8, 6e8)
"""Steps of work of the matches of each round; the second is played with the best that the first has found."""

SCREEN_WORK, SCREEN_MATCHES = 1.2e8, 16
FINAL_WORK, FINAL_MATCHES = 8e8, 60

FEWEST_MATCHES = 12
"""With fewer nothing is fitted."""

MOST_ROWS = 12_000
STRONGER = 20.0
"""How many times more strongly the cautious candidate is drawn towards the prior."""

COSTLY = 2.0
"""Features for which moves have to be listed are left out where a node costs more than so many times as much with one."""

MOVE_WORK, FEWEST_NODES, MOST_NODES = 100_000, 100.0, 600.0

DIGITS = 3
NEGLIGIBLE = 0.004
"""A term that moves the value of a position by less than this share of all that moves it is left out."""


@dataclass(frozen=True)
class Fit:
    """What a fit came to: the evaluation, whether it won its contest, the score, and what it was made of."""

    heuristic: Heuristic
    kept: bool
    score: Score
    matches: int
    positions: int
    nodes: int


def fitted(game: RulesGame, seed: int = SEED, default: Heuristic | None = None) -> Fit:
    """Fit an evaluation to a game and let it play against the default one; the better one is in the result.

    The default is the evaluation that is derived from the rules, unless the game has another. What comes of it depends on
    the rules, the default and the seed alone, not on the machine or the time that it takes.
    """
    if game.players < 2:
        raise AptsError(f"an evaluation is fitted by matches of one seat against others, and {game.name} is for one")
    return _Fitting(game, seed, default).result()


class _Fitting:
    """One fit under way."""

    def __init__(self, game: RulesGame, seed: int, default: Heuristic | None):
        self.machine, self.seed = game.machine.twin(), seed
        self.default = derived_heuristic(game.compiled) if default is None else default
        features = features_of(game)
        self.costs = costs_of(self.machine, seed, max((feature.term.length or 0 for feature in features), default=0))
        values = piece_values(self.machine)
        self.features = self._affordable(features_of(game, values))
        self.prior = [feature.default for feature in self.features]
        self.nodes = self._nodes_a_move()
        self.samples: list[Sample] = []
        self.screened: list[tuple[float, Heuristic]] = []

    def _affordable(self, features: list[Feature]) -> list[Feature]:
        plain, listing = Heuristic(), Heuristic((Term("mobility"),))
        if self.costs.node(listing) <= COSTLY * self.costs.node(plain):
            return features
        return [feature for feature in features if feature.term.kind not in LISTING]

    def _nodes_a_move(self) -> int:
        """The nodes of a search: each move is looked at, and most of the answers where that costs little."""
        cheap = MOVE_WORK / self.costs.node(self.default)
        return round(max(FEWEST_NODES, 4.0 * self.costs.moves, min(MOST_NODES, cheap)))

    def result(self) -> Fit:
        """Play, fit, play again with what was found, fit again, and let the best play a contest of fresh matches."""
        play = SelfPlay(self.machine, [feature.term for feature in self.features], self.costs, self.seed)
        current = weighted(self.features, self.prior)
        for number, work in enumerate(ROUND_WORK):
            self.samples += play.play(current, self.nodes, work, judged=number > 0)
            if len({sample.match for sample in self.samples}) < FEWEST_MATCHES:
                return Fit(self.default, False, score_of([], 1), play.matches, len(self.samples), self.nodes)
            for weights in self._candidates(calibrated=number == 0):
                self._screen(weighted(self.features, weights))
            current = max(self.screened, key=lambda known: known[0])[1]
        contest = Contest(self.machine, current, self.default, self.costs, self.seed)
        score = contest.play(self.nodes, FINAL_WORK, FINAL_MATCHES)
        chosen = current if score.is_better else self.default
        return Fit(chosen, score.is_better, score, play.matches, len(self.samples), self.nodes)

    def _screen(self, heuristic: Heuristic) -> None:
        """Let a candidate play some matches against the default evaluation, to see which is the most promising."""
        if any(known == heuristic for _, known in self.screened):
            return
        contest = Contest(self.machine, heuristic, self.default, self.costs, self.seed + 1 + len(self.screened))
        self.screened.append((contest.play(self.nodes, SCREEN_WORK, SCREEN_MATCHES).mean, heuristic))

    def _candidates(self, *, calibrated: bool) -> list[list[float]]:
        """Weights by the samples so far: freely fitted, close to the prior and, for a start, the prior in its right measure.

        Features that never differ keep what they weigh by default.
        """
        step = -(-len(self.samples) // MOST_ROWS)
        used = self.samples[::step]
        spread = spreads(rows_of(used, range(len(self.features))), len(self.features))
        moving = [place for place, square in enumerate(spread) if square > 0.0]
        rows = rows_of(used, moving)
        parts = [rows_of([one for one in used if (one.match % 3 == 0) == held], moving) for held in (False, True)]
        multiple = best_multiple(rows, [self.prior[place] for place in moving])
        start = [multiple * self.prior[place] for place in moving]
        squares = [spread[place] for place in moving]
        pull = chosen_pull(parts[0], parts[1], start, squares)
        found = [fitted_weights(rows, start, squares, strength) for strength in (pull, STRONGER * pull)]
        if calibrated:
            found.append(start)
        full = []
        for weights in found:
            known = dict(zip(moving, weights, strict=True))
            both = [known.get(place, multiple * weight) for place, weight in enumerate(self.prior)]
            full.append(tidied(both, spread))
        return full


def rows_of(samples: Sequence[Sample], places: Sequence[int]) -> Rows:
    """The samples with the figures of some features, and their targets."""
    figures = [[sample.figures[place] for place in places] for sample in samples]
    return Rows.of(figures, [sample.target for sample in samples])


def tidied(weights: Sequence[float], spread: Sequence[float]) -> list[float]:
    """Weights of few digits; those that hardly matter are 0."""
    moved = [weight * weight * square for weight, square in zip(weights, spread, strict=True)]
    largest = max(moved, default=0.0)
    return [
        0.0 if square > 0.0 and part < NEGLIGIBLE * NEGLIGIBLE * largest else float(f"{weight:.{DIGITS}g}")
        for weight, part, square in zip(weights, moved, spread, strict=True)
    ]


def weighted(features: Sequence[Feature], weights: Sequence[float]) -> Heuristic:
    """The heuristic of features with weights other than 0."""
    return Heuristic(
        tuple(
            replace(feature.term, weight=weight)
            for feature, weight in zip(features, weights, strict=True)
            if weight != 0.0
        )
    )
