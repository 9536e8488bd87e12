"""The page that lists all ludemes."""

from __future__ import annotations

from apts.language.signatures.matching import reference_page
from apts.language.signatures.signature import Registry, parse_signature

from .small_language import small_language


def test_every_signature_is_on_the_page_under_its_result() -> None:
    registry = small_language()
    page = reference_page(registry)
    for signature in registry.signatures():
        sections = [part.split("\n##")[0] for part in page.split(f"### {signature.result}\n")[1:]]
        assert sum(f"`{signature.source}`" in section for section in sections) == 1


def test_meaning_stands_beside_the_signature_and_words_are_listed() -> None:
    registry = Registry()
    registry.add(parse_signature("(result who<role> what<Result>)", "result", "who gets which result"), lambda: None)
    page = reference_page(registry)
    assert "- `(result who<role> what<Result>)`: who gets which result" in page
    assert "- `Result`: Win Loss Draw" in page
    assert "- `role`: the words of `Role`" in page


def test_ludemes_stand_in_groups_that_are_explained_and_unknown_types_come_last() -> None:
    registry = Registry()
    registry.add(parse_signature("(remove where<int>)", "moves", "take it off"), lambda: None)
    registry.add(parse_signature("(move Pass)", "moves", "do nothing"), lambda: None)
    registry.add(parse_signature("(dance)", "party", "only a plug-in knows"), lambda: None)
    page = reference_page(registry)
    titles = [line for line in page.splitlines() if line.startswith("## ")]
    assert titles == ["## Moves", "## Effects", "## Others", "## Words"]
    sections = page.split("\n## ")
    assert "`(move Pass)`" in sections[1]
    assert "What a player may choose from." in sections[1]
    assert "`(remove where<int>)`" in sections[2]
    assert "### party" in sections[3]


def test_example_stands_below_its_ludeme() -> None:
    signature = parse_signature("(move Pass)", "moves", "do nothing")
    registry = Registry()
    registry.add(signature, lambda: None)
    assert "- `(move Pass)`: do nothing\n  Example: in Go\n" in reference_page(registry, {signature: "in Go"})
