"""The parts of the page that know nothing of pages, tested in node."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.publish.node_matches import NODE, RUNTIME, needs_node


@needs_node
def test_parts_of_the_page_do_what_they_say() -> None:
    environment = {**os.environ, "PUBLISH_FOLDER": RUNTIME.parent.as_posix()}
    command = [str(NODE), "--test", str(Path(__file__).with_name("page_parts.test.mjs"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stdout
