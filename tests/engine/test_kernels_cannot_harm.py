"""Rules that ask for what does not exist end with a sentence that names them: never the process, never a wrong result."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pytest

import apts
from apts.engine.compiler.compiling import compile_rules
from apts.engine.native import kernel_files as loading
from apts.engine.native.jit import JIT
from apts.engine.play.failures import RuleFailure
from apts.engine.play.game import PositionError
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_check import check_position
from apts.engine.rules_state import _restored
from apts.engine.runtime import layout
from apts.errors import AptsError
from apts.language.reading import build
from tests.engine.hostile_texts import ENDLESS, NUMBERS, REFUSED, ends, game, then, worked_out

PLACE = re.compile(r"^<rules>:\d+:\d+: ")
needs_machine_code = pytest.mark.skipif(not JIT, reason="machine code is switched off (APTS_JIT=0)")
SCORE = game(end=ends("(= 5 (score (player (+ 100000000 (count Moves)))))"))


def what_becomes(text: str) -> str:
    """``plays``, or the sentence that ends or refuses it."""
    try:
        machine = Machine(compile_rules(build(text)))
        for seed in range(2):
            state = machine.start(seed)
            for move in range(6):
                if state[layout.OVER]:
                    break
                machine.play(state, machine.record(7 * move % machine.moves(state)))
    except AptsError as error:
        return str(error)
    return "plays"


@pytest.mark.parametrize(("label", "text"), worked_out()[:: 1 if JIT else 6], ids=lambda part: part[:40])
def test_a_number_out_of_range_gives_a_sentence_with_a_place(label: str, text: str) -> None:
    for number in NUMBERS:  # numbers are data, so that one kernel serves all of them
        answer = what_becomes(text.replace("#", str(number)))
        assert answer == "plays" or PLACE.match(answer), (label, number, answer)


@pytest.mark.parametrize("label", REFUSED)
def test_what_cannot_be_played_is_refused_before_it_is_played(label: str) -> None:
    with pytest.raises(AptsError, match=r"^<rules>:\d+:\d+: "):
        compile_rules(build(REFUSED[label]))


@needs_machine_code
@pytest.mark.parametrize("label", ENDLESS)
def test_work_without_end_is_ended(label: str) -> None:
    answer = what_becomes(ENDLESS[label])
    assert PLACE.match(answer), answer


def test_the_sentence_names_rule_and_reason_in_every_way_to_play() -> None:
    rules = apts.load(SCORE)
    place = r"^<rules>:11:\d+: this rule asks for player 10000000\d; the game has players 1 to 2$"
    state = rules.start()
    with pytest.raises(RuleFailure, match=place):
        state.moves()
    with pytest.raises(RuleFailure, match=place):
        rules.playouts(3)
    with pytest.raises(RuleFailure, match=place):
        rules.perft(2)


@needs_machine_code
def test_searches_end_with_the_sentence() -> None:
    late = game(end=ends("(and (> (count Moves) 6) (= 5 (score (player (+ 100000000 (count Moves))))))"))
    state = apts.load(late).start()
    for spelling in ("uct:iterations=100000", "alphabeta:depth=9"):
        with pytest.raises(RuleFailure, match="this rule asks for player"):
            apts.agent(spelling).choose(state, seed=1)


_SENTENCES = """
import json, sys
from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.machine import Machine
from apts.errors import AptsError
from apts.language.reading import build
found = []
for text in json.load(sys.stdin):
    try:
        machine = Machine(compile_rules(build(text)))
        state = machine.start(0)
        machine.moves(state)
        machine.play(state, machine.record(0))
        found.append("plays")
    except AptsError as error:
        found.append(str(error))
