"""Seeds and lots of published games are those of Python."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

from apts.agents.agent import derived_seed
from apts.agents.searching.reading import drawn_at_loss
from apts.search.results import Row
from tests.publish.node_matches import NODE, RUNTIME, needs_node

SEEDS = [0, 1, 5 << 40, (1 << 63) - 1]
WEIGHTS = [0.1, 0.5, 0.9]


def printed(folder: Path, script: str) -> list[object]:
    """What a script prints, as JSON."""
    file = folder / "lots.mjs"
    file.write_text(script.replace("RUNTIME", RUNTIME.as_posix()), encoding="utf-8")
    run = subprocess.run([str(NODE), str(file)], capture_output=True, text=True, check=True)
    found: list[object] = json.loads(run.stdout)
    return found


@needs_node
def test_seeds_are_derived_as_in_python(tmp_path: Path) -> None:
    purposes: list[tuple[int, tuple[str | int, ...]]] = [
        (7, ("seat", 2)), (-3, ("turn", 100)), (1, ("y" * 126,)), (1, ("x" * 300, 4)),
    ]  # fmt: skip
    calls = ", ".join(f"String(derivedSeed({seed}n, ...{json.dumps(purpose)}))" for seed, purpose in purposes)
    found = printed(
        tmp_path, f'import {{ derivedSeed }} from "RUNTIME/seeds.js";\nconsole.log(JSON.stringify([{calls}]));'
    )
    assert found == [str(derived_seed(seed, *purpose)) for seed, purpose in purposes]


@needs_node
def test_lots_are_drawn_as_in_python(tmp_path: Path) -> None:
    draws = f"[lots.real(), ...Array.from({{length: 700}}, () => lots.place({WEIGHTS}))]"
    made = ", ".join(f"((lots) => {draws})(new Lottery({seed}n))" for seed in SEEDS)
    found = printed(
        tmp_path, f'import {{ Lottery }} from "RUNTIME/lottery.js";\nconsole.log(JSON.stringify([{made}]));'
    )
    expected = []
    for seed in SEEDS:
        lots = Random(seed)
        expected.append([lots.random(), *(lots.choices(range(3), WEIGHTS)[0] for _ in range(700))])
    assert found == expected


@needs_node
def test_moves_that_give_away_are_drawn_as_in_python(tmp_path: Path) -> None:
    values = [0.3, 0.25, -0.1, 0.28, -1.0, 0.0]
    rows = [Row((place,), 10 - place if place < 5 else 0, value, None, ()) for place, value in enumerate(values)]
    told = [{"visits": row.visits, "value": row.value, "proven": None, "place": row.record[0]} for row in rows]
    script = (
        'import { drawnAtLoss } from "RUNTIME/losing.js";\n'
        f"const rows = {json.dumps(told)};\nconst found = [];\n"
        "for (const loss of [0, 0.02, 0.25, 2]) for (let seed = 0n; seed < 50n; seed++)\n"
        "  found.push(drawnAtLoss(rows, loss, seed).place);\nconsole.log(JSON.stringify(found));"
    )
    expected = [drawn_at_loss(rows, loss, seed).record[0] for loss in (0, 0.02, 0.25, 2) for seed in range(50)]
    assert printed(tmp_path, script) == expected
    assert len(set(expected)) > 3
