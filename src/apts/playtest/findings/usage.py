"""What is popular, what goes together with winning, and what is dead: openings, kinds of moves, pieces and sites.

None of this shows that a thing is better than others; whether it dominates is asked in :mod:`dominance`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

import numpy as np
import scipy

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.choices import MOST
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import make_message, percent, points
from apts.playtest.findings.course import FEWEST, SHOWN, best
from apts.playtest.findings.dominance import SORTS, tried_choice, tried_in_words
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.openings import ANY, Opening, first_choices, opening_list, share_by_lot
from apts.playtest.metrics.usage import Use, known_kinds, known_pieces, uses
from apts.statistics import holm, wilson

DEAD = 0.1
"""A thing that appears in a smaller share of matches than this is as good as dead."""

TELLING_GAIN = 0.15
"""A thing whose users score so much more than those who do not use it is worth a sentence."""

TELLING = 0.2
"""A thing that is chosen in a smaller share of the matches looked at again is no choice that matters to a designer."""

NAMED = 8
"""Dead sites that are named."""

LEVEL = 0.05

COMMON = 0.5
"""An opening that more matches than this begin with leaves the others little room."""


@finding(
    FindingDeclaration(
        "popular-opening",
        {ENGLISH: FindingTexts("Popular opening"), PORTUGUESE: FindingTexts("Abertura popular")},
        harm=(0.1, 0.25),
        judged_by="openings",
        family="openings",
        cures=("swap", "first-move", "board"),
    )
)
def popular_opening(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Does one first move crowd out the others?"""
    del metrics
    possible = _choices(evidence) if evidence.n >= 2 else 0
    if possible < 3 or set(evidence.manifest.agents) == {"random"}:
        return
    for opening in opening_list(evidence):
        yield _crowding(evidence, opening, possible, max(COMMON, share_by_lot(opening, evidence)))


