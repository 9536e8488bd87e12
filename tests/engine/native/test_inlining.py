"""Short functions are written out where they are called, and the text does not grow beyond what is foreseen."""

from __future__ import annotations

from apts.engine.native.inlining import MOST_CHARACTERS, MOST_GROWTH, written_out


def _function(name: str, *calls: str, characters: int = 0, attributes: str = "nounwind") -> str:
    body = "".join(f" %{number} = call i64 @{called}(i64 1)\n" for number, called in enumerate(calls))
    return f"define internal i64 @{name}(i64) {attributes} {{\n{body}{' ' * characters}\n ret i64 0\n}}\n"


def test_short_functions_that_call_no_others_are_written_out() -> None:
    text = (
        _function("leaf") + _function("caller", "leaf", "leaf") + "define i64 @entry(i64) nounwind {\n ret i64 0\n}\n"
    )
    assert written_out(text) == {"leaf"}


def test_functions_of_llvm_and_those_that_are_kept_apart_are_no_calls_of_others() -> None:
    failing = _function("note_failure.", attributes="noinline cold nounwind")
    assert written_out(failing + _function("leaf", "llvm.ctpop.i64", "note_failure.")) == {"leaf"}


def test_long_functions_stay_where_they_are() -> None:
    assert written_out(_function("long", characters=MOST_CHARACTERS)) == frozenset()


def test_the_shortest_come_first_until_the_text_has_grown_by_half() -> None:
    text = _function("short") + _function("longer", characters=1500) + _function("caller", *["longer", "short"] * 30)
    assert written_out(text) == {"short"}
    assert MOST_GROWTH * len(text) < 30 * 1500
