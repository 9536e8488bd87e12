"""Many random edits of many games: nothing breaks, texts read back, and what is no game is refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from apts.errors import AptsError
from apts.games.catalogue import library_names
from apts.language.reading import build
from apts.variants.admission import Refusal, admit
from apts.variants.authored_text import ClassOrigin
from apts.variants.structure.random_edits import random_edit
from apts.variants.tree_changes import same_rules
from apts.variants.variant import Variant, as_variant

DESCRIPTIONS = Path(__file__).parents[3] / "shared" / "conformance" / "lud"


def random_variants(base: Variant, count: int, chance: str) -> list[Variant]:
    """Variants with one to three random edits, each checked to read back from its text."""
    found = []
    for number in range(count):
        rng = Random(f"{chance} {number}")
        variant: Variant | None = base
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            variant = random_edit(variant, rng) or variant if variant is not None else None
        assert variant is not None
        assert all(edit.words for edit in variant.edits)
        if not isinstance(variant.origin, ClassOrigin):
            assert same_rules(build(variant.text()), variant.rules)
        found.append(variant)
    return found


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "oware", "mail-coaches", "snowball-class"])
def test_random_edits_read_back_from_their_texts(name: str) -> None:
    assert random_variants(as_variant(name), 4, name)


@pytest.mark.long
@pytest.mark.parametrize("name", ["tic-tac-toe", "breakthrough"])
def test_random_variants_are_games_or_refused_in_a_sentence(name: str) -> None:
    for variant in random_variants(as_variant(name), 4, f"play {name}"):
        found = admit(variant, limit=300)
        assert not isinstance(found, Refusal) or (found.reason and "\n" not in found.reason)


@pytest.mark.long
@pytest.mark.parametrize("name", library_names())
def test_edits_of_every_game_of_the_library(name: str) -> None:
    for variant in random_variants(as_variant(name), 5, name):
        found = admit(variant, limit=300)
        assert not isinstance(found, Refusal) or (found.reason and "\n" not in found.reason)


@pytest.mark.long
@pytest.mark.skipif(not DESCRIPTIONS.is_dir(), reason="the conformance descriptions are not beside this repository")
def test_twenty_edits_of_many_descriptions_read_back() -> None:
    for file in sorted(DESCRIPTIONS.glob("*.lud"))[::36]:
        try:
            base = as_variant(file)
            base.rules.clauses()
        except AptsError:
            continue  # rules with ludemes that are not there yet
        random_variants(base, 20, file.stem)
