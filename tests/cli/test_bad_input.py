"""Bad input on the command line is answered with a sentence, before any work is done for it."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import apts as lab
from apts.cli import error_boundary
from apts.cli.commands import app
from apts.cli.error_boundary import INTERNAL_ERROR, run_in_error_boundary
from apts.errors import AptsError, InternalError
from apts.playtest.evidence.evidence import Goals
from apts.report.writing import write_file
from tests.cli.command_line import apts
from tests.wording.golden import Wording

RULES = lab.load("tic-tac-toe").rules


def refused(*words: str | Path, code: int = 1) -> str:
    """What a command says that refuses what was typed; in this process, which is quicker."""
    runner = CliRunner()
    done = runner.invoke(app, [str(word) for word in words])
    if code == 2:
        assert done.exit_code == 2, done.output
        return done.output
    assert isinstance(done.exception, AptsError), (done.output, done.exception)
    return str(done.exception)


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No match may be played."""

    def play(*_: Any, **__: Any) -> None:
        raise AssertionError("a match was played before all options were looked at")

    monkeypatch.setattr("apts.playtest.run.played_run", play)


@pytest.mark.usefixtures("unplayed")
@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--turns", "9-3"), "no match has at least 9 and at most 3 turns"),
        (("--turns", "0-0"), "no match has"),
        (("--turns", "-5"), "MIN-MAX is expected"),
        (("--turns", "3-x"), "MIN-MAX is expected"),
        (("--turns", "9" * 5000), "MIN-MAX is expected"),
        (("--bands", "0,5"), "lengths of at least 1"),
        (("--bands", "5,,6"), "lengths of at least 1"),
        (("--lang", "xx"), "there are: en, pt-BR"),
        (("--language", "klingon"), "there are: en, pt-BR"),
        (("--report", "{folder}"), "is a folder"),
        (("--report", "{file}/report.html"), "is not a folder"),
        (("--report", ""), "a file name is needed"),
        (("--report", "x" * 300), "File name too long"),
        (("--until", "tired"), "settled"),
        (("--until", "precision=x"), "precision"),
        (("--name", "a\x1b[31m"), "control characters"),
        (("--name", " "), "empty"),
    ],
)
def test_wishes_are_refused_before_matches_are_played(words: tuple[str, str], part: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    given = [word.format(folder=tmp_path, file=file) for word in words]
    assert part in refused("playtest", "tic-tac-toe", *given)


@pytest.mark.parametrize(
    "words",
    [
        ("playtest", "tic-tac-toe", "--matches", "2000000000000"),
        ("playtest", "tic-tac-toe", "--matches", "2e12"),
        ("playouts", "tic-tac-toe", "--matches", "2000000000000"),
        ("playouts", "tic-tac-toe", "--seed", "99999999999999999999"),
        ("arena", "tic-tac-toe", "random", "greedy", "--matches", "9" * 40),
        ("stress", "tic-tac-toe", "--matches", "2000000000000"),
        ("skill", "tic-tac-toe", "--matches", "2000000000000"),
        ("compare", "tic-tac-toe", "connect-four", "--matches", "2000000000000"),
        ("table", "tic-tac-toe", "--matches", "2000000000000"),
        ("playtest", "tic-tac-toe", "--limit", "9" * 30),
    ],
)
def test_numbers_beyond_all_bounds_are_wrong_usage(words: tuple[str, ...]) -> None:
    assert f"Invalid value for '{words[-2]}'" in refused(*words, code=2)


def test_the_same_in_python() -> None:
    with pytest.raises(AptsError, match="from 1 to 10,000,000, not 2000000000000"):
        lab.playtest("tic-tac-toe", "random", 2 * 10**12)
    with pytest.raises(AptsError, match="no match has at least 9"):
        Goals(min_turns=9, max_turns=3)


def test_report_that_does_not_fit_onto_the_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    program = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "import sys; from apts.report.writing import write_file; from apts.errors import AptsError\n"
        "try: write_file(sys.argv[1], 'x' * 500_000)\n"
        "except AptsError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "r.html")],
        capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )  # fmt: skip
    assert "cannot be written" in done.stdout, done.stderr
    assert "File too large" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="this system has no device that is always full")
def test_report_onto_a_full_device_is_refused() -> None:
    with pytest.raises(AptsError, match="No space left on device"):
        write_file("/dev/full", "text")