@finding(
    FindingDeclaration(
        "successful-opening",
        {ENGLISH: FindingTexts("Successful opening"), PORTUGUESE: FindingTexts("Abertura bem-sucedida")},
        harm=(0.15, 0.3),
        judged_by="openings",
        family="openings",
    )
)
def successful_opening(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Do openers that choose one first move score more than those that choose another?"""
    del metrics
    if evidence.n < FEWEST or _choices(evidence) < 2:
        return
    for opening in opening_list(evidence):
        if opening.others is not None:
            yield _scored(evidence, opening)


def _choices(evidence: Evidence) -> int:
    """The most different first moves among which an opener could choose."""
    most = [
        match.turns[0].legal_moves if choice == ANY else len(choice)
        for match, choice in zip(evidence.whole, first_choices(evidence), strict=True)
        if choice is not None
    ]
    return max(most, default=0)


def _wins(evidence: Evidence, opening: Opening) -> tuple[int, ...]:
    """The matches with an opening that show it best: those that the seat that chose it won, the shortest first."""
    inside = np.isin(evidence.numbers, opening.numbers)
    movers = [match.turns[0].mover - 1 if match.turns else 0 for match in evidence.whole]
    scores = evidence.scores[np.arange(evidence.n), movers]
    return best(evidence.numbers, -1e6 * scores + evidence.lengths, inside)


def _scored(evidence: Evidence, opening: Opening) -> FindingQuestion:
    assert opening.others is not None
    gain, score, kind = opening.others.difference, opening.score, "successful-opening"
    if gain.value < TELLING_GAIN or score is None:
        # Asked all the same: leaving it out because of its answer would spoil the correction.
        return FindingQuestion(kind, "", gain.value, gain.low, gain.high, opening.count, 0.0, 1.0, subject=opening.name)
    sentence = make_message(
        kind,
        name=opening.shown,
        score=percent(score.value),
        low=percent(score.low),
        high=percent(score.high),
        gain=points(gain.value),
        tried=tried_in_words(evidence, "opening", opening.name),
    )
    weight = 0.4 + gain.value if tried_choice(evidence, "opening", opening.name) is None else 0.0
    return FindingQuestion(
        kind,
        sentence,
        gain.value,
        gain.low,
        gain.high,
        opening.count,
        min(1.0, weight),
        opening.others.p_value,
        _wins(evidence, opening),
        opening.name,
    )


def _crowding(evidence: Evidence, opening: Opening, possible: int, usual: float) -> FindingQuestion:
    """Whether an opening begins more matches than the half, and more than first moves drawn by lot would."""
    n = opening.possible
    p_value = float(scipy.special.bdtrc(opening.count - 1, n, usual)) if usual < 1.0 else 1.0
    share = opening.share
    sentence = make_message(
        "popular-opening",
        name=opening.shown,
        share=percent(share.value),
        low=percent(share.low),
        high=percent(share.high),
        n=n,
        possible=possible,
        tried=tried_in_words(evidence, "opening", opening.name),
    )
    return FindingQuestion(
        "popular-opening",
        sentence,
        share.value,
        share.low,
        share.high,
        n,
        share.value if tried_choice(evidence, "opening", opening.name) is None else 0.0,
        p_value,
        _wins(evidence, opening),
        opening.name,
    )


@finding(
    FindingDeclaration(
        "successful-use",
        {ENGLISH: FindingTexts("Goes with winning"), PORTUGUESE: FindingTexts("Acompanha a vitória")},
        harm=(0.15, 0.3),
    )
)
def successful_use(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Do seats that use a kind of move, a piece or a site score more than those that do not?"""
    del metrics
    if evidence.n < FEWEST or evidence.players == 1:
        return
    for column, word in (("kinds", "move"), ("pieces", "piece"), ("targets", "site")):
        for thing, use in uses(evidence, column).items():
            if use.effect is None:
                continue
            gain = use.effect.difference
            name = _named(evidence, column, thing)
            matters = gain.value >= TELLING_GAIN and gain.n >= TELLING * min(evidence.n, MOST)
            p_value = use.effect.p_value if matters else 1.0
            figures = {"gain": points(gain.value), "low": points(gain.low), "high": points(gain.high)}
            tried = tried_in_words(evidence, SORTS[word], name)
            sentence = make_message(f"successful-use/{word}", name=name, tried=tried, **figures)
            yield FindingQuestion(
                "successful-use",
                sentence,
                gain.value,
                gain.low,
                gain.high,
                gain.n,
                min(0.5, max(0.0, gain.value)),
                p_value,
                use.numbers[:SHOWN],
                f"{word} {name}",
            )


@finding(
    FindingDeclaration(
        "dead-use",
        {ENGLISH: FindingTexts("Dead"), PORTUGUESE: FindingTexts("Sem uso")},
        harm=(0.15, 0.3),
        cures=("start", "board", "target"),
    )
)
def dead_use(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Are there kinds of moves, pieces or sites that hardly ever appear?"""
    del metrics
    if evidence.n < FEWEST:
        return
    yield from _dead(evidence, "move", known_kinds(evidence), uses(evidence, "kinds"), 0.5)
    yield from _dead(evidence, "piece", known_pieces(evidence), uses(evidence, "pieces"), 0.7)
    yield from _dead_sites(evidence)


def _dead(
    evidence: Evidence, word: str, known: tuple[str, ...], found: Mapping[Hashable, Use], weight: float
) -> Iterator[FindingQuestion]:
    for name in known:
        use = found.get(name)
        count = use.matches if use is not None else 0
        share = wilson(count, evidence.n)
        key = f"dead-use/{word}-rare" if count else f"dead-use/{word}"
        sentence = make_message(key, name=name, count=count, n=evidence.n, high=percent(share.high))
        p_value = float(scipy.special.bdtr(count, evidence.n, DEAD))
        numbers = use.numbers[:SHOWN] if use is not None else evidence.numbers[:SHOWN]
        yield FindingQuestion(
            "dead-use",
            sentence,
            share.value,
            share.low,
            share.high,
            evidence.n,
            weight,
            p_value,
            numbers,
            f"{word} {name}",
        )


def _dead_sites(evidence: Evidence) -> Iterator[FindingQuestion]:
    """One question for all sites together, which is how a designer thinks of them."""
    known = () if evidence.game is None else evidence.game.site_names
    sites = len(known)
    counts = [0] * sites
    for match in evidence.matches:
        for site in match.facts.get("occupied", ()):
            if site < sites:
                counts[site] += 1
    if not any(counts):
        return
    p_values = holm([float(scipy.special.bdtr(count, evidence.n, DEAD)) for count in counts])
    # The surest site stands for all of them, so that they count as one question beside moves and pieces.
    dead = [site for site in range(sites) if p_values[site] <= LEVEL] or [int(p_values.argmin())]
    names = [known[site] for site in dead]
    share = len(dead) / sites
    high = wilson(max(counts[site] for site in dead), evidence.n).high
    more = {"more": len(names) - NAMED} if len(names) > NAMED else {}
    key = "dead-use/site" if len(dead) == 1 else "dead-use/sites-more" if more else "dead-use/sites"
    listed = ", ".join(names[:NAMED])
    sentence = make_message(key, count=len(dead), sites=sites, listed=listed, high=percent(high), **more)
    yield FindingQuestion(
        "dead-use",
        sentence,
        share,
        None,
        None,
        evidence.n,
        0.3 * share,
        float(p_values.min()),
        evidence.numbers[:SHOWN],
        "sites",
    )


def _named(evidence: Evidence, column: str, thing: Hashable) -> str:
    if column == "targets" and evidence.game is not None:
        names = evidence.game.place_names
        return names[int(str(thing))] if int(str(thing)) < len(names) else str(thing)
    return str(thing)
