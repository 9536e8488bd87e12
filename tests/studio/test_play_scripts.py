"""The scripts of the studio's board keep their types, and become one script."""

from __future__ import annotations

from pathlib import Path

from apts.studio.assets import asset_text
from tests.publish.test_types import checked
from tests.publish.test_types import pytestmark as needs_types

SCRIPTS = Path(__file__).parents[2] / "src" / "apts" / "studio" / "static" / "play"


@needs_types[0]
@needs_types[1]
@needs_types[2]
def test_scripts_of_the_board_keep_their_types() -> None:
    assert checked(SCRIPTS / "studio_play.js") == ""


def test_board_is_one_script() -> None:
    script = asset_text("play.js")
    assert script is not None
    assert b"class OwnDoor extends Door" in script
    assert b"import " not in script