print(json.dumps(found))
"""


def test_plain_python_gives_the_same_sentences() -> None:
    clauses = ("(flip #)", "(set State at:(+ # (count Moves)) 1)", "(add (to (+ # (count Moves))))")
    texts = [game(then(clause)).replace("#", "7777") for clause in clauses]
    texts += [SCORE, game(end=ends("(= 5 (* 2000000000 (* 2000000000 (+ 8 (count Moves)))))"))]
    answers = []
    for switch in ("0", "1"):
        result = subprocess.run(
            [sys.executable, "-c", _SENTENCES],
            input=json.dumps(texts),
            env={**os.environ, "APTS_JIT": switch},
            capture_output=True,
            text=True,
        )
        assert result.returncode == 0, result.stderr
        answers.append(json.loads(result.stdout))
    assert answers[0] == answers[1]
    assert "site 7777" in answers[0][0]
    assert "plays" not in answers[0]


def test_one_move_that_fills_a_large_board_sets_every_piece() -> None:
    # A loop over the empty sites that adds on each reads what it changes, so that all actions are queued first.
    size = 80 if JIT else 12
    text = game(then('(forEach Site (sites Empty) (add (piece "Stone1") (to (site))))'), size=size)
    machine = Machine(compile_rules(build(text)))
    state = machine.start(0)
    machine.moves(state)
    machine.play(state, machine.record(0))
    start, count = machine.compiled.fields["what"]
    assert all(state[start : start + count])


@needs_machine_code
def test_ctrl_c_works_inside_a_kernel() -> None:
    rules = apts.load("connect-four")
    rules.playouts(10)
    began = time.monotonic()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have it ignored
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        rules.playouts(1_000_000_000)
    signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 60
    assert rules.playouts(10).count == 10


# --- positions from outside ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    ["next=100000000", "next=0", "previous=-3", "over=5", "active=9999", "endrule=77", "winners=-1", "swapped=2"],
)
def test_words_of_a_position_text_that_no_position_has_are_refused(change: str) -> None:
    rules = apts.load("tic-tac-toe")
    with pytest.raises(PositionError):
        rules.state(f"{rules.start()} {change}")


def test_words_of_a_position_from_a_file_are_checked() -> None:
    rules = apts.load("tic-tac-toe")
    position = numpy.array(rules.start().position)
    check_position(rules.compiled, position)
    for index, word in (
        (layout.MOVER, 77),
        (layout.LENGTH, 1 << 40),
        (rules.compiled.fields["what"][0], 99),
        (rules.compiled.fields["empty"][0], -1),
        (rules.compiled.fields["empty"][0], 1 << 20),
    ):
        damaged = position.copy()
        damaged[index] = word
        with pytest.raises(PositionError):
            check_position(rules.compiled, damaged)
        with pytest.raises(PositionError):
            _restored(rules, damaged.tobytes())
    with pytest.raises(PositionError):
        _restored(rules, position.tobytes()[:-8])


# --- machine code on disk --------------------------------------------------------------------------------------------


@needs_machine_code
def test_any_change_of_a_stored_kernel_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APTS_CACHE", str(tmp_path))
    loading.load_kernel.cache_clear()
    compiled = compile_rules(build(game()))
    Machine(compiled)
    (stored,) = tmp_path.glob("kernels/*.kernel")
    whole = stored.read_bytes()
    assert stored.parent.stat().st_mode & 0o777 == 0o700
    for place in (0, whole.index(b"\n") + 3, len(whole) - 1):
        stored.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert loading._read(stored.stem) is None
    stored.write_bytes(whole)
    assert loading._read(stored.stem) is not None
    stored.chmod(0o666)
    assert loading._read(stored.stem) is None
    loading.load_kernel.cache_clear()


def test_a_new_folder_is_private_where_groups_may_write(tmp_path: Path) -> None:
    before = os.umask(0o002)
    try:
        assert loading._private(tmp_path / "cache" / "apts") == tmp_path / "cache" / "apts" / "kernels"
    finally:
        os.umask(before)
    assert (tmp_path / "cache" / "apts").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_others_own_or_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading.tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    theirs = tmp_path / "theirs"
    (theirs / "kernels").mkdir(parents=True)
    theirs.chmod(0o777)
    monkeypatch.setenv("APTS_CACHE", str(theirs))
    assert theirs not in loading._folder().parents
    link = tmp_path / "link"
    link.symlink_to(theirs)
    assert loading._private(link) is None
    own = tmp_path / "own"
    assert loading._private(own) == own / "kernels"
    loading._private.cache_clear()
    user = os.getuid()
    monkeypatch.setattr(loading.os, "getuid", lambda: user + 1)
    assert loading._private(own) is None
    loading._private.cache_clear()
