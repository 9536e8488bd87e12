"""For whom a finding is true: it is held against the matches of weaker and stronger players, and its sentence says so."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Amount, Listed, Message, Value, make_message, percent, points
from apts.playtest.findings.finding_registry import (
    Finding,
    FindingDeclaration,
    FindingQuestion,
    FindingTexts,
    declared_finding,
    finding,
)
from apts.playtest.findings.ranking import affirmed, all_questions, likely, ranked, weigh
from apts.playtest.metrics import Metrics, reads_in_percent
from apts.playtest.metrics.seats import FAIR
from apts.playtest.panel.panel import FigureAcross, Panel
from apts.statistics import Estimate, StrengthLine, Word, strength_word

KIND, SEATS = "changes-with-skill", "seat-advantage"
FEWEST = 20
"""Matches of stronger players without which what they do not show may just not have come up."""

_AWAY = frozenset({Word.GROWS, Word.SHRINKS, Word.TURNS, Word.WEAK_ONLY})
"""Words after which a score that looks fair is not."""

Key = tuple[str, str]


@finding(
    FindingDeclaration(
        KIND,
        {
            ENGLISH: FindingTexts("Not the same for all players"),
            PORTUGUESE: FindingTexts("Não é igual para todos os jogadores"),
        },
        harm=(0.4, 0.9),
    )
)
def changes_with_skill(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Asked of several strengths together (:func:`for_whom`), never of one run."""
    del evidence, metrics
    return iter(())


