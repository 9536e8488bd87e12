"""Ctrl-C in the middle of a transaction: it is kept whole, the archive stays free, and the program stops after it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from apts import load
from apts.archive import open_archive
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.engine.runtime.kernel_functions import address, words
from apts.engine.runtime.layout import FAILURE
from apts.interrupts import COUNT, undisturbed
from tests.archive.samples import manifest, match
from tests.engine import small_games


@pytest.fixture(autouse=True)
def _listening() -> Iterator[None]:
    """Programs started in the background are born deaf to Ctrl-C; these tests must hear it in any case."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def interrupted_at(step: int) -> Iterator[list[int]]:
    """Press Ctrl-C when so many functions of C have come back in the block; gives how many did."""
    calls = [0]

    def count(_frame: FrameType, event: str, _value: Any) -> None:
        if event == "c_return":
            calls[0] += 1
            if calls[0] == step:
                signal.raise_signal(signal.SIGINT)

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_interrupt_at_any_step_of_a_transaction_leaves_the_archive_free(tmp_path: Path) -> None:
    place = tmp_path / "runs.db"
    with open_archive(place) as archive, open_archive(place, wait=0.0) as other:
        run = archive.start(manifest())
        other.add(run, [match(1)])
        step, pressed = 1, True
        while pressed:
            try:
                with interrupted_at(step) as calls:
                    archive.add(run, [match(2 * step)])
            except KeyboardInterrupt:
                assert other.add(run, [match(2 * step + 1)]) == 1  # as on the way out of a program
            pressed = calls[0] >= step
            step += 1
        assert step > 100


def test_interrupt_waits_for_the_end_of_the_block_and_is_counted() -> None:
    before = COUNT.value
    steps = []

    def work() -> None:
        with undisturbed():
            with undisturbed():
                signal.raise_signal(signal.SIGINT)
                steps.append("inner")
            steps.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["inner", "outer"]
    assert COUNT.value > before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("again_stops", [True, False])
def test_second_interrupt_stops_at_once_unless_that_would_do_harm(again_stops: bool) -> None:
    steps = []

    def work() -> None:
        with undisturbed(again_stops):
            for step in range(5):
                signal.raise_signal(signal.SIGINT)
                steps.append(step)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert len(steps) == (1 if again_stops else 5)


def test_threads_hold_nothing_back() -> None:
    held: list[Any] = []

    def work() -> None:
        with undisturbed():
            held.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert held == [signal.default_int_handler]


def test_what_was_interrupted_before_does_not_stop_a_new_machine() -> None:
    game = load(small_games.NOUGHTS)
    assert isinstance(game, RulesGame)
    COUNT.value += 1
    machine = Machine(game.compiled)
    state, stream = game.machine.start(), words(1)
    stream[0] = 3
    machine.kernel.choose(*machine.addresses(state), address(stream))
    assert not machine.work[FAILURE]
