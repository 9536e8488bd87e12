"""The texts of a published page in all its languages; the browser chooses one, and people can change it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from apts.locales import LANGUAGES


@cache
def page_texts() -> dict[str, dict[str, str]]:
    """The texts of each language by key, such as ``page.undo``.

    >>> page_texts()["pt-BR"]["page.undo"]
    'Desfazer'
    """
    return {language: _read(language) for language in LANGUAGES}


def _read(language: str) -> dict[str, str]:
    areas = tomllib.loads(files("apts.publish").joinpath("texts", f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{area}.{key}": text for area, texts in areas.items() for key, text in texts.items()}
