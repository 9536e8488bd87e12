"""From questions to findings: correction for many questions, the strength guard, and the order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from apts.engine.lints.possible_winners import possible_winners, teams_that_stay
from apts.language.tree import Clause, Text
from apts.playtest.evidence.choices import typed_rules
from apts.playtest.evidence.evidence import Evidence, WrongAnswer, fault
from apts.playtest.evidence.sentences import Amount, Listed, make_message
from apts.playtest.findings.finding_registry import Ask, Finding, FindingQuestion, declared_finding, finding_kinds
from apts.playtest.findings.proved import with_proofs
from apts.playtest.findings.rules import certain_lints
from apts.playtest.metrics import Metric, Metrics
from apts.playtest.metrics.tension import DECIDED
from apts.statistics import benjamini_hochberg, holm
from apts.statistics.planning import settling

# ----------------------------------------------------------------------------------------------------------------
# One cause is one finding: what follows from another finding is told with it, not beside it.
#
# Matches without an end go round in circles and reach none of the ends of the rules; a dead piece takes its kinds
# of moves and its rules with it; what the rules say for certain explains what matches show at the same line;
# where a seat nearly always wins, matches are decided early; what one seat has more, others have less;
# an opening that wins more is the one that most matches begin with.


def with_consequences(evidence: Evidence, found: Sequence[Finding]) -> list[Finding]:
    """The findings without those that another one explains, which has them as its consequences."""
    causes = [entry for entry in found if entry.state == "found"]
    explained: dict[int, list[Finding]] = {}
    left = list(found)
    for cause in causes:
        if cause not in left:
            continue
        own = _all_explained(evidence, cause, [entry for entry in left if entry is not cause])
        if own:
            explained[id(cause)] = own
            left = [entry for entry in left if all(entry is not other for other in own)]
    return [_with_consequences(entry, explained[id(entry)]) if id(entry) in explained else entry for entry in left]


def _all_explained(evidence: Evidence, cause: Finding, others: Sequence[Finding]) -> list[Finding]:
    """The findings that a cause explains, and those that these explain in their turn, in the order given."""
    own: list[Finding] = []
    causes = [cause]
    while causes:
        first = causes.pop()
        new = [entry for entry in others if all(entry is not one for one in own) and _explains(evidence, first, entry)]
        own += new
        causes += new
    return [entry for entry in others if any(entry is one for one in own)]


def _with_consequences(cause: Finding, consequences: Sequence[Finding]) -> Finding:
    """The finding with its consequences in its sentence, and with the matches that show them."""
    # What is certain needs no "perhaps" behind it.
    told = [entry for entry in consequences if cause.kind != "certain" or entry.kind != "never-solved"]
    message = cause.message
    if told:
        parts = [entry.message or entry.sentence for entry in told]
        message = make_message(
            "with-consequences", sentence=cause.message or cause.sentence, consequences=Listed(parts, " ")
        )
    matches = tuple(dict.fromkeys([*cause.matches, *(number for one in consequences for number in one.matches)]))
    return replace(
        cause,
        sentence=str(message or cause.sentence),
        message=None if cause.message is None else message,
        matches=cause.matches or matches[:3],
        consequences=tuple(consequences),
    )


def _explains(evidence: Evidence, cause: Finding, entry: Finding) -> bool:
    """Whether a finding is there because of another one."""
    sort, _, name = entry.subject.partition(" ")
    if cause.kind == "endless":
        return entry.kind == "too-long" or (
            entry.kind == "rule-gap" and (sort == "loop" or (sort == "end" and _all(cause)))
        )
    if cause.kind == "seat-advantage":
        return _explains_by_seat(cause, entry)
    if cause.kind == "dominant-opening":
        return entry.kind in ("popular-opening", "successful-opening") and entry.subject == cause.subject
    if cause.kind in ("dominant-use", "successful-opening"):
        other = "successful-use" if cause.kind == "dominant-use" else "popular-opening"
        return entry.kind == other and entry.subject == cause.subject
    if cause.kind == "dead-use" and cause.subject.startswith("piece "):
        piece = cause.subject.removeprefix("piece ")
        if entry.kind == "rule-never-used" or (entry.kind == "rule-gap" and sort == "end"):
            return int(name) in _lines_of_piece(evidence, piece)
        return entry.kind == "dead-use" and sort == "move" and _moves_only(evidence, name, piece)
    if cause.kind == "dead-use" and cause.subject.startswith("move "):
        return entry.kind == "rule-never-used" and _makes_on(evidence, cause.subject.removeprefix("move "), int(name))
    if cause.kind == "certain":
        doubt, _, line = cause.subject.partition(" line ")
        if entry.kind in ("rule-gap", "rule-never-used") and sort in ("end", "line"):
            return line == name
        if entry.kind == "certain":
            return _explains_for_certain(evidence, doubt, line, entry.subject)
        if doubt in ("cannot-win", "idle-seat") and entry.kind in ("seat-advantage", "never-solved"):
            return True
        if entry.kind == "dead-use" and sort == "piece" and line.isdigit():
            if doubt == "idle-piece":
                return int(line) in _definition_lines(evidence, name)
            return doubt in _MISNAMED and _named_only_on(evidence, name, int(line))
    return False


def _explains_for_certain(evidence: Evidence, doubt: str, line: str, other: str) -> bool:
    """Whether two things that are certain have one cause.

    A seat cannot win because its ends never hold; several parts of a line read the throw that is made beside them.
    """
    sort, _, place = other.partition(" line ")
    if doubt == "earlier-value":
        return (sort, place) == (doubt, line)
    rules = None if evidence.game is None else evidence.game.from_rules
    if doubt != "cannot-win" or sort != "too-few-pieces" or evidence.game is None or rules is None:
        return False
    ends, teams = [end.rule for end in evidence.game.end_rules], teams_that_stay(rules)
    never = {lint.problem.position for lint in certain_lints(evidence.game) if lint.kind == sort}
    able = [rule for rule in ends if never.isdisjoint(part.position for part in rule.clauses())]
    return possible_winners(able, rules.players, teams) < possible_winners(ends, rules.players, teams)


def _explains_by_seat(cause: Finding, entry: Finding) -> bool:
    """Whether a seat, or a team, that is ahead or behind explains a finding."""
    if not cause.subject.startswith(("seat ", "team ")):
        return False
    if entry.kind == "decided-early":
        # Who scores so much in all matches stands above the limit of a decided match from the first turn on.
        return cause.effect + 0.5 >= DECIDED
    # What one seat has more, others have less: who is ahead and who is behind are two sides of one fault.
    other = entry.kind == "seat-advantage" and entry.subject.startswith(("seat ", "team "))
    return other and (entry.effect < 0.0) != (cause.effect < 0.0)


def _all(endless: Finding) -> bool:
    """Whether hardly any match came to an end, so that an end that was not reached says nothing more."""
    return endless.effect > 0.5


# --- what belongs to a piece ---------------------------------------------------------------------------------------


_MISNAMED = frozenset({"unknown-name", "missing-site", "missing-seat", "unset-place"})
"""What keeps the rules of its line from taking effect: a name, a site, a player or a place that is not there."""


def _definitions(evidence: Evidence, piece: str) -> Iterator[Clause]:
    """The clauses of the equipment that make the piece."""
    rules, names = typed_rules(evidence), _names_of(evidence, piece)
    for clause in () if rules is None else rules.arguments["equipment"].clauses():  # type: ignore[union-attr]
        if clause.signature.head == "piece" and _names(clause, names):
            yield clause


def _definition_lines(evidence: Evidence, piece: str) -> set[int]:
    return {clause.position.line for clause in _definitions(evidence, piece)}


def _own_clauses(evidence: Evidence, piece: str) -> list[Clause]:
    """Clauses inside the definition of the piece, and those elsewhere that name it themselves."""
    rules = typed_rules(evidence)
    if rules is None:
        return []
    names = _names_of(evidence, piece)
    inside = [part for clause in _definitions(evidence, piece) for part in clause.clauses()]
    return inside + [clause for clause in rules.clauses() if _names(clause, names)]


def _lines_of_piece(evidence: Evidence, piece: str) -> set[int]:
    """The lines on which everything is about the piece, or that at least begin with what is.

    So is a rule all whose moves are about the piece, as one that puts it out on a condition.
    """
    own = _own_clauses(evidence, piece)
    rules, known = typed_rules(evidence), {id(clause) for clause in own}
    lines = {clause.position.line for clause in own}
    for clause in () if rules is None else rules.clauses():
        moves = [part for part in clause.clauses() if part.signature.head == "move"]
        if moves and all(any(id(part) in known for part in move.clauses()) for move in moves):
            lines.add(clause.position.line)
    return lines


def _named_only_on(evidence: Evidence, piece: str, line: int) -> bool:
    """Whether all rules that could put the piece out stand on one line."""
    inside = {id(part) for clause in _definitions(evidence, piece) for part in clause.clauses()}
    lines = {clause.position.line for clause in _own_clauses(evidence, piece) if id(clause) not in inside}
    return lines == {line}


# --- what belongs to a kind of move --------------------------------------------------------------------------------


def _making(rules: Clause, kind: str) -> list[Clause]:
    """The rules that make moves of a kind."""
    words = ((clause, str(clause.signature.mode).lower(), clause.signature.head.lower()) for clause in rules.clauses())
    return [clause for clause, mode, head in words if kind in (mode, head)]


def _moves_only(evidence: Evidence, kind: str, piece: str) -> bool:
    """Whether all rules that make moves of a kind are those of the piece."""
    rules = typed_rules(evidence)
    if rules is None:
        return False
    own = {(clause.name, clause.position) for clause in _own_clauses(evidence, piece)}
    making = _making(rules, kind)
    return bool(making) and all((clause.name, clause.position) in own for clause in making)


def _makes_on(evidence: Evidence, kind: str, line: int) -> bool:
    """Whether a rule of a line makes moves of a kind and no others."""
    rules = typed_rules(evidence)
    if rules is None:
        return False
    making = {id(clause) for clause in _making(rules, kind)}
    for clause in rules.clauses():
        made = [part for part in clause.clauses() if part.signature.head == "move"]
        if clause.position.line == line and made and all(id(part) in making for part in made):
            return True
    return False


# --- names of pieces -----------------------------------------------------------------------------------------------


def _names_of(evidence: Evidence, piece: str) -> frozenset[str]:
    """What the rules call a piece of a finding, with or without the number of a player; people may know it by another."""
    return frozenset() if evidence.game is None else evidence.game.names_in_text(piece)


def _names(clause: Clause, names: frozenset[str]) -> bool:
    """Whether a clause has one of these names among its own arguments."""
    return any(
        isinstance(part, Text) and part.value in names
        for value in clause.arguments.values()
        for part in (value if isinstance(value, tuple) else (value,))
    )


LEVEL = 0.05


def find(evidence: Evidence, metrics: Metrics | None = None, weaker: Metrics | None = None) -> tuple[Finding, ...]:
    """The findings of a run that are sure, the worst first. ``weaker`` are its metrics at half the strength."""
    return tuple(entry for entry in weigh(evidence, metrics, weaker) if entry.state == "found")


def weigh(
    evidence: Evidence,
    metrics: Metrics | None = None,
    weaker: Metrics | None = None,
    questions: Sequence[FindingQuestion] | None = None,
) -> tuple[Finding, ...]:
    """All findings of a run, the sure ones first, then those that are only probable; ``questions`` where they are known."""
    known = metrics if metrics is not None else Metrics(evidence)
    questions = all_questions(evidence, known) if questions is None else questions
    found = [_finding(evidence, question, p_value) for question, p_value in affirmed(questions)]
    if weaker is not None:
        found = guarded(evidence, found, known, weaker)
    told = with_proofs(evidence, [*found, *_probable(evidence, questions)])
    return ranked(with_consequences(evidence, ranked(told)))


def all_questions(evidence: Evidence, metrics: Metrics, kinds: Collection[str] | None = None) -> list[FindingQuestion]:
    """Everything that may be wrong with a game, or what is of some kinds, with what the matches of a run say about it."""
    return [
        question
        for kind, ask in finding_kinds().items()
        if kinds is None or kind in kinds
        for question in _asked(kind, ask, evidence, metrics)
    ]


def _probable(evidence: Evidence, questions: Sequence[FindingQuestion]) -> list[Finding]:
    return [
        probable(_finding(evidence, question, raised), settling(evidence.n, question.p_value or 0.0, raised))
        for question, raised in likely(questions)
    ]


def ranked(found: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings in their order: the sure ones first, the worst of them first."""
    return tuple(sorted(found, key=lambda entry: (entry.state != "found", -entry.weight, entry.kind, entry.subject)))


