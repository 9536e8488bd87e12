"""Files of a studio are for its own account, under any umask and in folders of any age."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from apts.studio.frame.studio import open_studio
from apts.studio.settings import StudioSettings, private_database, private_studio_folder
from apts.studio.store.matches import Models


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    """New files are for everybody, unless somebody sees to it."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(place: Path) -> int:
    return stat.S_IMODE(place.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    return [str(place) for place in (folder, *folder.rglob("*")) if not place.is_symlink() and mode(place) & 0o077]


def test_studio_that_is_opened_from_python_writes_nothing_for_others(tmp_path: Path) -> None:
    studio = open_studio(StudioSettings(tmp_path / "studio", workers=1))
    studio.workers.remembered("board", game={"id": "tic-tac-toe", "rules": None, "settings": {}})
    Models(studio.settings.folder).place("hex", "0123456789abcdef")
    assert open_to_others(tmp_path / "studio") == []
    assert (tmp_path / "studio" / "studio.db-wal").exists(), "what stands beside a database is private too"
    studio.close()


def test_folder_of_an_older_studio_is_closed_and_what_is_not_the_studios_stays(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "studio", tmp_path / "elsewhere"
    for place in (folder / "jobs" / "1", folder / "models", folder / "notes", elsewhere):
        place.mkdir(parents=True)
        (place / "file").write_text("x")
    for name in ("studio.db", "studio.db-wal", "archive.db", "queue.db", "queue.db-shm"):
        (folder / name).write_text("")
    (folder / "models" / "linked").symlink_to(elsewhere)
    (folder / "papers").symlink_to(elsewhere)
    (folder / "answers").symlink_to(elsewhere / "file")
    private_studio_folder(folder)
    assert mode(folder) == 0o700
    assert {place for place in open_to_others(folder) if "notes" not in place} == set()
    assert mode(folder / "notes" / "file") == 0o666
    assert (mode(elsewhere), mode(elsewhere / "file")) == (0o777, 0o666), "links lead to what is not the studio's"


def test_folder_that_is_more_than_a_studio_keeps_its_permissions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, home, shared = tmp_path / "project", tmp_path / "home", tmp_path / "shared"
    for place in (project / "inside", home, shared):
        place.mkdir(parents=True)
    (project / "own.txt").write_text("x")
    shared.chmod(0o1777)
    monkeypatch.chdir(project / "inside")
    monkeypatch.setenv("HOME", str(home))
    for folder in (project, project / "inside", home, shared):
        before = mode(folder)
        (folder / "studio.db").write_text("")
        private_studio_folder(folder)
        assert mode(folder) == before, folder
        assert mode(folder / "studio.db") == 0o600
    assert mode(project / "own.txt") == 0o666


def test_database_is_private_before_anything_is_in_it_and_keeps_what_is_there(tmp_path: Path) -> None:
    file = private_database(tmp_path / "new.db")
    assert (mode(file), file.read_bytes()) == (0o600, b"")
    file.write_bytes(b"something")
    file.chmod(0o644)
    assert private_database(file).read_bytes() == b"something"
    assert mode(file) == 0o600
