"""Modules become one classic script: in the order of their imports, with names that are used once."""

from __future__ import annotations

from pathlib import Path

import pytest

from apts.errors import AptsError
from apts.publish.bundling import bundled, import_order
from apts.publish.page_texts import page_texts


def modules(folder: Path, **sources: str) -> Path:
    """A folder with modules, named without their ending; ``__`` parts folders."""
    for name, source in sources.items():
        path = folder / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return folder


def test_modules_stand_behind_what_they_import(tmp_path: Path) -> None:
    folder = modules(
        tmp_path,
        page__app='import { one } from "./first.js";\nimport { two } from "../runtime/second.js";\none(two);\n',
        page__first='import { two } from "../runtime/second.js";\nexport function one() { return two; }\n',
        runtime__second="/** Two. */\nexport const two = 2;\n",
    )
    assert import_order(folder, "page/app.js") == ["runtime/second.js", "page/first.js", "page/app.js"]
    script = bundled(folder, "page/app.js")
    assert "import" not in script
    assert "export" not in script
    assert "Two." not in script
    assert script.index("const two") < script.index("function one") < script.index("one(two);")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('import { a } from "./other.js";\nconst a2 = a;\nconst b = 1;\n', "b is a name of other.js and of app.js"),
        ('import { a } from "./missing.js";\n', "missing.js is imported, but there is no such file"),
        ('import { a } from "./app.js";\n', "in a circle: app.js -> app.js"),
        ('import a from "./other.js";\n', "import a from"),
        ("export default 1;\n", "export default"),
        ('const a2 = import("./other.js");\n', "import"),
        ("const { a2 } = {};\n", "name the parts one by one"),
        ('const a2 = "</script>";\n', "would end it early"),
    ],
)
def test_what_cannot_be_one_script_is_refused(tmp_path: Path, source: str, told: str) -> None:
    folder = modules(tmp_path, app=source, other="export const a = 1;\nconst b = 2;\n")
    with pytest.raises(AptsError, match=told):
        bundled(folder, "app.js")


def test_languages_have_the_same_texts_with_the_same_words_to_fill_in() -> None:
    english, portuguese = page_texts()["en"], page_texts()["pt-BR"]
    assert set(english) == set(portuguese)
    for key, text in english.items():
        assert gaps(text) == gaps(portuguese[key]), key


def gaps(text: str) -> set[str]:
    """The words in braces."""
    return {part.split("}")[0] for part in text.split("{")[1:]}