def _asked(kind: str, ask: Ask, evidence: Evidence, metrics: Metrics) -> list[FindingQuestion]:
    """The questions of a kind; a plug-in that fails at asking them is a finding by itself."""
    if ask.__module__.startswith("apts."):
        return list(ask(evidence, metrics))
    try:
        questions = list(ask(evidence, metrics))
        wrong = next((question for question in questions if not isinstance(question, FindingQuestion)), None)
        if wrong is not None:
            raise WrongAnswer("fault/question", given=f"{type(wrong).__name__} {wrong!r}")
        return questions
    except Exception as error:
        described = fault("The finding", kind, error, evidence, lambda one: list(ask(one, Metrics(one))))
        return [FindingQuestion(kind, described, 0.0, None, None, evidence.n, 0.0)]


def affirmed(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float | None]]:
    """The questions that are answered with yes, with their corrected p-values.

    Within a kind p-values are corrected by Holm, so that a game without the fault is accused of it at most once in
    twenty runs however many things are compared. Over the kinds, Benjamini and Hochberg's procedure holds the share of
    false findings among all findings to the same level.
    """
    result: list[tuple[FindingQuestion, float | None]] = [(entry, None) for entry in questions if entry.p_value is None]
    return result + [(entry, overall) for entry, _, overall in _raised(questions) if _is_sure(entry, overall)]


