"""Files and names that nobody thought of: one sentence is said, and nothing breaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import apts
from tests.stories.workshop import Workshop

CLI = Path(apts.__file__).parent / "cli"
ODD = """(game "<script>alert(1)</script> [/red] 🎲" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(metadata (graphics { (player Name P1 "[/b]<i>'x") (player Name P2 "🐺 & co") }))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the text holds no rules"),
        (b"\xeb\x00\xff", "it is a binary file"),
        (b"(game \xeb", "not a text in UTF-8 (byte 0xeb in line 1)"),
        (None, "directory"),
    ],
)
def test_what_is_no_rules_file_is_told_in_a_sentence(content: bytes | None, said: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.lud"
    file.mkdir() if content is None else file.write_bytes(content)
    assert said in Workshop(tmp_path).refused("check", "odd.lud")


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["arena", "odd.lud", "random", "uct:iterations=10", "--matches", "2"],
        ["analyze", "odd.lud", "--agents", "uct:iterations=20"],
        ["playtest", "odd.lud", "--agents", "random", "--matches", "10", "--report", "odd.html"],
    ],
    ids=lambda words: words[0],
)
def test_names_with_odd_signs_are_shown_as_they_are(words: list[str], tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write("odd.lud", ODD)
    assert "<script>alert(1)</script> [/red] 🎲" in workshop.run(*words)
    page = tmp_path / "odd.html"
    assert not page.exists() or "<script>alert" not in page.read_text(encoding="utf-8")


def test_no_command_takes_brackets_in_names_for_marks() -> None:
    made = [
        call for file in CLI.rglob("*.py") for call in re.findall(r"Console\([^)]*\)", file.read_text(encoding="utf-8"))
    ]
    assert made
    assert [call for call in made if "markup=False" not in call] == []
