"""Rules as texts: what one says of its game, one with settings written into it, and the words that can stand in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.errors import AptsError
from apts.games.ludeme_examples import ludeme_examples
from apts.language.about import about
from apts.language.signatures.bare_words import ENUMERATIONS, UNIONS
from apts.language.signatures.ludeme_register import LUDEMES
from apts.language.signatures.signature import Signature
from apts.studio.workers.questions import question
from apts.variants.authored_text import without_description
from apts.variants.origins import text_origin
from apts.variants.variant import Variant


@question
def summary(rules: str) -> dict[str, Any]:
    """What a text says of itself before anything is compiled; of a text that cannot be read everything is empty."""
    try:
        words = about(rules)
    except AptsError:
        return {"title": "", "players": [], "kind": "", "description": ""}
    return {
        "title": words.title,
        "players": list(words.players),
        "kind": words.kind,
        "description": words.description,
    }


@question
def settled(game: Mapping[str, Any]) -> str:
    """The text of a game with its settings written into it: chosen items become usual, numbers are changed in place."""
    text = Variant(text_origin(game["rules"], f"{game['id']}.lud", game["settings"])).text()
    return text if text == game["rules"] else without_description(text)  # it may be wrong of other options and numbers


@question
def ludemes() -> dict[str, Any]:
    """Every ludeme with its signature, its meaning and an example; and the words of each type, as an editor offers them."""
    examples = ludeme_examples()
    signatures = sorted(LUDEMES.signatures(), key=lambda signature: (signature.name, signature.source))
    return {
        "ludemes": [_described(one, examples[one].text if one in examples else "") for one in signatures],
        "words": {name: list(known) for name, known in ENUMERATIONS.items()},
        "unions": {name: list(members) for name, members in UNIONS.items()},
    }


def _described(signature: Signature, example: str) -> dict[str, Any]:
    return {
        "head": signature.head,
        "mode": signature.mode or "",
        "gives": signature.result,
        "signature": signature.source,
        "about": signature.documentation,
        "example": example,
        "labels": [slot.label for slot in signature.slots if slot.label is not None],
        "types": sorted({name for slot in signature.slots for one in slot.types for name in one.name.split("|")}),
    }
