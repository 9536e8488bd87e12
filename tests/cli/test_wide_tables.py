"""Tables that are wider than the terminal go on below."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from apts.cli.playtesting.compare import interval_shown
from apts.cli.progress import print_wide
from apts.cli.terminal_texts import terminal_texts

FIRST = ["setting", "length=3", "length=4"]
OTHERS = [[f"metric-{n}", f"{n}.5 (0.25 to 0.75)", f"{n}.25* (0.1 to [b])"] for n in range(5)]


def printed(width: int, others: list[list[str]] = OTHERS) -> str:
    file = StringIO()
    print_wide(Console(file=file, width=width), FIRST, others)
    return file.getvalue()


def test_every_cell_is_shown_whole_within_the_width() -> None:
    for width in (40, 60, 80, 200):
        text = printed(width)
        assert max(map(len, text.splitlines())) <= width
        assert all(cell in text for column in OTHERS for cell in column)


def test_the_first_column_is_repeated_beside_each_part() -> None:
    assert printed(200).count("length=4") == 1
    assert printed(60).count("length=4") == 3


def test_what_fits_nowhere_is_broken_and_not_cut_off() -> None:
    text = printed(24, OTHERS[:1])
    assert "…" not in text
    assert "0.75)" in text


def test_no_difference_seems_to_lie_outside_of_its_interval() -> None:
    assert interval_shown(8.7, 10.34, terminal_texts()) == "+8.7 to +10.3"  # of a difference that is shown as +10.3
    assert interval_shown(-34.2, -0.123, terminal_texts()) == "-34.2 to -0.12"
    assert interval_shown(9.96, 104.2, terminal_texts()) == "+9.96 to +104"
