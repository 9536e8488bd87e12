"""Rules with counts beside each line."""

from __future__ import annotations

from typing import Any

from apts.report.pages.run_page import rules_lines, rules_view, unused_rules
from tests.playtest.handmade import match
from tests.report.runs import handmade_run

TEXT = "(game\n    (play (or (step) (hop)))\n)"


def _row(name: str, line: int, column: int, tried: int, effects: int) -> dict[str, Any]:
    return {"name": name, "line": line, "column": column, "tried": tried, "effects": effects, "share": effects / 100}


ROWS = [_row("hop", 2, 22, 40, 0), _row("or", 2, 11, 100, 60), _row("step", 2, 15, 100, 60)]


def test_counts_stand_at_the_line_of_the_rule() -> None:
    lines = rules_lines(TEXT, ROWS)
    assert [line.text for line in lines] == TEXT.splitlines()
    assert (lines[1].tried, lines[1].effects, lines[1].share) == (100, 60, 0.6)
    assert lines[0].tried is None
    assert lines[1].counted == ("or: 60 / 100", "step: 60 / 100", "hop: 0 / 40")


def test_a_rule_that_never_took_effect_is_marked_where_it_stands() -> None:
    lines = rules_lines(TEXT, ROWS)
    assert [piece.text for piece in lines[1].pieces if piece.unused] == ["hop"]
    assert [line.unused for line in lines] == [False, True, False]
    assert [(rule.name, rule.line, rule.tried) for rule in unused_rules(ROWS)] == [("hop", 2, 40)]


def test_a_game_that_is_not_counted_shows_its_text() -> None:
    view = rules_view(handmade_run([match(1, 1)], rules="one\ntwo"))
    assert (view.replayed, [line.text for line in view.lines]) == (0, ["one", "two"])
