"""Compiling without collections of garbage: they are on again afterwards, whatever happened."""

from __future__ import annotations

import gc
import threading

import pytest

from apts.engine.native.gc_paused import gc_paused


def test_no_collection_takes_place_inside_and_they_go_on_afterwards() -> None:
    def work() -> None:
        with gc_paused():
            assert not gc.isenabled()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    assert gc.isenabled()


def test_who_has_switched_them_off_finds_them_so() -> None:
    gc.disable()
    try:
        with gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_they_are_on_when_all_threads_are_done() -> None:
    inside, leave = threading.Barrier(5), threading.Event()

    def work() -> None:
        with gc_paused():
            inside.wait()
            leave.wait()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    inside.wait()
    assert not gc.isenabled()
    leave.set()
    for thread in threads:
        thread.join()
    assert gc.isenabled()
