"""What every folder uses: names that are near, and files that are written whole."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from apts.agents.spelling import kind_of, spelling_parts
from apts.atomic_files import PRIVATE, atomic_file, atomic_write, file_stem
from apts.similar_names import did_you_mean, edit_distance, nearest_names

PACKAGE = Path(__file__).parents[2] / "src" / "apts"


def nodes_of_files(*words: str) -> Iterator[tuple[Path, ast.AST]]:
    """All nodes of the files of the package whose text has one of the words."""
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if any(word in text for word in words):
            yield from ((file, node) for node in ast.walk(ast.parse(text)))


def test_nearest_names_come_best_first_in_their_own_spelling() -> None:
    assert nearest_names(" EMTPY ", ["Enemy", "Empty", "Ends"])[0] == "Empty"
    assert nearest_names("xyz", ["Empty"]) == ()


def test_two_letters_exchanged_are_one_slip() -> None:
    assert (
        edit_distance("emtpy", "empty"),
        edit_distance("emtpy", "enemy"),
        edit_distance("", "ab"),
        edit_distance("ca", "abc"),
    ) == (1, 3, 2, 3)
    assert nearest_names("Emtpy", ["Enemy", "Empty"]) == ("Empty",)
    assert nearest_names("ot", ["if", "to", "or"]) == ("to",)


def test_name_of_which_half_is_another_is_not_near() -> None:
    assert nearest_names("Foo", ["fromTo"]) == ()


def test_end_of_a_sentence_names_what_was_meant_or_is_empty() -> None:
    assert did_you_mean("unt", ["uct", "random"]) == "; did you mean uct?"
    assert did_you_mean("unt", ["uct"], quoted=True) == "; did you mean 'uct'?"
    assert did_you_mean("lenght", ["length", "lengths"], 2) == "; did you mean length or lengths?"
    assert did_you_mean("zzz", ["uct"]) == ""


def _break_off(path: Path) -> None:
    with atomic_file(path) as stream:
        stream.write(b"new")
        raise RuntimeError


def test_file_that_fails_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    atomic_write(path, b"old")
    with pytest.raises(RuntimeError):
        _break_off(path)
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"]


def test_files_are_for_all_unless_they_are_private(tmp_path: Path) -> None:
    atomic_write(tmp_path / "all", b"")
    atomic_write(tmp_path / "own", b"", PRIVATE)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("all", "own")] == [0o644, 0o600]


@pytest.mark.parametrize(
    ("module", "home"),
    [
        ("difflib.get_close_matches", "similar_names"),
        ("os.replace", "atomic_files"),
        ("scipy.stats.binomtest", "estimate"),
        ("np.minimum.accumulate", "comparison"),
    ],
)
def test_one_file_alone_does_it(module: str, home: str) -> None:
    package, _, name = module.rpartition(".")
    users = set()
    for file, node in nodes_of_files(module, f"from {package} import"):
        imported = isinstance(node, ast.ImportFrom) and node.module == package
        if imported and any(alias.name == name for alias in node.names):
            users.add(file.stem)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == module:
            users.add(file.stem)
    assert users == {home}


def test_what_users_keep_is_never_written_half() -> None:
    offenders = set()
    for file, node in nodes_of_files("write_text", "write_bytes", "open"):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        words = [*node.args, *(word.value for word in node.keywords)]
        modes = [one.value for one in words if isinstance(one, ast.Constant)]
        opened = node.func.attr == "open" and any(mode in ("w", "wb") for mode in modes)
        if node.func.attr in ("write_text", "write_bytes") or opened:
            offenders.add(file.relative_to(PACKAGE).as_posix())
    # The tools of those who work on APTS write files that are kept under version control.
    assert offenders == {"agents/calibrating/page_about_agents.py", "atomic_files.py"}


def test_pipes_and_devices_take_what_they_are_given(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_bytes)
        atomic_write(pipe, b"content")
        assert read.result() == b"content"
    assert not pipe.is_file()


def test_content_is_whole_when_it_is_synced(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "kept", synced=True) as stream:
        stream.write(b"content")
    assert (tmp_path / "kept").read_bytes() == b"content"


def test_names_of_games_begin_files() -> None:
    assert [file_stem(name) for name in ("Nine Men's Morris", "  Go ", "囲碁")] == ["nine-men-s-morris", "go", "game"]
    assert file_stem("囲碁", "match") == "match"
    patterns = [file.stem for file in PACKAGE.rglob("*.py") if "[^a-z0-9]+" in file.read_text(encoding="utf-8")]
    assert patterns == ["atomic_files"]


def test_spellings_of_agents_are_taken_apart_in_one_place() -> None:
    apart = {file.stem for file in PACKAGE.rglob("*.py") if '.partition(":")' in file.read_text(encoding="utf-8")}
    # The registry cuts lists; pages that people sent are held to the letter; the others read no agents.
    others = {"drawing_style", "position_text", "ray_cluster"}
    assert apart <= {"spelling", "agent_registry", "sent_matches"} | others
    assert (kind_of(" UCT:iterations=5"), spelling_parts("level:club")) == ("uct", ("level", "club"))
