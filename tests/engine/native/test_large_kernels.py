"""Kernels of any size play the same, however much is optimised in them."""

from __future__ import annotations

import pytest

import apts
from apts.engine.native import compile as compiling
from apts.engine.native.kernel_files import kernel_texts
from apts.engine.native.loading import NativeModule
from apts.engine.play.machine import Machine
from apts.engine.runtime.kernel_functions import JIT, address, words
from apts.engine.runtime.layout import MOVES


def _played(machine: Machine, seed: int) -> list[int]:
    """A position after 30 random moves."""
    state, stream = machine.start(seed), words(1)
    stream[0] = seed
    with machine.working():
        machine.kernel.play_on(*machine.addresses(state), address(stream), 30)
    return list(map(int, state))


@pytest.mark.skipif(not JIT, reason="there is no machine code with APTS_JIT=0")
@pytest.mark.parametrize(
    ("limits", "quick"), [(("LARGE", 0), False), (("HUGE", 0), False), (("LARGE", compiling.LARGE), True)]
)
def test_kernels_that_are_not_fully_optimised_play_the_same(
    limits: tuple[str, int], quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = apts.load("nine-mens-morris")
    assert game.from_rules is not None
    machine, other = game.from_rules.machine.twin(), game.from_rules.machine.twin()
    texts = kernel_texts(machine.compiled.source)
    machine.kernel = NativeModule(*compiling.compile_module(*texts))
    monkeypatch.setattr(compiling, *limits)
    other.kernel = NativeModule(*compiling.compile_module(*texts, quick=quick))
    played = [_played(machine, seed) for seed in range(20)]
    assert [_played(other, seed) for seed in range(20)] == played
    assert max(state[MOVES] for state in played) == 30
