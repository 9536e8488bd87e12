"""The scripts of the studio keep the types that their documentation gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.publish.node_matches import needs_node
from tests.publish.test_types import COMPILER, checked

SCRIPTS = Path(__file__).parents[2] / "src" / "apts" / "studio" / "static" / "scripts"


@needs_node
@pytest.mark.long
@pytest.mark.skipif(
    not COMPILER.is_file(), reason="TypeScript is not there; APTS_NODE_MODULES names the folder that has it"
)
def test_scripts_of_the_studio_keep_their_types() -> None:
    assert checked(*sorted(SCRIPTS.rglob("*.js"))) == ""
