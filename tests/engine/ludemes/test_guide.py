"""The guide to a ludeme: its template is played and told in words, with nothing else touched."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import apts
from apts.engine.compiler.ludeme import LUDEMES
from apts.locales import LANGUAGES
from apts.telling import voice
from apts.telling.rules_in_words import rules_in_words

GUIDE = Path(__file__).parents[3] / "docs" / "adding-a-ludeme.md"
RULES = """(game "Doubled"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (= (double 2) (count Pieces)) (result Mover Win)))))
"""


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of the guide, as if they stood in their places."""
    files = dict(re.findall(r"^```\w+ (\S+)\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
    monkeypatch.setattr(LUDEMES, "_by_head", {head: list(found) for head, found in LUDEMES._by_head.items()})
    monkeypatch.setattr(LUDEMES, "_handlers", dict(LUDEMES._handlers))
    exec(compile(files["doubled.py"], "doubled.py", "exec"), {"__name__": "doubled"})
    for language in LANGUAGES:
        for table, texts in tomllib.loads(files[f"{language}/clauses.toml"]).items():
            for head, text in texts.items():
                monkeypatch.setitem(voice.words_of(language)[table], head, text)  # type: ignore[arg-type]


@pytest.mark.usefixtures("template")
def test_template_of_the_guide_is_played_and_told(tmp_path: Path) -> None:
    file = tmp_path / "doubled.lud"
    file.write_text(RULES, encoding="utf-8")
    game = apts.load(str(file))
    state = game.start()
    for turn in range(4):
        assert state.outcome is None, turn
        state = state.after(state.moves()[0])
    assert state.outcome is not None
    for language, told in (("en", "twice two"), ("pt-BR", "o dobro de 2")):
        described = rules_in_words(game, language)
        assert described.clauses_in_code == 0
        assert told in str(described)
