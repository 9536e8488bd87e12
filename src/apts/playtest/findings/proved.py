"""What the solver has proved: who wins with best play, and results that players threw away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Message, make_message, percent
from apts.playtest.findings.course import SHOWN, score_above
from apts.playtest.findings.finding_registry import Finding, FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.proved import ProvedRun, proved_run, shares_thrown_away

CARELESS = 0.1
"""Players that throw away a proved result at more of the turns at which they have one are poor witnesses."""

FEWEST_PROVED = 10
"""With fewer matches that have proved turns it is not asked how often results are thrown away."""


def proof_in_words(evidence: Evidence, found: ProvedRun) -> Message | None:
    """What is proved of the start as a sentence; None where nothing is."""
    winner = found.winner
    if winner is None:
        return None
    if evidence.players == 1:
        return make_message("proved-result/solvable" if found.start == 1 else "proved-result/unsolvable")
    return (
        make_message("proved-result/win", seat=evidence.seat(winner)) if winner else make_message("proved-result/draw")
    )


@finding(
    FindingDeclaration(
        "proved-result",
        {ENGLISH: FindingTexts("Proved result"), PORTUGUESE: FindingTexts("Resultado provado")},
        harm=(0.1, 0.15),
        of_rules=True,
        harm_of_sort={"unsolvable": (0.85, 0.85)},
    )
)
def proved_result(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """What is the start worth with best play? A fact, where it is proved."""
    del metrics
    found = proved_run(evidence)
    if isinstance(found, str) or found.start is None:
        return
    sentence = proof_in_words(evidence, found)
    assert sentence is not None
    alone = "solvable" if found.start == 1 else "unsolvable"
    subject = alone if evidence.players == 1 else f"seat {found.winner}" if found.winner else "draw"
    yield FindingQuestion(
        "proved-result",
        sentence,
        float(found.start),
        None,
        None,
        evidence.n,
        float(bool(found.winner)),
        subject=subject,
    )


@finding(
    FindingDeclaration(
        "results-thrown-away",
        {ENGLISH: FindingTexts("Results thrown away"), PORTUGUESE: FindingTexts("Resultados jogados fora")},
        harm=(0.1, 0.3),
        judged_by="thrown-away",
        is_caveat=True,
    )
)
def results_thrown_away(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Do the players surely throw away more than a tenth of the proved results that they have?"""
    found, share = proved_run(evidence), metrics["thrown-away"].estimate
    if isinstance(found, str) or share is None or share.n < FEWEST_PROVED:
        return
    thrown = [turn for turn in found.losable if turn.thrown_away]
    yield FindingQuestion(
        "results-thrown-away",
        make_message(
            "results-thrown-away",
            share=percent(share.value),
            low=percent(share.low),
            high=percent(share.high),
            turns=len(found.losable),
            n=share.n,
        ),
        share.value,
        share.low,
        share.high,
        share.n,
        share.value,
        score_above(shares_thrown_away(found), CARELESS),
        tuple(dict.fromkeys(turn.match for turn in thrown))[:SHOWN],
        reference=CARELESS,
    )


# ----------------------------------------------------------------------------------------------------------------
# What matches say of seats, where best play says something else: it is true of these players only.


def with_proofs(evidence: Evidence, found: Sequence[Finding]) -> list[Finding]:
    """The findings, those about a seat's advantage with what is proved behind them where it contradicts them."""
    known = proved_run(evidence) if any(entry.kind == "seat-advantage" for entry in found) else ""
    if isinstance(known, str) or known.start is None or evidence.players == 1:
        return list(found)
    return [_beside(evidence, known, entry) for entry in found]


def _beside(evidence: Evidence, known: ProvedRun, entry: Finding) -> Finding:
    proof = proof_in_words(evidence, known)
    sort, _, seat = entry.subject.partition(" ")
    if entry.kind != "seat-advantage" or sort != "seat" or proof is None or not _contradicts(known, entry, seat):
        return entry
    message = make_message("of-these-players", sentence=entry.message or entry.sentence, proof=proof)
    return replace(entry, sentence=str(message), message=None if entry.message is None else message)


def _contradicts(known: ProvedRun, entry: Finding, seat: str) -> bool:
    ahead = int(seat) if entry.effect > 0.0 else 3 - int(seat)
    return known.winner != ahead
