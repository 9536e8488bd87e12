"""A short run of the fuzzer: damaged texts are refused, end with a sentence, or play; a number always gives one text."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.engine.native.jit import JIT
from apts.engine.rules_game import RulesGame
from bench import fuzz
from bench.damage import damaged
from bench.shown_games import Untrue, show_all

KNOWN = fuzz.texts(None)


def test_a_number_always_gives_the_same_text() -> None:
    made = [damaged(KNOWN, number) for number in range(40)]
    assert made == [damaged(KNOWN, number) for number in range(40)]
    assert len(set(made)) > 35
    assert not set(made) & set(KNOWN)


@pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
def test_damaged_texts_are_refused_end_with_a_sentence_or_play() -> None:
    answers = {number: fuzz.tried(damaged(KNOWN, number), number) for number in range(16)}
    assert set(answers.values()) <= {"refused", "ended", "played"}, answers


@pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
def test_all_that_is_shown_of_damaged_texts_is_true_or_ends_with_a_sentence() -> None:
    answers = {number: fuzz.tried(damaged(KNOWN, number), number, 1, 20, shown=True) for number in range(100, 112)}
    assert set(answers.values()) <= {"refused", "ended", "played"}, answers
    assert "played" in answers.values()


def test_what_is_shown_and_is_not_so_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    game = RulesGame(next(text for text in KNOWN if '(game "Tic-Tac-Toe"' in text))
    show_all(game, 1)
    monkeypatch.setattr(RulesGame, "state", lambda self, text, seed=None: self.start(1).play("a1"))
    with pytest.raises(Untrue, match="reads back as another one"):
        show_all(game, 1)


def test_a_second_run_goes_on_where_the_first_one_stopped(tmp_path: Path) -> None:
    first = fuzz.Journal(tmp_path, fuzz.Way())
    first.note(3, "played")
    first.note(4, "hang: more than 10 s")
    assert (tmp_path / "4.lud").read_text(encoding="utf-8") == damaged(KNOWN, 4)
    assert not (tmp_path / "3.lud").exists()
    assert fuzz.Journal(tmp_path, fuzz.Way()).done == {3, 4}


@pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
def test_texts_are_tried_in_a_child() -> None:
    answers = dict(fuzz.run(iter(range(16, 22)), fuzz.Way()))
    assert sorted(answers) == list(range(16, 22))
    assert set(answers.values()) <= set(fuzz.GOOD), answers


@pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
def test_texts_can_be_tried_as_they_are() -> None:
    (number,) = [number for number, text in enumerate(KNOWN) if '(game "Tic-Tac-Toe"' in text]
    assert dict(fuzz.run(iter([number]), fuzz.Way(intact=50))) == {number: "played"}


@pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
def test_what_takes_too_long_quickly_compiled_is_tried_as_for_players(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, bool]] = []
    ask = fuzz.Child.ask

    def impatient(child: fuzz.Child, number: int, seconds: float, *, again: bool = False) -> str:
        asked.append((number, again))
        return ask(child, number, seconds if again else -1.0, again=again)

    monkeypatch.setattr(fuzz.Child, "ask", impatient)
    assert dict(fuzz.run(iter([16]), fuzz.Way()))[16] in fuzz.GOOD
    assert asked == [(16, False), (16, True)]


def test_a_child_that_takes_too_long_is_ended_and_replaced(tmp_path: Path) -> None:
    (tmp_path / "plain.lud").write_text("(game", encoding="utf-8")
    child = fuzz.Child(fuzz.Way(tmp_path))
    assert child.ask(1, seconds=-1.0).startswith("hang")
    assert child.process.poll() is not None
