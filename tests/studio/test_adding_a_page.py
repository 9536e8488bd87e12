"""Pages of the studio: the template of the guide answers in both languages, and every page at its address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from jinja2 import ChoiceLoader, DictLoader
from starlette.routing import Route
from starlette.testclient import TestClient

from apts.studio import pages
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


def test_every_page_that_is_written_has_its_address() -> None:
    folder = Path(pages.__file__).parent
    written = sum(len(re.findall(r"^@\w*router\.", file.read_text("utf-8"), re.M)) for file in folder.glob("*.py"))
    routes = [route for router in pages.ROUTERS for route in router.routes if isinstance(route, Route)]
    assert len(routes) == written > 60
