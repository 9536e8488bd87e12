"""Damaged rules texts give a game or a sentence with a place, never anything else."""

from __future__ import annotations

import random
import re

import pytest

from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.failures import RuleFailure
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER
from apts.errors import AptsError
from apts.games.catalogue import SHIPPED
from apts.language.reading import build

LIBRARY = [path.read_text(encoding="utf-8") for path in sorted(SHIPPED.glob("*.lud"))]
TOKEN = re.compile(r'"[^"]*"|//[^\n]*|[A-Za-z_]\w*:?|-?\d+|[(){}<>#]|\S')
VOCABULARY = [token for text in LIBRARY for token in TOKEN.findall(text) if not token.startswith("//")]
STRANGERS = ["0", "-1", "99", "1000000000", "True", "Mover", "P3", "Each", "Cell", "Edge", "Diagonal", "Enemy"]
STRANGERS += ["(", "{", ")", "}", "nonsense", "Nonsense", "#1", "<x>"]
PLACE = re.compile(r":\d+:\d+|line \d+")


def like(token: str, chance: random.Random) -> str:
    """Another token of the same kind."""

    def kind(text: str) -> tuple[bool, ...]:
        first = text[0]
        return first.isupper(), first.isdigit(), first.isalpha(), first == '"', text.endswith(":")

    return chance.choice([other for other in VOCABULARY if kind(other) == kind(token)] or [token])


def damaged(text: str, chance: random.Random) -> str:
    """The text with one to three tokens deleted, doubled, swapped or retyped."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        tokens = [match for match in TOKEN.finditer(text) if not match.group().startswith("//")]
        one, other = sorted(chance.sample(tokens, 2), key=lambda match: match.start())
        kind = chance.randrange(6)
        if kind == 0:
            text = (
                text[: one.start()]
                + other.group()
                + text[one.end() : other.start()]
                + one.group()
                + text[other.end() :]
            )
            continue
        token = one.group()
        replacement = (
            "",
            f"{token} {token}",
            chance.choice(VOCABULARY),
            chance.choice(STRANGERS),
            like(token, chance),
        )[kind - 1]
        text = text[: one.start()] + replacement + text[one.end() :]
    return text


def answer(text: str, chance: random.Random) -> str:
    """What becomes of a text: ``game`` when it compiles, ``refused`` otherwise; a match that cannot go on says where."""
    refusal = ""
    try:
        machine = Machine(compile_rules(build(text)))
    except AptsError as error:
        refusal = str(error)
    if refusal:
        assert PLACE.search(refusal), f"no place in: {refusal}\n{text}"
        return "refused"
    broken = ""
    try:
        state = machine.start()
        for _ in range(3):
            if state[OVER]:
                break
            machine.play(state, machine.record(chance.randrange(machine.moves(state))))
    except RuleFailure as failure:
        broken = str(failure)
    assert not broken or PLACE.search(broken), f"no place in: {broken}\n{text}"
    return "game"


def count_answers(first: int, number: int) -> dict[str, int]:
    counts = {"game": 0, "refused": 0}
    for seed in range(first, first + number):
        chance = random.Random(seed)
        text = damaged(chance.choice(LIBRARY), chance)
        try:
            counts[answer(text, chance)] += 1
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}\n{text}") from error
    return counts


@pytest.mark.long
def test_damaged_texts_give_a_game_or_a_sentence_with_a_place() -> None:
    counts = count_answers(0, 400)
    assert counts["game"] > 5
    assert counts["refused"] > 100


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_damaged_texts_give_a_game_or_a_sentence_with_a_place(part: int) -> None:
    counts = count_answers(1000 * (part + 1), 1000)
    assert sum(counts.values()) == 1000
