"""Modules become one classic script: in the order of their imports, with names that are used once."""

from __future__ import annotations

from pathlib import Path

from apts.publish.game_page import bundled, import_order


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
