"""The section about people: what they did on a published page, beside the agents of the run."""

from __future__ import annotations

from dataclasses import dataclass

from apts.agents.spelling import spelling_parts
from apts.playtest.experiments.side_runs import PERSON
from apts.playtest.people.seen import Answers, Difference, PeopleSeen, people_seen
from apts.report.subject import ReportedRun
from apts.report.table_rows import Table
from apts.report.texts import ReportTexts, describe_agent
from apts.statistics import Estimate

MOST_ROWS = 12
MOST_SAID = 20
"""What people wrote, as many texts as a page shows."""


@dataclass(frozen=True)
class PeopleView:
    """The section as sentences and tables in the reader's language."""

    about: str
    facts: str
    scores: Table
    lengths: Table
    longer: str
    openings: Table
    compared: bool
    differences: Table
    answers: Table
    said: tuple[str, ...]
    unsaid: int


def people_view(run: ReportedRun, words: ReportTexts) -> PeopleView | None:
    """What is shown about people; None where the archive has no matches of people with these rules."""
    seen = people_seen(run.evidence)
    if seen is None:
        return None
    answer = seen.answers.words
    return PeopleView(
        words.counted("people.about", seen.matches),
        _facts(seen, words),
        _scores(seen, words, run.manifest.players),
        _lengths(seen, words),
        _longer(seen, words),
        _openings(seen, words),
        seen.compared,
        _differences(seen.differences[:MOST_ROWS], words),
        _answers(seen.answers, words),
        answer[:MOST_SAID],
        max(0, len(answer) - MOST_SAID),
    )


def _facts(seen: PeopleSeen, words: ReportTexts) -> str:
    parts = []
    if seen.given_up:
        parts.append(words("people.given-up", count=words.count(seen.given_up)))
    if seen.unfinished:
        parts.append(words("people.unfinished", count=words.count(seen.unfinished)))
    if seen.undone or seen.hints:
        parts.append(words("people.helped", undone=words.count(seen.undone), hints=words.count(seen.hints)))
    return " ".join(parts)


def _scores(seen: PeopleSeen, words: ReportTexts, players: int) -> Table:
    headings = (words("people.heading-who"), words("heading.score"), words("heading.matches"))
    rows = []
    for one in seen.against:
        rows.append((_opponents(one.who, words, players), _share(one.score, words), words.count(one.score.n)))
    return Table(headings, rows)


def _opponents(who: str, words: ReportTexts, players: int) -> str:
    if who == PERSON:
        return words("people.alone") if players == 1 else words("people.among", seat=1)
    return words("people.against", who="; ".join(_opponent(one, words) for one in who.split(", ")))


def _opponent(who: str, words: ReportTexts) -> str:
    kind, level = spelling_parts(who)
    told = words.known(f"level.{level}", level) if kind == "level" else describe_agent(who, words)
    return words("people.level", level=told)


def _lengths(seen: PeopleSeen, words: ReportTexts) -> Table:
    headings = [words("heading.figure"), words("people.heading-people")]
    rows = [[words("people.turns"), _mean(seen.turns, words)]] if seen.turns is not None else []
    if seen.compared:
        headings.append(words("people.heading-agents"))
        for row in rows:
            row.append(_mean(seen.agent_turns, words))
    if seen.minutes is not None:
        rows.append([words("people.minutes"), _mean(seen.minutes, words), *([""] if seen.compared else [])])
    return Table(tuple(headings), rows)


def _longer(seen: PeopleSeen, words: ReportTexts) -> str:
    """A sentence where the difference is sure."""
    if seen.longer is None or not seen.longer_is_sure:
        return ""
    return words("people.longer" if seen.longer.difference.value > 0.0 else "people.shorter")


def _openings(seen: PeopleSeen, words: ReportTexts) -> Table:
    headings = [words("heading.opening"), words("people.heading-people")]
    rows = [[one.name, _share(one.people, words)] for one in seen.openings[:MOST_ROWS]]
    if seen.compared:
        headings.append(words("people.heading-agents"))
        for row, one in zip(rows, seen.openings, strict=False):
            row.append(_share(one.agents, words))
    return Table(tuple(headings), rows)


def _differences(found: tuple[Difference, ...], words: ReportTexts) -> Table:
    headings = ("what", "people", "agents", "surely")
    rows = [
        (
            words(f"people.{one.kind}", name=one.name, line=one.line),
            words("people.of", count=words.count(one.people), total=words.count(one.people_of)),
            words("people.never")
            if one.never
            else words("people.of", count=words.count(one.agents), total=words.count(one.agents_of)),
            words("people.sure" if one.sure else "people.unsure"),
        )
        for one in found
    ]
    marked = frozenset(number for number, one in enumerate(found) if one.sure)
    return Table(tuple(words(f"people.heading-{name}") for name in headings), rows, marked)


def _answers(answers: Answers, words: ReportTexts) -> Table:
    headings = (words("people.heading-answer"), words("heading.value"), words("heading.n"))
    rows = []
    if answers.fun is not None:
        rows.append((words("people.fun"), _mean(answers.fun, words), words.count(answers.fun.n)))
    shares = {**answers.lengths, **({} if answers.confusing is None else {"confusing": answers.confusing})}
    for name, share in shares.items():
        rows.append((words(f"people.{name}"), _share(share, words), words.count(share.n)))
    return Table(headings, rows)


def _share(found: Estimate | None, words: ReportTexts) -> str:
    if found is None:
        return words("word.none")
    return f"{words.percent(found.value, 0)} ({words.interval(found.low, found.high, percent=True)})"


def _mean(found: Estimate | None, words: ReportTexts) -> str:
    if found is None:
        return words("word.none")
    return f"{words.number(found.value, 1)} ({words.interval(found.low, found.high)})"
