"""What the rules say for certain, without a match: what ``apts check`` warns of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from apts.engine.doubts.all_doubts import game_doubts
from apts.engine.doubts.doubt import Doubt
from apts.engine.play.game import Game
from apts.language.tree import NOWHERE
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Warned, said
from apts.playtest.findings.finding_declaration import FindingDeclaration, FindingTexts
from apts.playtest.findings.finding_registry import Question, finding
from apts.playtest.metrics import Metrics

SEEN_ONLY = frozenset({"match-breaks-off", "endless", "never-won", "end-never-held", "rule-never-used", "same-answer"})
"""Doubts that rest on random matches; the matches of a run tell more."""

LOOKED_AT = 8
"""Random matches that are looked at besides the rules; what is certain does not depend on them."""


@finding(
    FindingDeclaration(
        "certain",
        {ENGLISH: FindingTexts("Certain from the rules"), PORTUGUESE: FindingTexts("Certo pelas regras")},
        harm=(0.99, 0.99),
    )
)
def certain(evidence: Evidence, metrics: Metrics) -> Iterator[Question]:
    """Everything that the rules alone show to be wrong."""
    del metrics
    if evidence.game is None:
        return
    for doubt in certain_doubts(evidence.game):
        place, problem = doubt.problem.position, Warned(doubt.problem.message)
        line = None if place == NOWHERE else place.line
        sentence = (
            said("certain", problem=problem) if line is None else said("certain/line", problem=problem, line=line)
        )
        subject = doubt.kind if line is None else f"{doubt.kind} line {line}"
        yield Question("certain", sentence, 1.0, None, None, evidence.n, 1.0, subject=subject)


@lru_cache(maxsize=8)
def certain_doubts(game: Game) -> tuple[Doubt, ...]:
    """The warnings about a game that hold whatever is played; none of a game without a text of rules."""
    if not game.is_compiled:
        return ()
    return tuple(doubt for doubt in game_doubts(game, LOOKED_AT).warnings if doubt.kind not in SEEN_ONLY)
