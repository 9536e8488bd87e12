"""What of the documentation is made of the code never falls behind it."""

from __future__ import annotations

import ast
import re

from tools.documentation import DOCS, outdated
from tools.reference_pages import with_metric_table


def test_pages_are_what_the_code_makes_of_them() -> None:
    assert list(outdated()) == [], "run: make documentation"


def test_metrics_of_plug_ins_are_not_on_the_page() -> None:
    page = with_metric_table("before\n<!-- metrics: begin --><!-- metrics: end -->\nafter\n")
    assert page.startswith("before\n<!-- metrics: begin -->\n| metric | ")
    assert page.endswith("|\n<!-- metrics: end -->\nafter\n")


def test_templates_of_guides_have_types_as_the_package_has() -> None:
    """What stands in a folder of the package is checked by ``mypy --strict``."""
    found = {
        f"{page.name}: {node.name}": all(
            [node.returns or node.name == "__init__", *(one.annotation for one in node.args.args if one.arg != "self")]
        )
        for page in sorted(DOCS.glob("adding-*.md"))
        for _, text in re.findall(r"```python (\w+\.py)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    }
    assert len(found) >= 6
    assert [name for name, typed in found.items() if not typed] == []