@finding(
    FindingDeclaration(
        "one-strength",
        {ENGLISH: FindingTexts("One strength only"), PORTUGUESE: FindingTexts("Uma força só")},
        harm=(0.05, 0.05),
        is_caveat=True,
    )
)
def one_strength(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Was the game too slow for a second strength? Then nothing says for whom its figures hold."""
    del metrics
    if evidence.n and evidence.manifest.settings.get("panel") == []:
        sentence = make_message("one-strength", strength=evidence.strength)
        yield FindingQuestion("one-strength", sentence, 0.0, None, None, evidence.n, 0.05, subject="players")


@dataclass(frozen=True)
class _Asked:
    """What was asked of the matches of one strength, by kind and subject, and which of it they show."""

    questions: dict[Key, FindingQuestion]
    seen: frozenset[Key]

    @classmethod
    def of(cls, questions: Sequence[FindingQuestion]) -> _Asked:
        """What a run was asked."""
        seen = [*(one for one, _ in affirmed(questions)), *(one for one, _ in likely(questions))]
        return cls(
            {(one.kind, one.subject): one for one in questions}, frozenset((one.kind, one.subject) for one in seen)
        )


def for_whom(found: Sequence[Finding], panel: Panel) -> tuple[Finding, ...]:
    """The findings of the main run, each with the players that it is true of, and those of the strongest players alone."""
    kinds = {one.kind for one in found}
    # The strongest are asked everything, the others only what was found: much of it is matches that are played again.
    last = all_questions(panel.strongest.evidence, panel.strongest.metrics)
    others = [all_questions(run.evidence, run.metrics, kinds) for run in panel.runs[:-1]]
    asked = [_Asked.of(questions) for questions in (*others, last)]
    told = [_told(one, panel, asked) for one in found]
    known = {(one.kind, one.subject) for entry in found for one in (entry, *entry.consequences)}
    sure = {one.kind for one in found if one.state == "found"}
    moving = [] if SEATS in sure else list(_of_all_strengths(panel))
    told = [
        one for one in told if not (moving and one.kind == SEATS)
    ]  # one that is probable is sure over all strengths
    new = [
        one for one in _of_strongest(known, panel, last) if not (moving and one.kind == SEATS)
    ]  # those say it already
    return ranked([*told, *new, *moving])


def _told(entry: Finding, panel: Panel, asked: Sequence[_Asked]) -> Finding:
    """A sure finding with what other strengths say of it; others as they are."""
    declared = declared_finding(entry.kind)
    if entry.state != "found" or declared.is_caveat or declared.of_rules or panel.strongest is panel.runs[panel.main]:
        return entry
    if declared.measured_apart:  # where it was proved nothing was measured, and it holds for all
        return entry if entry.p_value is None else _worded(entry, "apart", {"strength": entry.strength})
    key = (entry.kind, entry.subject)
    across = _side_of(entry, panel)
    if across is not None and across.line is not None:
        return _worded(entry, _way(across, entry.effect), _scores(across, panel))
    found = [one.questions.get(key) for one in asked]
    word = _word_of(found, panel)
    if word is not None:
        way = word if word not in (Word.GROWS, Word.SHRINKS) else _fault_way(word, found[panel.main])
        return _worded(entry, str(way), _figures(found, panel))
    return _worded(entry, _seen(key, panel, asked), {"n": panel.strongest.evidence.n})


def _side_of(entry: Finding, panel: Panel) -> FigureAcross | None:
    """The scores at all strengths of the seat or team that a finding is about."""
    sort, _, number = entry.subject.partition(" ")
    evidence = panel.runs[panel.main].evidence
    if entry.kind != SEATS or sort not in ("seat", "team") or not number.isdigit():
        return None
    names = evidence.teams if sort == "team" else range(1, evidence.players + 1)
    for side, seats in enumerate(evidence.sides):
        if any(names[seat] == int(number) for seat in seats):
            return panel.side(side)
    return None


def _way(across: FigureAcross, effect: float) -> str:
    """What strength does to an advantage: it grows where the score moves away from a half on its side."""
    if across.word in (Word.GROWS, Word.SHRINKS):
        return str(Word.GROWS if (across.word is Word.GROWS) == (effect > 0.0) else Word.SHRINKS)
    return str(across.word if across.word is not Word.INSIDE else Word.OPEN)


def _fault_way(word: Word, main: FindingQuestion | None) -> Word:
    """The same of any fault: it grows where the figure moves away from its limit."""
    above = main is None or main.reference is None or main.effect > main.reference
    return Word.GROWS if (word is Word.GROWS) == above else Word.SHRINKS


def _word_of(found: Sequence[FindingQuestion | None], panel: Panel) -> Word | None:
    """What strength does to the figure of a question; None where some strength has no such figure or no limit."""
    estimates = [
        Estimate(one.effect, one.low, one.high, one.n)
        for one in found
        if one is not None and one.low is not None and one.high is not None and one.reference is not None
    ]
    if len(estimates) < len(found):
        return None
    line = panel.line_of(estimates)
    main = found[panel.main]
    return None if line is None or main is None else strength_word(line, main.reference)


def _seen(key: Key, panel: Panel, asked: Sequence[_Asked]) -> str:
    """Whether the strongest players show it too, where there is no figure to go by."""
    if key in asked[-1].seen:
        return "seen"
    if key not in asked[-1].questions and panel.strongest.evidence.n >= FEWEST:
        return "unseen"
    return "too-few"


def _scores(across: FigureAcross, panel: Panel) -> dict[str, Value]:
    line = across.line
    assert line is not None
    told = Listed([percent(one.value) for one in across.at if one is not None])
    return {"told": _at(told, panel), "slope": make_message("panel/points", points=points(abs(line.slope.value)))}


def _figures(found: Sequence[FindingQuestion | None], panel: Panel) -> dict[str, Value]:
    known = [one for one in found if one is not None]
    line = panel.line_of([Estimate(one.effect, one.low or 0.0, one.high or 0.0, one.n) for one in known])
    slope = 0.0 if line is None else abs(line.slope.value)
    if reads_in_percent(declared_finding(known[0].kind).judged_by):
        told = Listed([percent(one.effect) for one in known])
        return {"told": _at(told, panel), "slope": make_message("panel/points", points=points(slope))}
    told = Listed([Amount(f"{one.effect:.3g}") for one in known])
    return {"told": _at(told, panel), "slope": Amount(f"{slope:.2g}")}


def _at(told: Listed, panel: Panel) -> Message:
    """Figures with the budgets at which they were measured."""
    budgets = Listed([Amount(f"{one:,}") for one in panel.budgets])
    return make_message("panel/at", told=told, budgets=budgets)


def _worded(entry: Finding, word: str, values: dict[str, Value]) -> Finding:
    """The finding with a sentence behind its own that says for whom it is true."""
    used = {name: value for name, value in values.items() if name in _VALUES[word]}
    message = make_message(f"panel/{word}", sentence=entry.message or entry.sentence, **used)
    return replace(entry, sentence=str(message), message=None if entry.message is None else message, across=word)


_VALUES = {
    "holds": ("told",),
    "grows": ("told", "slope"),
    "shrinks": ("told", "slope"),
    "turns": ("told",),
    "weak-only": ("told",),
    "open": ("told",),
    "seen": ("n",),
    "unseen": ("n",),
    "too-few": ("n",),
    "strong-only": ("n",),
    "apart": ("strength",),
}
"""The figures that each sentence has."""


def _of_strongest(known: set[Key], panel: Panel, questions: Sequence[FindingQuestion]) -> Iterator[Finding]:
    """What only the strongest players show for sure."""
    run = panel.strongest
    if run is panel.runs[panel.main]:
        return
    for entry in weigh(run.evidence, run.metrics, questions=questions):
        declared = declared_finding(entry.kind)
        is_new = (entry.kind, entry.subject) not in known
        if is_new and entry.state == "found" and not declared.is_caveat and not declared.of_rules:
            # Its matches are those of another run, whose numbers would lead to the wrong ones.
            yield replace(_worded(entry, "strong-only", {"n": run.evidence.n}), matches=())


def _of_all_strengths(panel: Panel) -> Iterator[Finding]:
    """Scores of seats that are not sure in the main run, and are by the line through all: they move, or they hold."""
    evidence = panel.runs[panel.main].evidence
    for number in panel.sides:
        across, line = (found := panel.side(number)), found.line
        seat = evidence.sides[number][0]
        subject = f"team {evidence.teams[seat]}" if evidence.teams else f"seat {seat + 1}"
        if line is not None and across.neutral is not None and across.word is Word.HOLDS:
            yield _holding(across, line, number, subject, panel)
        if line is None or across.neutral is None or across.word not in _AWAY:
            continue
        last, first = line.at[-1].value - across.neutral, line.at[0].value - across.neutral
        leaves = abs(last) > abs(first) or across.word is Word.TURNS
        middle = line.at[panel.main].value
        message = make_message(
            f"changes-with-skill/{'leaves' if leaves else 'nears'}/{'up' if line.slope.value > 0.0 else 'down'}",
            seat=evidence.side_called(number),
            score=percent(middle),
            slope=points(abs(line.slope.value)),
            **{name: value for name, value in _scores(across, panel).items() if name == "told"},
            **({"beyond": _with_ends(line.beyond)} if leaves else {}),
        )
        effect = line.slope.value
        weight = declared_finding(KIND).weight("", 2.0 * abs(line.at[-1].value - across.neutral))
        yield Finding(
            KIND, str(message), effect, line.slope.low, line.slope.high, line.slope.n, _players(panel), (), weight,
            subject=subject, message=message, across=str(across.word),
        )  # fmt: skip


def _holding(across: FigureAcross, line: StrengthLine, number: int, subject: str, panel: Panel) -> Finding:
    """A seat that is ahead or behind at every strength, as all matches together show."""
    evidence, middle = panel.runs[panel.main].evidence, line.at[panel.main]
    message = make_message(
        f"panel/{'ahead' if middle.value > FAIR else 'behind'}",
        seat=evidence.side_called(number),
        score=_with_ends(middle),
        told=_scores(across, panel)["told"],
    )
    effect = middle.value - FAIR
    weight = declared_finding(SEATS).weight("", 2.0 * abs(effect))
    return Finding(
        SEATS, str(message), effect, middle.low - FAIR, middle.high - FAIR, middle.n, _players(panel), (), weight,
        subject=subject, message=message, across=str(Word.HOLDS),
    )  # fmt: skip


def _with_ends(found: Estimate) -> Message:
    ends = (percent(end) if math.isfinite(end) else Amount("") for end in (found.low, found.high))
    low, high = ends
    return make_message("panel/interval", value=percent(found.value), low=low, high=high)


def _players(panel: Panel) -> str:
    return ", ".join(run.evidence.strength for run in panel.runs)
