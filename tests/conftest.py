"""What all tests share: a data folder of their own, so that none reads or writes the list of games of whoever runs them.

And the wording of what APTS says, which is held by one file a language (:mod:`tests.wording.golden`).
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.wording.golden import Wording, Wordings

_TESTS = Path(__file__).parent
_WORDINGS = pytest.StashKey[Wordings]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-wording", action="store_true", help="write tests/wording from what tests are told")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--write-wording") and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--write-wording writes files of its own; leave out -n")
    config.stash[_WORDINGS] = Wordings(config.getoption("--write-wording"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that tests import stays, so garbage is never looked for in it: half a million objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where wording is written, only the tests that are told something run."""
    if config.getoption("--write-wording"):
        items[:] = [item for item in items if "wording" in getattr(item, "fixturenames", ())]


def pytest_sessionfinish(session: pytest.Session) -> None:
    session.config.stash[_WORDINGS].save()


@pytest.fixture
def wording(request: pytest.FixtureRequest) -> Wording:
    """Holds sentences of a test to the files of wording."""
    module = request.path.relative_to(_TESTS).with_suffix("").as_posix()
    return Wording(request.config.stash[_WORDINGS], f"{module}::{request.node.name}")


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes that tests begin get it too."""
    before = os.environ.get("APTS_DATA")
    os.environ["APTS_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    if before is None:
        del os.environ["APTS_DATA"]
    else:
        os.environ["APTS_DATA"] = before
