"""Blocks of commands marked ``run`` are executed, and print what the page says they print.

Pages that have the reader save files (blocks such as ``text row.lud`` or ``python hasty.py``) are executed in a folder of
their own, in which each file is as the page has shown it last.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.command_line import apts

ROOT = Path(__file__).parents[2]
BLOCK = r"^```(?:(?:text|python) (\S+\.(?:lud|py))\n(.*?)|console run\n(.*?))^```"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@dataclass(frozen=True)
class Example:
    """A command of a page and the output shown below it; a line of three dots stands for any lines."""

    page: str
    command: str
    output: str
    files: tuple[tuple[str, str], ...] = ()


def examples_of(text: str, page: str) -> list[Example]:
    """The commands in the blocks marked ``console run``, each after a dollar sign, with the files shown before it."""
    found = []
    files: dict[str, str] = {}
    for name, content, block in re.findall(BLOCK, text, re.DOTALL | re.MULTILINE):
        if name:
            files[name] = content
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Example(page, command, output, tuple(files.items())))
    return found


def matches(shown: str, printed: str) -> bool:
    """Whether the printed text is the one shown, with any lines where three dots stand.

    The digits at the end of the name of a run, as in ``crown-26c3701f``, are others in every version of APTS.
    """
    lines = [line.rstrip() for line in shown.strip().splitlines()]
    known = [re.sub(r"(?<=\\-)[0-9a-f]{8}\b", "[0-9a-f]{8}", re.escape(line)) for line in lines]
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else text + r" *\n" for line, text in zip(lines, known, strict=True)
    )
    return re.fullmatch(pattern, printed.strip() + "\n") is not None


SLOW = re.compile(r"\bapts (?:train|qlearn train|improve|sensitivity)\b")
EXAMPLES = [
    pytest.param(
        example,
        id=f"{example.page}: {example.command}",
        marks=[pytest.mark.long] if SLOW.search(example.command) else [],
    )
    for page in PAGES
    for example in examples_of(page.read_text(encoding="utf-8"), page.name)
]


PLAIN = re.compile(r"(\.venv/bin/)?apts (?!.*(\.py\b|--plugins))[^|&;<>$`*\n]*")
"""A command that needs no shell and brings no Python of its own: it needs no process, either."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_command_of_a_page_prints_what_the_page_shows(example: Example, tmp_path: Path) -> None:
    for name, content in example.files:
        (tmp_path / name).write_text(content, encoding="utf-8")
    if PLAIN.fullmatch(example.command):
        answer = apts(*shlex.split(example.command)[1:], folder=tmp_path if example.files else ROOT, columns=80)
        assert answer.code == 0, answer.complaint
        if example.output.strip():
            assert matches(example.output, answer.output), answer.output
        return
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    result = subprocess.run(
        ["bash", "-c", example.command],
        cwd=tmp_path if example.files else ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    if example.output.strip():
        assert matches(example.output, result.stdout), result.stdout


def test_examples_are_read_command_by_command() -> None:
    text = "```console run\n$ echo one\none\n$ echo two\n```\n\n```console\nmake test\n```\n"
    assert examples_of(text, "page") == [Example("page", "echo one", "one\n"), Example("page", "echo two", "")]


def test_example_has_the_files_as_they_were_shown_last() -> None:
    shown = "```text a.lud\n(one)\n```\n```text a.lud\n(two)\n```\n"
    text = f"{shown}```console run\n$ cat a.lud\n```\n```text a.lud\n(three)\n```\n"
    assert examples_of(text, "page") == [Example("page", "cat a.lud", "", (("a.lud", "(two)\n"),))]


def test_dots_stand_for_any_lines_and_nothing_else_does() -> None:
    assert matches("first\n...\nlast", "first\nmiddle\nmore\nlast\n")
    assert matches("first\n...\nlast", "first\nlast\n")
    assert not matches("first\nlast", "first\nmiddle\nlast\n")
    assert matches("replay crown-26c3701f 2", "replay crown-40b056d3 2\n")
    assert not matches("replay crown-26c3701f 2", "replay crown-40b056d3 3\n")