def likely(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float]]:
    """The questions that are not answered for sure, but probably with yes, with their corrected p-values.

    The p-value stands after the correction within the kind (of all seats together a fair game is probably accused at most
    once in twenty runs), though not after that over the kinds. Where the effect has a reference, its plain interval lies
    beyond it too.
    """
    return [
        (entry, overall)
        for entry, within, overall in _raised(questions)
        if not _is_sure(entry, overall) and within <= LEVEL and (entry.is_beyond or entry.reference is None)
    ]


def _is_sure(question: FindingQuestion, overall: float) -> bool:
    return overall <= LEVEL and not question.tentative


def _raised(questions: Sequence[FindingQuestion]) -> list[tuple[FindingQuestion, float, float]]:
    """The questions with a p-value, with that corrected within their kind or family, and that corrected over these too."""
    families: dict[str, list[FindingQuestion]] = {}
    for entry in questions:
        if entry.p_value is not None:
            families.setdefault(declared_finding(entry.kind).family or entry.kind, []).append(entry)
    raised: dict[str, list[tuple[FindingQuestion, float]]] = {}
    for family, own in sorted(families.items()):
        p_values = holm([entry.p_value or 0.0 for entry in own])
        raised[family] = [(entry, float(p_value)) for entry, p_value in zip(own, p_values, strict=True)]
    smallest = [min(p_value for _, p_value in known) for known in raised.values()]
    result = []
    for known, overall in zip(raised.values(), benjamini_hochberg(smallest), strict=True):
        result += [(entry, p_value, max(p_value, float(overall))) for entry, p_value in known]
    return result


