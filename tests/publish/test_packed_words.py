"""Words as short text, read back by the script that pages use."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from apts.publish.program import packed
from tests.publish.node_matches import NODE, RUNTIME, needs_node

LISTS = [
    [],
    [0, 0, 0],
    [1, 0, -1, 0, 0, 63, 64, -64, -65, 127, 128],
    [2**63 - 1, -(2**63), 0, 2**53 + 1],
    [0] * 5000 + [7],
]


@needs_node
@pytest.mark.parametrize("words", LISTS, ids=lambda words: str(words)[:20])
def test_script_reads_what_was_packed(words: list[int], tmp_path: Path) -> None:
    script = tmp_path / "read.mjs"
    script.write_text(
        f'import {{ unpackInto }} from "{(RUNTIME / "packed_words.js").as_posix()}";\n'
        f"const words = new BigInt64Array({len(words)});\nunpackInto({json.dumps(packed(words))}, words);\n"
        'console.log(words.join(" "));\n',
        encoding="utf-8",
    )
    run = subprocess.run([str(NODE), str(script)], capture_output=True, text=True, check=True)
    assert [int(text) for text in run.stdout.split()] == words


def test_zeros_in_a_row_take_no_room() -> None:
    assert len(packed([0] * 8000)) <= 8
