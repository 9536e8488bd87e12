"""Executes the notebook of the documentation as a notebook program would, without needing one.

``python -m tests.house.executed_notebook`` prints the notebook with the outputs that its cells have now, with ``--write``
into its file.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
KINDS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells, which are run one after the other in one place."""
    names: dict[str, Any] = {}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell = {**cell, "execution_count": number, "outputs": _outputs("".join(cell["source"]), names, number)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell prints, and its last expression as it shows itself."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(repr(value))}
        for method, kind in KINDS.items():
            shown = getattr(value, method, lambda: None)()
            if shown is not None:
                data[kind] = _lines(shown)
        outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": data})
    return outputs


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def as_text(notebook: dict[str, Any]) -> str:
    """The notebook as it stands in its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    now = as_text(executed(json.loads(NOTEBOOK.read_text(encoding="utf-8"))))
    if "--write" in sys.argv:
        NOTEBOOK.write_text(now, encoding="utf-8")
    else:
        sys.stdout.write(now)
