"""What the rules say and what they leave open: rules that never take effect, loops, dead ends, ends never reached."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import scipy

from apts.archive import MatchRecord
from apts.engine.end_rules import is_safety_net
from apts.engine.lints.all_lints import game_lints
from apts.engine.lints.lint import Lint
from apts.engine.play.game import Game
from apts.engine.play.outcome import ALL_PASSED
from apts.language.tree import NOWHERE, Clause
from apts.locales import ENGLISH, PORTUGUESE
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.evidence.sentences import Warned, make_message, percent
from apts.playtest.findings.course import FEWEST, SHOWN
from apts.playtest.findings.finding_registry import FindingDeclaration, FindingQuestion, FindingTexts, finding
from apts.playtest.matches.forecast import CIRCLING, repetition
from apts.playtest.matches.match import replay
from apts.playtest.metrics import Metrics
from apts.statistics import wilson

RARE = 0.1
"""What happens in a smaller share of matches than this may be called never used."""

HALF_LEVEL = 0.025
"""Gaps in the rules are ends and dead ends; each may be a false alarm in one run of forty."""

LOOKED_AT = 20
"""Matches that are played again to see whether they go round in circles, or where they got stuck."""

DEAD_ENDS = 0.02
"""Dead ends in a smaller share of matches than this are left alone."""


@finding(
    FindingDeclaration(
        "rule-never-used",
        {ENGLISH: FindingTexts("Rule never used"), PORTUGUESE: FindingTexts("Regra nunca usada")},
        harm=(0.1, 0.1),
        cures=("target", "board", "start"),
    )
)
def rule_never_used(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Which lines of the rules never took effect?"""
    if evidence.n < FEWEST:
        return
    found = metrics["rule-coverage"]
    replayed = int(found.details.get("replayed", 0))
    rules = found.details.get("rows", [])
    if not never_is_sure(replayed, len(rules), 2 * HALF_LEVEL):
        return
    nets = {
        (part.position.line, part.position.column) for rule in safety_nets(evidence, metrics) for part in rule.clauses()
    }
    by_line: dict[int, list[dict[str, object]]] = {}
    for row in rules:
        if (row["line"], row["column"]) not in nets:
            by_line.setdefault(row["line"], []).append(row)
    ends = unreached_lines(evidence, metrics)
    ended = {line for match in evidence.matches if match.outcome is not None for line in match.outcome.lines}
    for line, rows in sorted(by_line.items()):
        if line in ended and sum(row["kind"] == "endrule" for row in rows) == 1:
            rows = [row for row in rows if row["kind"] not in ("endrule", "bool")]  # it ended a match not played again
        unused = [row for row in rows if row["effects"] == 0 and not row["inside_unused"]]
        if not unused or line in ends:
            continue
        names = ", ".join(dict.fromkeys(str(row["name"]) for row in unused))
        tried = max(int(str(row["tried"])) for row in unused)
        high = wilson(0, replayed).high
        key, how = ("rule-never-used/tried", {"tried": tried}) if tried else ("rule-never-used/untried", {})
        sentence = make_message(key, names=names, line=line, n=replayed, high=percent(high), **how)
        yield FindingQuestion(
            "rule-never-used", sentence, 0.0, 0.0, high, replayed, 0.35, None, evidence.numbers[:SHOWN], f"line {line}"
        )


def never_is_sure(matches: int, rules: int, level: float) -> bool:
    """Whether "never" may be said: had each of so many rules its effect in one match of ten, hardly any would be missed.

    The more rules there are, the likelier it is that one of them was missed by chance (Bonferroni's bound).
    """
    return rules > 0 and rules * (1.0 - RARE) ** matches <= level


def unreached_lines(evidence: Evidence, metrics: Metrics) -> dict[int, str]:
    """The end rules of the text that ended no match and took effect in none, neither themselves nor a rule inside, by line.

    With three seats or more a rule may give somebody a place while the others play on.
    """
    if evidence.game is None:
        return {}
    reached = {line for match in evidence.matches if match.outcome is not None for line in match.outcome.lines}
    if evidence.players > 2:
        rules = metrics["rule-coverage"].details.get("rows", [])
        reached |= {row["line"] for row in rules if row["kind"] == "endrule" and row["effects"]}
    found: dict[int, str] = {}
    inside: set[int] = set()
    for place, rule in enumerate(evidence.game.end_rules):
        if place not in inside and reached.isdisjoint(rule.lines):
            found.setdefault(rule.line, rule.text)
            inside.update(rule.inside)
    return {line: text for line, text in found.items() if line not in reached}


def safety_nets(evidence: Evidence, metrics: Metrics) -> tuple[Clause, ...]:
    """The end rules that stop matches which would never end; that no match needs them is what they are for."""
    rules = () if evidence.game is None else evidence.game.end_rules
    rows = metrics["rule-coverage"].details.get("rows", []) if rules else []
    idle = {
        (row["line"], row["column"]) for row in rows if row["kind"] == "bool" and row["tried"] and not row["effects"]
    }
    return tuple(
        rule.rule
        for rule in rules
        if is_safety_net(rule.rule, lambda part: (part.position.line, part.position.column) in idle)
    )


