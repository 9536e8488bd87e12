"""The texts of a published page in all its languages; the browser chooses one, and people can change it."""

from __future__ import annotations

from apts.locales import LANGUAGES
from apts.locales.catalogue import words


def page_texts() -> dict[str, dict[str, str]]:
    """The texts of each language by key, such as ``page.undo``.

    >>> page_texts()["pt-BR"]["page.undo"]
    'Desfazer'
    """
    return {language: dict(words("published", language).texts) for language in LANGUAGES}
