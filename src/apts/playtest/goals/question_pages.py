"""The design questions of the bank as a page of the documentation.

``python -m apts.playtest.goals.question_pages > docs/design-questions.md`` writes it.
"""

from __future__ import annotations

from apts.playtest.goals.goal import Goal
from apts.playtest.goals.goal_files import bank_names, bank_set

PARTS = {
    "why": "Why it matters",
    "measured": "How it is measured",
    "try": "What to try if it is missed",
}
"""The parts of a question's page and their headings."""

_OPENING = """# Design questions

The bank of [goals](goals.md) that ships, a set for each question. `apts goals check GAME NAME` checks one, several names
check several; `apts improve GAME --goal NAME` looks for rules that meet it. Made from the sets themselves.
"""


def question_pages() -> str:
    """The whole page: a list of all questions, then each of them."""
    pages = {name: bank_set(name).page() for name in bank_names()}
    listed = [f"- [{page['question']}](#{name}) `{name}`" for name, page in pages.items()]
    return "\n".join([_OPENING, *listed, "", *(_section(name, page) for name, page in pages.items())])


def describe_goal(goal: Goal) -> str:
    """A goal with its weight, where it is a wish, and its name."""
    wish = "" if goal.weight is None else f" (a wish of weight {goal.weight:g})"
    return f"{goal}{wish}{f': {goal.name}' if goal.name else ''}"


def _section(name: str, page: dict[str, str]) -> str:
    parts = [f"**{heading}.** {page[part]}\n" for part, heading in PARTS.items()]
    goals = [f"- {describe_goal(goal)}" for goal in bank_set(name).goals().wanted]
    return "\n".join([f"## {name}", "", f"*{page['question']}*", "", *parts, "Goals:", "", *goals, ""])


if __name__ == "__main__":
    print(question_pages(), end="")