@finding(
    FindingDeclaration(
        "rule-gap",
        {ENGLISH: FindingTexts("Gap in the rules"), PORTUGUESE: FindingTexts("Lacuna nas regras")},
        harm_of_sort={"loop": (0.75, 0.75), "dead": (0.3, 0.3), "end": (0.15, 0.15)},
    )
)
def rule_gap(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Loops, dead ends, and ends that no match came to."""
    yield from _loops(evidence)
    yield from _dead_ends(evidence)
    ends = 0 if evidence.game is None else len(evidence.game.end_rules)
    if never_is_sure(evidence.n, ends, HALF_LEVEL):
        nets = {rule.position.line for rule in safety_nets(evidence, metrics)}
        for line, text in sorted(unreached_lines(evidence, metrics).items()):
            if line in nets:
                continue
            high = wilson(0, evidence.n).high
            sentence = make_message("rule-gap/end", rule=text, n=evidence.n, high=percent(high))
            # No match shows what none of them came to.
            yield FindingQuestion("rule-gap", sentence, 0.0, 0.0, high, evidence.n, 0.5, None, (), f"end {line}")


def _loops(evidence: Evidence) -> Iterator[FindingQuestion]:
    if evidence.game is None:
        return
    stopped = [match for match in evidence.whole if match.status == "stopped"][:LOOKED_AT]
    repeated = {match.number: repetition(evidence.game, match) for match in stopped}
    circling = [number for number, share in repeated.items() if share >= CIRCLING]
    if len(circling) < 1:
        return
    share = wilson(len(circling), len(stopped))
    ends = {"low": percent(share.low), "high": percent(share.high)}
    sentence = make_message("rule-gap/loop", n=len(stopped), count=len(circling), **ends)
    numbers = sorted(circling, key=lambda number: -repeated[number])[:SHOWN]
    yield FindingQuestion(
        "rule-gap", sentence, share.value, share.low, share.high, len(stopped), 0.6, None, tuple(numbers), "loop"
    )


def _dead_ends(evidence: Evidence) -> Iterator[FindingQuestion]:
    """Matches in which nobody can move though the board has room.

    A full board is no dead end: that it ends a game without a winner is what everybody expects.
    """
    game = evidence.game
    if game is None or not game.site_names:
        return
    passed = [match for match in evidence.whole if _nobody_can_move(match)]
    looked_at = passed[:: max(1, len(passed) // LOOKED_AT)][:LOOKED_AT]
    stuck = [match.number for match in looked_at if has_capacity(game, match)]
    if not stuck:
        return
    count = round(len(passed) * len(stuck) / len(looked_at))
    if scipy.special.bdtrc(count - 1, evidence.n, DEAD_ENDS) > HALF_LEVEL:
        return
    share = wilson(count, evidence.n)
    figures = {"share": percent(share.value), "low": percent(share.low), "high": percent(share.high)}
    sentence = make_message("rule-gap/dead-end", n=evidence.n, **figures)
    yield FindingQuestion(
        "rule-gap",
        sentence,
        share.value,
        share.low,
        share.high,
        evidence.n,
        0.15,
        None,
        tuple(stuck[:SHOWN]),
        "dead end",
    )


def _nobody_can_move(match: MatchRecord) -> bool:
    """Whether a match ended with passes that nobody chose; those who would rather pass are not stuck."""
    if match.outcome is None or match.outcome.ended_by != ALL_PASSED:
        return False
    return all(turn.legal_moves == 1 for turn in match.turns[-len(match.seats) :])


def has_capacity(game: Game, match: MatchRecord) -> bool:
    """Whether a site of the board is empty at the end of a match."""
    *_, last = replay(game, match)
    return not game.occupied_in([last]).issuperset(range(len(game.site_names)))


@finding(
    FindingDeclaration(
        "failed-matches",
        {ENGLISH: FindingTexts("Matches broke off"), PORTUGUESE: FindingTexts("Partidas interrompidas")},
        harm=(1.0, 1.0),
        of_rules=True,
    )
)
def failed_matches(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Did matches break off with an error?"""
    del metrics
    failed = [match for match in evidence.all_matches if match.status == "failed"]
    if failed:
        share = wilson(len(failed), len(evidence.all_matches))
        sentence = make_message("failed-matches", count=len(failed), error=str(failed[0].facts.get("error")))
        numbers = tuple(match.number for match in failed[:SHOWN])
        yield FindingQuestion(
            "failed-matches",
            sentence,
            share.value,
            share.low,
            share.high,
            len(evidence.all_matches),
            1.0,
            None,
            numbers,
        )


# ----------------------------------------------------------------------------------------------------------------
# What the rules say for certain, without a match: what ``apts check`` warns of.

SEEN_ONLY = frozenset({"match-breaks-off", "endless", "never-won", "end-never-held", "rule-never-used", "same-answer"})
"""Doubts that rest on random matches; the matches of a run tell more."""

LINT_MATCHES = 8
"""Random matches that are looked at besides the rules; what is certain does not depend on them."""


@finding(
    FindingDeclaration(
        "certain",
        {ENGLISH: FindingTexts("Certain from the rules"), PORTUGUESE: FindingTexts("Certo pelas regras")},
        harm=(0.99, 0.99),
        of_rules=True,
    )
)
def certain(evidence: Evidence, metrics: Metrics) -> Iterator[FindingQuestion]:
    """Everything that the rules alone show to be wrong."""
    del metrics
    if evidence.game is None:
        return
    told = set()
    for lint in certain_lints(evidence.game):
        once = (lint.problem.message, lint.problem.position.line)
        if once in told:
            continue
        told.add(once)
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
    return tuple(lint for lint in game_lints(game, LINT_MATCHES).warnings if lint.kind not in SEEN_ONLY)
