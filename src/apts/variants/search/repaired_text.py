"""The chosen rules as a text that says at its head what was changed and what was measured."""

from __future__ import annotations

from textwrap import wrap

from apts.errors import AptsError
from apts.playtest.goals import GoalJudgement
from apts.variants.origins import ClassOrigin
from apts.variants.search.confirmation import GoalAnswer
from apts.variants.search.improvement import Improvement, describe_edits
from apts.variants.variant import Variant

WIDTH = 110
"""Letters of a line of comment."""


def check_writable(parent: Variant) -> None:
    """Refuse a game that has no rules text to write."""
    if isinstance(parent.parent, ClassOrigin):
        raise AptsError("the game is a Python class, so there is no rules text to write; leave out --write")


def repaired_text(found: Improvement) -> str:
    """The rules with the edits in them, after a comment about these."""
    if found.chosen is None:
        raise AptsError("nothing was changed, so there are no rules to write")
    return "\n".join([*comment_lines(found), "", found.chosen.own_text().lstrip("\n")])


def comment_lines(found: Improvement) -> list[str]:
    """What was changed and what was measured, as comments of a rules text."""
    assert found.chosen is not None
    lines = [f"{found.name}, changed by apts improve (method {found.method}, seed {found.seed}).", "Changed:"]
    lines += [f"- {words}" for words in describe_edits(found.chosen)]
    confirmation = found.confirmation
    if confirmation is None:
        lines.append("No fresh matches were played, so nothing is known for sure.")
    else:
        lines.append(f"Measured on {confirmation.matches} fresh matches of each game, with 95 % intervals:")
        lines += [f"- {describe_answer(answer)}" for answer in confirmation.answers]
    lines += [f"Taken for granted, as no goal speaks of it: {goal}." for goal in found.implied]
    if found.new_problems:
        lines += [
            "Worse than before, though no goal asks for it:",
            *(f"- {described}" for described in found.new_problems),
        ]
    return [f"// {part}" for line in lines for part in wrap(line, WIDTH, subsequent_indent="  ")]


def describe_answer(answer: GoalAnswer) -> str:
    """A goal with its figures before and after, at one strength."""
    before, after = (describe_decider(one) for one in (answer.before, answer.after))
    return f"{answer.goal}, {answer.agents}: {before} before, {after} after: {answer.after.verdict}"


def describe_decider(judged: GoalJudgement) -> str:
    """The figure that decides a goal, with its interval and, where the goal is about several, with its name."""
    found = judged.estimate
    if found is None:
        return "not measured"
    named = f"{judged.figure}: " if judged.goal.each and judged.figure not in ("", judged.goal.metric) else ""
    return f"{named}{found.value:.3g} ({found.low:.3g} to {found.high:.3g})"
