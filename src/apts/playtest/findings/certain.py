"""What the rules say for certain, without a match: what ``apts check`` warns of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from apts.engine.lints.all_lints import game_lints
from apts.engine.lints.lint import Lint
from apts.engine.play.game import Game
from apts.language.tree import NOWHERE
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Warned, make_message
from apts.playtest.findings.finding_declaration import FindingDeclaration, FindingTexts
from apts.playtest.findings.finding_registry import FindingQuestion, finding
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
def certain(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Everything that the rules alone show to be wrong."""
    del metrics
    if evidence.game is None:
        return
    for lint in certain_lints(evidence.game):
        place, problem = lint.problem.position, Warned(lint.problem.message)
        line = None if place == NOWHERE else place.line
        sentence = (
            make_message("certain", problem=problem)
            if line is None
            else make_message("certain/line", problem=problem, line=line)
        )
        subject = lint.kind if line is None else f"{lint.kind} line {line}"
        yield FindingQuestion("certain", sentence, 1.0, None, None, evidence.n, 1.0, subject=subject)


@lru_cache(maxsize=8)
def certain_lints(game: Game) -> tuple[Lint, ...]:
    """The warnings about a game that hold whatever is played; none of a game without a text of rules."""
    if not game.is_compiled:
        return ()
    return tuple(lint for lint in game_lints(game, LOOKED_AT).warnings if lint.kind not in SEEN_ONLY)
