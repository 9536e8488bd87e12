"""The commands that the README and the documentation name exist."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest

from tests.house.folders import ORDER, ROOMS

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


def make_targets() -> set[str]:
    """The targets that the Makefile offers."""
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_make_commands_of_a_page_are_targets(page: Path) -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(code_of(page))))
    assert named <= make_targets()


def code_of(page: Path) -> list[str]:
    """The code blocks and inline code of a page."""
    text = page.read_text(encoding="utf-8")
    return re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL)


def test_readme_names_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make playtest" in readme
    assert "make test" in readme


@pytest.mark.parametrize("target", ["setup", "playtest", "test", "bench", "conformance"])
def test_makefile_has_the_promised_target(target: str) -> None:
    assert target in make_targets()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_of_a_page_exist(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


def test_readme_lists_the_folders_in_dependency_order() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z]+)/` \|", readme, re.MULTILINE)
    assert listed
    present = {path.parent.name for path in (ROOT / "src" / "apts").glob("*/__init__.py")}
    assert present <= set(listed)
    order = [name for name in ORDER if name in listed]
    assert listed == order


def test_page_of_the_architecture_lists_folders_and_rooms_in_their_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    present = {path.parent.name for path in (ROOT / "src" / "apts").glob("*/__init__.py")}
    listed = re.findall(r"^\| `([a-z]+)/` \|", page, re.MULTILINE)
    assert listed == [name for name in ORDER if name in present]
    for folder, levels in ROOMS.items():
        told = page[page.index(f"\n`{folder}/`") + 2 + len(folder) + 2 :].split("\n\n`", 1)[0]
        rooms = re.findall(r"`([a-z_]+)/`", told)
        wanted = [room for level in levels for room in level if room != "."]
        assert [room for room in rooms if room in wanted] == wanted, folder


def test_continuous_integration_script_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(name for group in project["optional-dependencies"].values() for name in group),
    ]
    pinned = re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    names = {re.split(r"[\[<>=]", requirement)[0].lower() for requirement in wanted}
    assert names <= {name.lower() for name in pinned}
