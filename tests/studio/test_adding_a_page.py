"""The guide to a page of the studio: its template, put into a studio, answers in both languages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader
from starlette.testclient import TestClient

from apts.studio.frame.rendering import templates
from apts.studio.frame.studio import Studio
from apts.studio.server import app
from apts.studio.words import LANGUAGE_COOKIE, words

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-page.md"


def test_page_of_the_guide_answers_in_both_languages(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {name: content for _, name, content in _files()}
    monkeypatch.setattr(templates(), "loader", ChoiceLoader([DictLoader(files), templates().loader]))  # type: ignore[list-item]
    for language in ("en", "pt-BR"):
        for key, text in tomllib.loads(files[f"{language}/counts.toml"]).items():
            monkeypatch.setitem(words(language).texts, f"counts.{key}", text)  # type: ignore[arg-type]
    written: dict[str, object] = {"__name__": "counts"}
    exec(compile(files["counts.py"], "counts.py", "exec"), written)
    monkeypatch.setattr(app, "PAGE_ROUTERS", (*app.PAGE_ROUTERS, written["router"]))
    with TestClient(app.create_app(studio.settings, studio), base_url="http://localhost") as client:
        for language, told in (
            ("en", r"\d+ games of the library, and 0 of your own"),
            ("pt-BR", r"\d+ jogos da biblioteca e 0 seus"),
        ):
            answer = client.get("/counts", headers={"cookie": f"{LANGUAGE_COOKIE}={language}"})
            assert answer.status_code == 200
            assert re.search(told, answer.text)


def _files() -> list[tuple[str, str, str]]:
    """The kind, the name and the content of every file that the guide shows."""
    text = GUIDE.read_text(encoding="utf-8")
    return re.findall(r"^```(python|html|toml) (\S+)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
