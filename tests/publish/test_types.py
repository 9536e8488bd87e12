"""The scripts of pages keep the types that their documentation gives, as TypeScript checks them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.publish.node_matches import needs_node
from tests.publish.node_modules import NODE_MODULES

COMPILER = NODE_MODULES / "typescript" / "bin" / "tsc"
SCRIPTS = Path(__file__).parents[2] / "src" / "apts" / "publish"
STRICT = ("--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022", "--module", "es2022")
AS_BROWSERS = ("--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable")
pytestmark = [
    needs_node,
    pytest.mark.long,
    pytest.mark.skipif(
        not COMPILER.is_file(), reason="TypeScript is not there; APTS_NODE_MODULES names the folder that has it"
    ),
]


def checked(*files: Path) -> str:
    """What the compiler has to say about scripts and all that they import."""
    node = shutil.which("node")
    assert node is not None
    command = [node, COMPILER, *STRICT, *AS_BROWSERS, *files]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300).stdout


def test_scripts_keep_their_types() -> None:
    assert checked(SCRIPTS / "page" / "app.js", *sorted((SCRIPTS / "runtime").glob("*.js"))) == ""


def test_wrong_type_is_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text('/** @type {number} */\nexport const one = "1";\n', encoding="utf-8")
    assert "is not assignable to type 'number'" in checked(wrong)
