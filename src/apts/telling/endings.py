"""The end rules of a game as sentences: what must come about, and who wins then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal

from apts.engine.play.game import Game
from apts.language.tree import Clause, Word
from apts.telling import moves as _moves  # noqa: F401 - tells what can be moved
from apts.telling.languages import check_language, grammar, wording
from apts.telling.teller import Untold, sentence, told
from apts.telling.voice import Voice, speaking


@lru_cache(maxsize=8)
def end_sentences(game: Game, language: str = "en", mover: str = "") -> Mapping[str, str]:
    """For each end rule, by the text that outcomes give as their reason, the sentence; what has no words is left out.

    ``mover`` is what to call who has just moved, as in the rules where it is empty.
    """
    clauses = [rule.rule for rule in game.end_rules]
    with speaking(Voice(language=check_language(language), seats={"Mover": mover} if mover else {})):
        found = {rule.text: end_sentence(rule.rule, clauses) for rule in game.end_rules}
    return {text: words for text, words in found.items() if words is not None}


def end_sentence(rule: Clause, rules: Sequence[Clause] = ()) -> str | None:
    """An end rule in words; ``rules`` are those that it may stand inside of, whose conditions must hold too."""
    around = [outer for outer in rules if outer is not rule and any(part is rule for part in outer.clauses())]
    result = rule.arguments.get("result")
    try:
        conditions = [_condition(part) for part in (*around, rule)]
        ending = told(result) if result is not None else str(wording()["endrule"]["over"])
    except Untold:
        return None
    condition = str(wording()["joining"]["besides"]).join(conditions)
    words = str(wording()["endrule"]["told"]).format(condition=condition, result=ending)
    return sentence(grammar().polished(words))


def _condition(rule: Clause) -> str:
    """What must come about; of a rule about all players, for one of them."""
    words = told(rule.arguments["condition"])
    if rule.name != "forEach":
        return words
    who = rule.arguments.get("who")
    others = isinstance(who, Word) and who.name == "NonMover"
    names = wording()["word"]
    return words.replace(str(names["Player"]), str(names["NonMover" if others else "a Player"]), 1)


def place_of_mover(rule: Clause) -> Literal["first", "last"] | None:
    """The place that an end rule gives to who has just moved, where it gives one of these."""
    result = rule.arguments.get("result")
    if not isinstance(result, Clause) or result.name != "result":
        return None
    who, kind = result.arguments["who"], result.arguments["kind"]
    if not isinstance(who, Word) or not isinstance(kind, Word) or who.name != "Mover":
        return None
    return "first" if kind.name == "Win" else "last" if kind.name == "Loss" else None
