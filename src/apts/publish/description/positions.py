"""What the words of positions and moves mean: fields, decisions, scores and ends."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from apts.engine.compiler.compiling import SWAP
from apts.engine.compiler.decisions import Decision
from apts.engine.compiler.passes import FORCED_PASS
from apts.engine.rules_game import RulesGame
from apts.engine.runtime import layout
from apts.engine.text.position_text import DERIVED
from apts.language.tree import Clause
from apts.locales import LANGUAGES
from apts.telling.endings import end_sentences, place_of_mover

HEAD_WORDS = (
    "ACTIVE", "END_RULE", "LAST_FROM", "LAST_LOCATION", "LAST_TO", "LENGTH", "LOSING_NOW", "MOVER", "MOVES", "OVER",
    "STATE_HEAD", "SWAPPED", "TURN_SET", "WINNERS", "WON_BY", "DECISION", "ORIGIN", "TARGET", "RECORD_HEAD",
)  # fmt: skip
"""Places in positions and moves (see :mod:`apts.engine.runtime.layout`) that scripts read."""


def described_play(game: RulesGame) -> dict[str, Any]:
    """How positions and moves are read. ``fields`` have their first word and their number of words."""
    compiled = game.compiled
    scores = compiled.scores
    return {
        "places": {name: getattr(layout, name) for name in HEAD_WORDS},
        "sites": compiled.equipment.sites,
        "all_sites": compiled.equipment.all_sites,
        "levels": compiled.equipment.levels if compiled.stacking else 0,
        "fields": {name: list(field) for name, field in compiled.fields.items()},
        "derived": [name for name in DERIVED if name in compiled.fields],
        "decisions": [_described_decision(made) for made in compiled.decisions],
        "numbers": [[name, compiled.fields[field][0]] for name, field in compiled.numbers],
        "special": {FORCED_PASS: "pass", SWAP: "swap"},
        "scores": {
            "final": bool(scores.final),
            "first": bool(scores.first),
            "kept": scores.kept,
            "worked_out": scores.worked_out,
        },
    }


def _described_decision(made: Decision) -> list[str | int]:
    """The kind of a decision, how many words of a record count, and what people call it with which word as a number."""
    found: list[str | int] = [made.kind, layout.RECORD_HEAD + len(made.registers)]
    if made.said or made.number_at >= 0:
        found += [made.said, layout.RECORD_HEAD + made.number_at if made.number_at >= 0 else -1]
    return found


def described_ends(game: RulesGame) -> dict[str, Any]:
    """The reasons for which a match can end: the end rules in their order, and those that are none.

    Their words have ``{mover}`` where a page names who had moved; ``mover`` says which place that seat has by the rule.
    """
    by_language = {language: end_sentences(game, language, "{mover}") for language in LANGUAGES}
    words = {
        text: {language: sentences[text] for language, sentences in by_language.items()} for text in by_language["en"]
    }
    rules = [
        {
            "text": end.text,
            "line": end.line,
            "words": words.get(end.text),
            "by_score": _by_score(rule),
            "mover": place_of_mover(rule),
            "deciding": [asdict(part) for part in parts],
        }
        for end, rule, parts in zip(game.end_rules, game.compiled.end_rules, game.compiled.deciding, strict=True)
    ]
    return {"rules": rules, "all_passed": game.reason(0)[0], "turn_limit": game.reason(-1)[0]}


def _by_score(rule: Clause) -> bool:
    result = rule.get("result")
    return isinstance(result, Clause) and result.name == "byScore"
