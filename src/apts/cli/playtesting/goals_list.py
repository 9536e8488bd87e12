"""``apts goals list``: the design questions that ship as sets of goals."""

from __future__ import annotations

from apts.cli.arguments import JSON
from apts.cli.settings import print_json


def goals_list(json: JSON = False) -> None:
    """List the design questions that APTS includes as sets of goals."""
    from apts.playtest.goals.bank import bank_names
    from apts.playtest.goals.goal_files import bank_set

    found = [(name, bank_set(name)) for name in bank_names()]
    if json:
        print_json(
            [
                {"name": name, "question": known.page()["question"], "goals": [str(g) for g in known.goals().wanted]}
                for name, known in found
            ]
        )
        return
    width = max(len(name) for name, _ in found)
    for name, known in found:
        print(f"{name:{width}}  {known.page()['question']}")
