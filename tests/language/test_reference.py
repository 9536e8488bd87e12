"""The page that lists all ludemes."""

from __future__ import annotations

from apts.language.ludeme_register import Registry
from apts.language.reference import reference_page
from apts.language.signature import parse_signature

from .small_language import small_language


def test_every_signature_is_on_the_page_under_its_result() -> None:
    registry = small_language()
    page = reference_page(registry)
    for signature in registry.signatures():
        section = page.split(f"## {signature.result}\n")[1].split("\n## ")[0]
        assert f"`{signature.source}`" in section


def test_meaning_stands_beside_the_signature_and_words_are_listed() -> None:
    registry = Registry()
    registry.add(parse_signature("(result who<role> what<Result>)", "result", "who gets which result"), lambda: None)
    page = reference_page(registry)
    assert "- `(result who<role> what<Result>)`: who gets which result" in page
    assert "- `Result`: Win Loss Draw" in page
    assert "- `role`: the words of `Role`" in page
