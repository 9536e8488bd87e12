"""What a page keeps and sends, tested in node; Python reads what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from apts.games.library import load
from apts.publish.people.sent_matches import read_sent
from tests.publish.node_matches import NODE, RUNTIME, needs_node
from tests.publish.people_samples import sent, sent_match


@needs_node
def test_page_writes_texts_that_are_read_again(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    word = "açúcar “<b>” 🎲"
    document = sent(game, [sent_match(game, seed, answers={"word": word}) for seed in range(20)])
    (tmp_path / "sent.json").write_text(json.dumps(document), encoding="utf-8")
    environment = {
        **os.environ,
        "PUBLISH_FOLDER": RUNTIME.parent.as_posix(),
        "SENT_DOCUMENT": str(tmp_path / "sent.json"),
        "SENT_TEXT": str(tmp_path / "sent.txt"),
    }
    command = [str(NODE), "--test", str(Path(__file__).with_name("people_parts.test.mjs"))]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stdout
    assert read_sent(str(tmp_path / "sent.txt")) == document
    assert read_sent(str(tmp_path / "sent.txt.plain")) == document
    assert (tmp_path / "sent.txt").stat().st_size < (tmp_path / "sent.txt.plain").stat().st_size
