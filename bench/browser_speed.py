"""Published games beside machine code of this processor: random matches and iterations of tree search a second.

    python -m bench.browser_speed [GAME ...] [--seconds 1]

Both sides are measured in one run, one after the other, game by game, in seconds of the processor.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import apts
from apts.engine.play.game import Game
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.publish.program import wasm_module
from apts.search.trees.monte_carlo import TreeSearch

SCRIPTS = Path(apts.__file__).parent / "publish" / "runtime"


def rate(work: Callable[[], int], seconds: float) -> float:
    """How often something can be done in a second of the processor, which is done in slices that tell how much they did."""
    work()
    began, done = process_time(), 0
    while process_time() - began < seconds:
        done += work()
    return done / (process_time() - began)


def native(game: Game, seconds: float) -> tuple[float, float]:
    """Matches and iterations a second of machine code."""
    assert game.from_rules is not None
    machine = game.from_rules.machine
    matches, start, tree = CompiledMatches(machine, 0, None), machine.start(0), TreeSearch(machine)

    def play() -> int:
        before = matches.played
        matches.play(max(1, before // 4))
        return matches.played - before

    def search() -> int:
        tree.start(start)
        return tree.run(1000)

    return rate(play, seconds), rate(search, seconds)


def in_node(node: str, game: Game, seconds: float) -> dict[str, Any]:
    """Figures of the same game in node, with the size of its program."""
    module = wasm_module(game)
    with tempfile.TemporaryDirectory() as folder:
        code, layout = Path(folder, "game.wasm"), Path(folder, "game.json")
        code.write_bytes(module.code)
        layout.write_text(json.dumps(module.layout), encoding="utf-8")
        script = Path(__file__).with_suffix(".mjs")
        command = [node, str(script), str(SCRIPTS), str(code), str(layout), str(seconds)]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return {**found, "bytes": len(module.code), "layout": layout.stat().st_size}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is not installed")
    shares = []
    print("| game | program, bytes | layout, bytes | matches/s | of native | iterations/s | of native |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in asked.games or apts.library_names():
        game = apts.load(name)
        if game.from_rules is None:
            continue
        matches, iterations = native(game, asked.seconds)
        found = in_node(node, game, asked.seconds)
        share = found["playouts"] / matches, found["iterations"] / iterations
        shares.append(share)
        print(
            f"| {name} | {found['bytes']:,} | {found['layout']:,} | {found['playouts']:,.0f} | {share[0]:.2f}"
            f" | {found['iterations']:,.0f} | {share[1]:.2f} |",
            flush=True,
        )
    means = [statistics.geometric_mean(column) for column in zip(*shares, strict=True)]
    print(f"| geometric mean | | | | {means[0]:.2f} | | {means[1]:.2f} |")


if __name__ == "__main__":
    main()