def probable(entry: Finding, wanted: int) -> Finding:
    """A finding that is only probable, with the number of matches that would settle it in its sentence."""
    sentence = str(make_message("probable", sentence=entry.sentence, wanted=wanted))
    return replace(entry, sentence=sentence, state="probable", wanted=wanted)


def _finding(evidence: Evidence, question: FindingQuestion, p_value: float | None) -> Finding:
    return Finding(
        question.kind,
        str(question.sentence),
        question.effect,
        question.low,
        question.high,
        question.n,
        evidence.strength,
        question.matches,
        declared_finding(question.kind).weight(question.subject.partition(" ")[0], question.weight),
        p_value,
        subject=question.subject,
        message=None if isinstance(question.sentence, str) else question.sentence,
    )


def guarded(evidence: Evidence, found: list[Finding], metrics: Metrics, weaker: Metrics) -> list[Finding]:
    """Mark the findings whose question has another answer at half the strength, and say so in a finding of its own."""
    guards = {kind: name for kind in finding_kinds() if (name := declared_finding(kind).judged_by)}
    doubtful = {kind for kind, name in guards.items() if disjoint(metrics[name], weaker[name])}
    result = [replace(entry, weak=entry.kind in doubtful) for entry in found]
    for name in dict.fromkeys(guards[kind] for kind in guards if kind in doubtful):
        now, then = metrics[name], weaker[name]
        if now.value is None or then.value is None:
            continue
        figures = {"now": Amount(f"{now.value:.3g}"), "then": Amount(f"{then.value:.3g}")}
        message = make_message("agents-too-weak", metric=name, strength=evidence.strength, **figures)
        change = now.value - then.value
        entry = Finding(
            "agents-too-weak",
            str(message),
            change,
            None,
            None,
            now.n,
            evidence.strength,
            (),
            0.05,
            subject=name,
            message=message,
        )
        result.append(entry)
    return result


def disjoint(first: Metric, second: Metric) -> bool:
    """Whether two intervals have no point in common."""
    one, other = first.estimate, second.estimate
    return one is not None and other is not None and not one.overlaps(other)
