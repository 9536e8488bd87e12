"""Checked goals as JUnit XML, which systems for continuous integration show."""

from __future__ import annotations

from xml.etree import ElementTree

from apts.characters import shown
from apts.playtest.goal_check import GoalCheck
from apts.playtest.goals.judging import GoalJudgement
from apts.playtest.goals.verdict_text import describe_judgement


def junit_text(check: GoalCheck) -> str:
    """A suite with a case for each goal: one that is missed fails, one that is open is skipped."""
    game = shown(check.runs[0].manifest.game)
    words = [found.verdict for found in check.judgements]
    counts = {"tests": len(words), "failures": words.count("missed"), "skipped": words.count("open"), "errors": 0}
    suite = ElementTree.Element("testsuite", {"name": game, **{name: str(count) for name, count in counts.items()}})
    for found in check.judgements:
        _add_case(suite, game, found)
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _add_case(suite: ElementTree.Element, game: str, found: GoalJudgement) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=game, name=shown(found.goal.name or str(found.goal)))
    text = shown(describe_judgement(found))
    if found.verdict == "missed":
        ElementTree.SubElement(case, "failure", message=text)
    elif found.verdict == "open":
        ElementTree.SubElement(case, "skipped", message=text)
    ElementTree.SubElement(case, "system-out").text = text
