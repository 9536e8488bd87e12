"""The scripts of the studio keep the types that their documentation gives, as TypeScript checks them."""

from __future__ import annotations

from pathlib import Path

from tests.publish.test_types import checked, pytestmark  # noqa: F401 - the marks hold here too

STATIC = Path(__file__).parents[2] / "src" / "apts" / "studio" / "static"
SCRIPTS = STATIC / "scripts"


def test_scripts_of_the_studio_keep_their_types() -> None:
    scripts = [*sorted(SCRIPTS.rglob("*.js")), *sorted((STATIC / "play").glob("*.js"))]
    assert len(scripts) > 1
    assert checked(*scripts) == ""
