"""Games drawn by seed from the conformance records: for two seats, that load, and whose random matches end."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import apts
from apts.errors import AptsError
from bench.strength.named_games import ROOT

FOLDER = ROOT.parent / "shared" / "conformance"
NAMED = (
    "gomoku", "english-draughts", "nine-mens-morris", "amazons", "kalah", "hex", "breakthrough", "lines-of-action",
    "connect-four", "reversi", "othello", "go", "chess",
)  # fmt: skip
"""Games that other measurements name: these are not drawn."""
MATCHES = 20
LIMIT = 400
LEAST_CHOICE = 2.0


@dataclass(frozen=True)
class DrawnGame:
    """A game of the records; ``refused`` says why it was passed over."""

    slug: str
    path: Path
    moves: float = 0.0
    refused: str = ""


def drawn(seed: int, folder: Path = FOLDER) -> Iterator[DrawnGame]:
    """Games in an order drawn by the seed, with those that are passed over; take as many as are wanted."""
    index = folder / "index.csv"
    if not index.exists():
        raise AptsError(f"there are no conformance records at {folder}; name their folder with --folder")
    with index.open(encoding="utf-8", newline="") as lines:
        slugs = sorted(row["slug"] for row in csv.DictReader(lines) if row["players"] == "2" and row["status"] == "ok")
    Random(seed).shuffle(slugs)
    for slug in slugs:
        if slug not in NAMED:
            yield _looked_at(slug, folder / "lud" / f"{slug}.lud")


def _looked_at(slug: str, path: Path) -> DrawnGame:
    try:
        game = apts.load(path)
        if game.hidden_by:
            return DrawnGame(slug, path, refused="it hides something from players")
        found = game.playouts(MATCHES, seed=1, limit=LIMIT)
    except AptsError as problem:
        return DrawnGame(slug, path, refused=str(problem).splitlines()[0])
    if found.unfinished:
        return DrawnGame(
            slug, path, refused=f"{found.unfinished} of {MATCHES} random matches do not end in {LIMIT} moves"
        )
    length = sum(moves * count for moves, count in found.lengths.items()) / found.count
    if length < LEAST_CHOICE:
        return DrawnGame(slug, path, refused="matches are over at once")
    return DrawnGame(slug, path, length)
