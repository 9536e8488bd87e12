"""Source is parsed by many threads at once, as matches in threads do when each compiles what it needs."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from apts.engine.native.parsing import parsed

DEEP = "x = " + "(" * 40 + "1" + " + y * (2 - z))" * 40
SOURCE = "\n".join(f"def f{number}(y, z):\n    {DEEP}\n    return x" for number in range(10))


@pytest.fixture
def busy_collector() -> Iterator[None]:
    """The collector of garbage runs often and calls Python, as objects with finalizers do: another thread may take over."""

    def called(phase: str, details: dict[str, int]) -> None:
        time.sleep(0)

    usual = gc.get_threshold()
    gc.callbacks.append(called)
    gc.set_threshold(50)
    yield
    gc.set_threshold(*usual)
    gc.callbacks.remove(called)


@pytest.mark.usefixtures("busy_collector")
def test_threads_parse_at_once() -> None:
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(parsed, [SOURCE] * 8))
    assert {len(tree.body) for tree in trees} == {10}
    assert isinstance(parsed("1 + 1", "eval").body, ast.BinOp)
