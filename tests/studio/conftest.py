"""What all tests of the studio share: a studio to ask without a network, one that is served, and a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from apts.studio.frame.studio import Studio, open_studio
from apts.studio.server.app import create_app
from apts.studio.settings import Costs, StudioSettings
from tests.browser import chromium
from tests.studio.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


PATIENT = Costs(page_seconds=60.0)
"""Pages wait for their games, so that a test sees them whole."""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio of its own for the tests of a file; nobody works off its queue."""
    opened = open_studio(StudioSettings(tmp_path_factory.mktemp("studio"), workers=1, costs=PATIENT, token=False))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def client(studio: Studio) -> Iterator[TestClient]:
    """Who asks that studio, as a page on this machine does."""
    app = create_app(studio.settings, studio)
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as asking:
        yield asking


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A studio as ``apts studio`` serves it, with its queue."""
    with Served(tmp_path_factory.mktemp("served")) as serving:
        yield serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file."""
    with chromium() as found:
        yield found


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """A folder for a studio that a test begins itself."""
    return tmp_path / "studio"
