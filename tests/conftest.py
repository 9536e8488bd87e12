"""What all tests share: a data folder of their own, so that none reads or writes the list of games of whoever runs them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


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
