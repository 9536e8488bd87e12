"""First moves: how often each is played and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.engine.play.game import Game
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.metric_registry import Declaration, Shown, Texts, metric
from apts.playtest.metrics.parts import SCORE, SHARE, Figures, Metric, Named, Parts, row_estimate
from apts.playtest.metrics.usage import centred, first_move
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Comparison, Estimate, bounded_mean, compare_independent, holm, wilson
from apts.statistics.estimate import normal_p_value, student_quantile

MOST_SHOWN = 3
"""Moves of an opening that are named."""

LEAST = 10
"""Openings are compared where at least so many matches begin with them, and with others."""


@dataclass(frozen=True)
class Opening:
    """First moves that are the same up to symmetry: how often they are played and the opener's score after them.

    ``name`` is the same in all runs of a game; ``shown`` names the moves that were really played, the most common first.
    ``possible`` counts the matches that could have begun with it or otherwise; ``share`` is that among these.
    """

    name: str
    moves: tuple[str, ...]
    count: int
    possible: int
    share: Estimate
    score: Estimate | None
    others: Comparison | None
    numbers: tuple[int, ...]
    shown: str = ""


def shown_moves(played: Sequence[str]) -> str:
    """The moves of an opening as people read them: those that were played, the most common first, a few of them."""
    names = sorted(set(played), key=lambda move: (-played.count(move), move))
    return "/".join([*names[:MOST_SHOWN], *(["…"] if len(names) > MOST_SHOWN else [])])


def opening_list(evidence: Evidence) -> list[Opening]:
    """All openings that were played, the most common first.

    An opening is a choice: a match whose first move was forced, or in which dice left only one, has none.
    """
    first = [first_move(match) for match in evidence.whole]
    options = first_choices(evidence)
    classes = symmetry_classes(evidence.game)
    pairs = zip(first, options, strict=True)
    names = np.array([classes.get(move, move) if move and choice else "" for move, choice in pairs])
    opener = np.array([match.turns[0].mover - 1 if match.turns else 0 for match in evidence.whole])
    rows = np.arange(evidence.n)
    scores, gains = evidence.scores[rows, opener], centred(evidence, evidence.scores)[rows, opener]
    kinds = {choice: number for number, choice in enumerate(dict.fromkeys(options))}
    strata = np.array([kinds[choice] for choice in options])
    found = []
    for name in sorted(set(names) - {""}):
        inside = np.asarray(names == name)
        able = np.array([choice is not None and (name in choice or choice == ANY) for choice in options])
        played = [move for move, same in zip(first, inside, strict=True) if same and move]
        numbers = tuple(number for number, same in zip(evidence.numbers, inside, strict=True) if same)
        count, possible = int(inside.sum()), int((able | inside).sum())
        score = bounded_mean(scores[inside]) if count else None
        others = _against(gains[able], inside[able], strata[able])
        share, moves, shown = wilson(count, possible), tuple(sorted(set(played))), shown_moves(played)
        found.append(Opening(str(name), moves, count, possible, share, score, others, numbers, shown))
    return sorted(found, key=lambda opening: (-opening.count, opening.name))


MOST_FIRST_MOVES = 400
"""With more first moves nobody would read a table of openings, and symmetries are not looked for."""

MOST_REPLIES = 60
"""Replies whose own replies are counted to tell first moves apart."""

ANY = ("",)
"""The first moves of a match of which only the number is known."""


@lru_cache(maxsize=2)
def first_choices(evidence: Evidence) -> tuple[tuple[str, ...] | None, ...]:
    """For each match the first moves, up to symmetry, among which its opener could choose; None for no choice at all.

    Dice that fall before the first move may leave others in each match.
    """
    found = (tuple(sorted(set(moves))) if moves else None for moves in first_moves(evidence))
    return tuple(moves if moves == ANY or moves is None or len(moves) > 1 else None for moves in found)


@lru_cache(maxsize=2)
def first_moves(evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    """For each match the openings of its legal first moves, one for each move; none where the first move was forced."""
    game = evidence.game
    classes = symmetry_classes(game)
    known: dict[int, tuple[str, ...]] = {}
    found: list[tuple[str, ...]] = []
    for match in evidence.whole:
        if not match.turns or match.turns[0].legal_moves < 2:
            found.append(())
        elif game is None:
            found.append(ANY)
        else:
            seed = match.start_seed if game.has_chance else 0
            if seed not in known:
                known[seed] = tuple(classes.get(move.text, move.text) for move in game.start(seed).moves())
            found.append(known[seed])
    return tuple(found)


def share_by_lot(opening: Opening, evidence: Evidence) -> float:
    """How many of the matches that could begin with an opening would do so if first moves were drawn by lot.

    Of thirteen first moves eight may be alike by symmetry: that most matches begin with one of them says nothing of it.
    """
    shares = [moves.count(opening.name) / len(moves) for moves in first_moves(evidence) if opening.name in moves]
    return float(np.mean(shares)) if shares else 0.0


def _against(scores: Numbers, inside: NDArray[np.bool_], strata: NDArray[np.int64]) -> Comparison | None:
    """The opening against all others; scores are less the mean of the agent, whose strength is not to count.

    Matches are compared only with those that could have begun with the same first moves. The p-value is that of drawing the
    opening's matches by lot from all of them (the variance is that of all matches together): of ten matches that
    are all won, their own variance says nothing.
    """
    x, y = inside.astype(np.float64), scores.copy()
    described = np.zeros(len(x), dtype=np.bool_)
    kinds = 0
    for stratum in set(strata):
        here = strata == stratum
        if 0.0 < x[here].mean() < 1.0:
            x[here] -= x[here].mean()
            y[here] -= y[here].mean()
            described |= here
            kinds += 1
    count, others = int(inside[described].sum()), int((~inside[described]).sum())
    if min(count, others) < LEAST:
        return None
    x, y = x[described], y[described]
    weight = float((x * x).sum())
    error = float(np.sqrt((y * y).sum() / max(len(y) - kinds, 1) / weight))
    gain = float((x * y).sum()) / weight
    p_value = normal_p_value(gain / error) if error > 1e-12 else 1.0
    if kinds == 1:
        found = compare_independent(scores[described & ~inside], scores[described & inside])
        return replace(found, difference=found.difference.clipped(-1.0, 1.0), p_value=p_value)
    free = max(len(y) - kinds - 1, 1)
    spread = float(np.sqrt((x * x * (y - gain * x) ** 2).sum() * len(y) / free)) / weight
    half = student_quantile(0.95, free) * spread
    return Comparison(Estimate(gain, gain - half, gain + half, len(y)).clipped(-1.0, 1.0), p_value, gain)


@cache
def chance_opens(game: Game) -> bool:
    """Whether chance decides which first moves there are; a few dozen starts tell."""
    if not game.has_chance:
        return False
    return len({tuple(move.text for move in game.start(seed).moves()) for seed in range(1, 33)}) > 1


@cache
def symmetry_classes(game: Game | None) -> Mapping[str, str]:
    """For each first move the name of its class: the first of the moves that a symmetry of the board turns it into.

    A symmetry is a turn or a reflection of the drawn board that takes sites to sites and the start position to itself.
    The rules may still tell the two moves apart (another piece, a direction of play); so the symmetry must also take
    the position after one to the position after the other, and both must have the same numbers of replies, counted two
    moves deep.
    """
    if game is None or not game.symmetries:
        return {}
    state = game.start()
    moves = state.moves()
    if len(moves) > MOST_FIRST_MOVES:
        return {}
    reached = {move.text: state.after(move) for move in moves}
    depths = {text: after.reply_counts(MOST_REPLIES) for text, after in reached.items()}
    contents = {text: after.site_contents for text, after in reached.items()}
    names: dict[str, str] = {}
    for move in moves:
        if move.text in names:
            continue
        names[move.text] = move.text
        for mapping in game.symmetries:
            ends = (_mapped(mapping, move.origin), _mapped(mapping, move.target))
            for other in moves:
                same = (other.origin, other.target) == ends and other.kind == move.kind
                if not same or other.text in names or depths[other.text] != depths[move.text]:
                    continue
                if tuple(contents[other.text][site] for site in mapping) == contents[move.text]:
                    names[other.text] = move.text
    return names


def _mapped(mapping: tuple[int, ...], site: int | None) -> int | None:
    return mapping[site] if site is not None and site < len(mapping) else site


# ----------------------------------------------------------------------------------------------------------------
# The metric of first moves, and whether a first move wins by itself.
#
# Its score counts only as far as the other first moves do less well: in a game that whoever begins wins anyhow,
# every first move has a high score and none of them is to blame.

NO_CHOICE = "no match has a choice of first moves"

OFTEN = 0.05
"""Openings count that begin this share of the matches or more, or ten matches."""

SURPRISE = 0.001
"""An opening that begins every match crowds out the others if moves drawn by lot would so seldom do that."""


def nothing_known(confidence: float, n: int = 0) -> Estimate:
    """A half and a difference of which nothing is known."""
    return Estimate(0.5, -0.5, 1.5, n, confidence)


def by_itself(name: str, score: Estimate, evidence: Evidence) -> Estimate:
    """The score of an opening, at most a half and what it gains on the others."""
    opening = next((one for one in opening_list(evidence) if one.name == name), None)
    if opening is None or crowds_out(opening, evidence):
        return score
    if opening.others is None:
        return smaller(score, nothing_known(score.confidence, score.n))
    gain = opening.others.difference
    return smaller(score, Estimate(0.5 + gain.value, 0.5 + gain.low, 0.5 + gain.high, gain.n, gain.confidence))


def smaller(one: Estimate, other: Estimate) -> Estimate:
    """The smaller of two figures; it lies between the smaller ends of their intervals."""
    value, low, high = min(one.value, other.value), min(one.low, other.low), min(one.high, other.high)
    return Estimate(value, max(0.0, low), max(0.0, high), one.n, one.confidence)


def crowds_out(opening: Opening, evidence: Evidence) -> bool:
    """Whether no match begins otherwise, and that is no accident."""
    if opening.count < opening.possible or evidence.game is None:
        return False
    return share_by_lot(opening, evidence) ** opening.count < SURPRISE


def against_others(opening: Opening, evidence: Evidence) -> Numbers:
    """A half and what the opening gains, once for each match with it and another one without it, in their order.

    No match is used twice, so that the values are independent and have the mean of the difference.
    """
    chosen = set(opening.numbers)
    scores: dict[bool, list[float]] = {True: [], False: []}
    for row, choice in enumerate(first_choices(evidence)):
        if choice is not None:
            opener = evidence.matches[row].turns[0].mover - 1
            scores[evidence.numbers[row] in chosen].append(float(evidence.scores[row, opener]))
    pairs = list(zip(scores[True], scores[False], strict=False))
    return np.array([0.5 + mine - theirs for mine, theirs in pairs], dtype=np.float64)


class OpeningParts(Parts):
    """The share of matches with each opening and, behind ``score``, what its opener scores."""

    thing = "opening"
    is_share = True
    scored = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("rows", []):
            yield f"{row['name']}", Estimate(row["share"], row["share_low"], row["share_high"], matches)
            score = row_estimate(row, "score", "score_low", "score_high", row["matches"])
            if score is not None:
                yield f"{row['name']}{SCORE}", score

    def unseen(self, metric: Metric, evidence: Evidence) -> Iterable[str]:
        if evidence.game is None or evidence.game.has_chance:
            return ()
        classes = symmetry_classes(evidence.game)
        return [classes.get(move.text, move.text) for move in evidence.game.start().moves()]

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        """The shares, or the scores of those that are played often enough to be judged by them."""
        for label, found in inside.items():
            if label.endswith(SCORE) != (part == "score"):
                continue
            if part != "score":
                yield f"opening {label}", found
            elif _is_often(label, found, inside):
                yield f"opening {label}", by_itself(label.removesuffix(SCORE), found, evidence)

    def most_of_each(self, figures: int, metric: Metric, evidence: Evidence) -> int:
        return max(figures, sum(not label.endswith(SCORE) for label in self.all_figures(metric, evidence)))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """An opening by any of the moves that are the same up to symmetry."""
        exactly = super().labels(part, inside, metric, evidence)
        if exactly:
            return exactly
        move, score = (part.removesuffix(SCORE), SCORE) if part.endswith(SCORE) else (part, "")
        for row in metric.details.get("rows", ()):
            if move in row["moves"] or move == row["shown"]:
                return [label for label in [f"{row['name']}{score}"] if label in inside]
        known = symmetry_classes(evidence.game).get(move)
        return [f"{known}{score}"] if known is not None and f"{known}{score}" in inside else []

    def stream(self, label: str, evidence: Evidence) -> Stream | None:
        name = label.removeprefix("opening ")
        found = {opening.name: opening for opening in opening_list(evidence)}
        opening = found.get(name.removesuffix(SCORE))
        able = [number for number, choice in zip(evidence.numbers, first_choices(evidence), strict=True) if choice]
        if name.endswith(SCORE):
            if opening is None:
                return None
            chosen = set(opening.numbers)
            rows = [row for row, number in enumerate(evidence.numbers) if number in chosen]
            openers = [evidence.whole[row].turns[0].mover - 1 for row in rows]
            return Stream(evidence.scores[rows, openers])
        if opening is not None and opening.possible != len(able):
            return None  # dice leave other first moves in each match
        chosen = set() if opening is None else set(opening.numbers)
        return Stream(np.array([number in chosen for number in able], dtype=np.float64))

    def anytime_of_each(self, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
        """The score of an opening is at most a half and what it gains on the others; both hold together."""
        if not label.endswith(SCORE):
            return super().anytime_of_each(label, evidence, confidence)
        found = self.stream(label, evidence)
        if found is None or not len(found.values):
            return None
        name = label.removeprefix("opening ").removesuffix(SCORE)
        opening = next(one for one in opening_list(evidence) if one.name == name)
        if crowds_out(opening, evidence):
            return found.estimate(confidence)
        each = 1.0 - (1.0 - confidence) / 2.0
        gains = against_others(opening, evidence)
        gain = Stream(gains, (-0.5, 1.5)).estimate(each) if len(gains) else nothing_known(each)
        return replace(smaller(found.estimate(each), gain), confidence=confidence)


def _is_often(label: str, found: Estimate, inside: Figures) -> bool:
    """Whether an opening is played often enough to be judged by its score."""
    share = inside.get(label.removesuffix(SCORE))
    return found.n >= LEAST or (share is not None and share.value >= OFTEN)


@metric(
    Declaration(
        "openings",
        {
            ENGLISH: Texts(
                "Most common opening",
                "share of matches with a choice of first moves that begin with the most common one, up to symmetry",
                part_more="the more matches begin with {part}",
                part_less="the fewer matches begin with {part}",
                every="every opening",
                each={"score": "Score with each opening", "share": "Share of matches with each opening"},
            ),
            PORTUGUESE: Texts(
                "Abertura mais comum",
                "parte das partidas com escolha de primeiros lances que começam com o mais comum, a menos de simetria",
                part_more="mais partidas começam com {part}",
                part_less="menos partidas começam com {part}",
                every="cada abertura",
                each={"score": "Pontuação com cada abertura", "share": "Parte das partidas com cada abertura"},
            ),
        },
        details="each first move by piece: share, result, corrected for many comparisons. Only first moves that were a "
        "choice count, and each is compared only with others of matches that could have begun with it: what dice decide is "
        "no opening",
        scale=SHARE,
        percent=True,
        shown=frozenset({Shown.FIGURES}),
        order=275,
        parts=OpeningParts(),
    )
)
def openings(evidence: Evidence) -> Metric:
    """First moves up to symmetry; ``dominant`` after Holm's correction over all openings that can be compared."""
    found = opening_list(evidence)
    if not found:
        return Metric.missing("no match has a move" if not any(map(first_move, evidence.whole)) else NO_CHOICE)
    compared = [opening for opening in found if opening.others is not None]
    adjusted = holm([opening.others.p_value for opening in compared if opening.others is not None])
    p_values = {opening.name: float(value) for opening, value in zip(compared, adjusted, strict=True)}
    rows = [_row(opening, p_values.get(opening.name)) for opening in found]
    left_out = sum(choice is None for choice in first_choices(evidence))
    return Metric.of(found[0].share, rows=rows, left_out=left_out)


def _row(opening: Opening, p_value: float | None) -> dict[str, Any]:
    difference = None if opening.others is None else opening.others.difference
    return {
        "name": opening.name,
        "shown": opening.shown,
        "moves": list(opening.moves),
        "matches": opening.count,
        "possible": opening.possible,
        "share": opening.share.value,
        "share_low": opening.share.low,
        "share_high": opening.share.high,
        "score": None if opening.score is None else opening.score.value,
        "score_low": None if opening.score is None else opening.score.low,
        "score_high": None if opening.score is None else opening.score.high,
        "effect": None if difference is None else difference.value,
        "p_value": p_value,
        "dominant": p_value is not None and p_value <= 0.05 and difference is not None and difference.value > 0,
    }
