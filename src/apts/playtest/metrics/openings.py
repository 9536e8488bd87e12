"""First moves: how often each is played and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from apts.engine.play.game import Game
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.usage import centred, first_move
from apts.statistics import Comparison, Estimate, bounded_mean, compare_independent, wilson
from apts.statistics.checking import normal_p_value, student_quantile

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
    """The moves of an opening as people are told them: those that were played, the most common first, a few of them."""
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
