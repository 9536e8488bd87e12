"""The parts of the editor that know nothing of pages, tested in node."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.publish.node_matches import NODE, needs_node
from tests.studio.test_script_types import SCRIPTS


@needs_node
def test_parts_of_the_editor_do_what_they_say() -> None:
    command = [str(NODE), "--test", str(Path(__file__).with_name("editor_parts.test.mjs"))]
    environment = {**os.environ, "STUDIO_SCRIPTS": SCRIPTS.as_posix()}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=120)
    assert run.returncode == 0, run.stdout