def test_perft_ends_when_no_match_is_longer() -> None:
    done = CliRunner().invoke(app, ["perft", "tic-tac-toe", "--depth", "100000"])
    assert done.exit_code == 0
    lines = done.output.strip().splitlines()
    assert [line.split()[1] for line in lines[:-1]].count("0") == 1
    assert lines[-2].split() == [str(len(lines) - 1), "0"]
    assert lines[-1] == f"No match lasts {len(lines) - 1} moves; all counts beyond are 0."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_byte_order_mark_is_no_obstacle(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    file.write_bytes(RULES.replace("\n", "\r\n").encode(encoding))
    assert lab.load(file).name == "Tic-Tac-Toe"
    assert lab.load("\ufeff" + RULES).name == "Tic-Tac-Toe"


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (RULES.encode("utf-16"), "it is written in UTF-16; save it in UTF-8"),
        (RULES.encode("utf-32"), "it is written in UTF-32"),
        (RULES.replace("Tic", "Tíc").encode("latin-1"), "not a text in UTF-8 (byte 0xed in line"),
        (b"\xff\xfe\x00", "UTF-16"),
        (b"\x00" * 40, "it is a binary file, and no rules"),
    ],
)
def test_other_encodings_are_refused_with_what_to_do(content: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    file.write_bytes(content)
    assert part in refused("check", file)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (f"<!DOCTYPE html>\n<html><pre>{RULES}</pre>".encode(), "a web page (HTML)"),
        (b'<?xml version="1.0"?><svg/>', "XML"),
        (b'{"name": "Tic-Tac-Toe", "players": [1, 2]}', "JSON"),
        (b"[[1, 2], [3, 4]]", "JSON"),
        (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        (b"SQLite format 3\0" + b"\0" * 80, "a database (SQLite)"),
        (b"import os\n\ndef moves(position):\n    return os.environ\n", "Python"),
        (f"# My game\n\nThe rules:\n{RULES}".encode(), "Markdown"),
        (b"Each player moves a stone in turn. Who has three in a row wins the game.", "a text without a game"),
    ],
)
def test_files_that_hold_no_rules_are_named_in_one_sentence(content: bytes, part: str, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    file.write_bytes(content)
    message = refused("check", file)
    assert f"cannot be read: it is {part}" in message
    assert len(message.splitlines()) == 1


def test_rules_with_mistakes_are_still_read_as_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    for text in (f"// import os\n{RULES[1:]}", "(gmae " + RULES, 'game "Tic-Tac-Toe" (players 2)'):
        file.write_text(text, encoding="utf-8")
        assert "game.lud:" in refused("check", file)


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x07", "\x00", "\x9b", "\x7f", "\u202e", "\u2028"])
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Disc"])
def test_control_characters_in_names_are_refused_and_not_shown(sign: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    file.write_text(RULES.replace(f'"{name}', f'"{sign}{name}', 1), encoding="utf-8")
    message = refused("check", file)
    assert "cannot be shown" in message
    assert sign[0] not in message
    assert "game.lud:" in message


def test_error_of_our_own_is_told_in_a_sentence_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        raise KeyError("a thing\x1b[31m")

    assert run_in_error_boundary(fail) == INTERNAL_ERROR
    told = capsys.readouterr().err
    assert told.startswith("APTS met an error of its own (KeyError: ")
    assert "\x1b" not in told
    assert "Traceback" not in told
    assert "please report it to the maintainers of APTS, with what you typed" in told
    kept = Path(told.partition("what happened is in ")[2].strip())
    assert "Traceback" in kept.read_text()
    kept.unlink()


@pytest.mark.parametrize(
    ("error", "code", "part"),
    [
        (AptsError("wrong \x1b name"), 1, "wrong \\x1b name"),
        (MemoryError(), 1, "not enough memory"),
        (OSError(28, "No space left on device", "runs.db"), 1, "'runs.db': No space left on device"),
        (KeyboardInterrupt(), 130, "stopped"),
        (RecursionError("deep"), INTERNAL_ERROR, "RecursionError: deep"),
        (
            InternalError("game.lud:3:5: (is Line)", "KeyError: 1"),
            INTERNAL_ERROR,
            "game.lud:3:5: (is Line): APTS met an error",
        ),
    ],
)
def test_whatever_goes_wrong_ends_in_a_sentence(
    error: BaseException, code: int, part: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_boundary, "_save_traceback", lambda error: None)

    def fail() -> None:
        raise error

    assert run_in_error_boundary(fail) == code
    told = capsys.readouterr().err
    assert part in told
    assert "Traceback" not in told


def test_reader_that_has_read_enough_is_no_error() -> None:
    program = f"{sys.executable} -c 'from apts.cli import main; main()' games | head -1"
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_damaged_position_ends_with_a_sentence(wording: Wording) -> None:
    told = apts("solve", "tic-tac-toe", "--position", "3/3/3 1 moves=9223372036854775807")
    assert told.code == 1
    wording(told.complaint)
