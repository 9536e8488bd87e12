"""What the default play-test says about best play in games whose value is known: right, open, or surely wrong.

``python -m bench.truth [GAME ...]`` prints a line for each game and exits with 1 where one is surely wrong. A play-test says
something of best play where the score of seat 1 holds at every strength, or moves with it (``claimed``).

Values: Tic-Tac-Toe by exhaustive search (5,478 positions), where the line is to be avoided too; four in a row on 4x4 and
5x5 from L. V. Allis, "Searching for solutions in games" (1994); Connect Four from V. Allis and J.
Allen (1988); Hex without swap is the first player's on every board (J. Nash); Othello 6x6 is the second player's (J.
Feinstein, 1993); Kalah with six pits and four seeds, and with four pits and three seeds, is the first player's (G. Irving,
H. Donkers and J. Uiterwijk, ICGA Journal 23, 2000); Nim by C. L. Bouton's theorem (1901).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from time import process_time
from typing import Literal

import apts
from apts.engine.play.outcome import Outcome
from apts.playtest.metrics.seats import FAIR
from apts.playtest.panel.panel import Panel
from apts.playtest.panel.panel_words import strength_values
from apts.playtest.run import Run
from apts.statistics import Word

Value = Literal["first", "second", "even"]
"""Whose game it is with best play; ``even`` where it is drawn."""


class Nim(apts.PythonGame[tuple[tuple[int, ...], int]]):
    """Who takes the last counter wins; a move takes some of one heap."""

    name = "Nim"
    heaps: tuple[int, ...] = (1, 2, 3)

    def start(self) -> tuple[tuple[int, ...], int]:
        """The heaps, and who is to move."""
        return self.heaps, 1

    def mover(self, position: tuple[tuple[int, ...], int]) -> int:
        """The seat to move."""
        return position[1]

    def moves(self, position: tuple[tuple[int, ...], int]) -> Sequence[str]:
        """A heap as a letter, and how many are taken."""
        return [f"{'abcd'[heap]}{taken}" for heap, count in enumerate(position[0]) for taken in range(1, count + 1)]

    def play(self, position: tuple[tuple[int, ...], int], move: str) -> tuple[tuple[int, ...], int]:
        """The heaps after a move."""
        heaps = list(position[0])
        heaps["abcd".index(move[0])] -= int(move[1:])
        return tuple(heaps), 3 - position[1]

    def outcome(self, position: tuple[tuple[int, ...], int]) -> Outcome | None:
        """Who has taken the last one has won."""
        return None if any(position[0]) else Outcome.won_by(3 - position[1], 2, "the last counter is taken")

    def write(self, position: tuple[tuple[int, ...], int]) -> str:
        """The heaps and the mover."""
        return " ".join(map(str, (*position[0], position[1])))

    def read(self, text: str) -> tuple[tuple[int, ...], int]:
        """The same back."""
        *heaps, mover = map(int, text.split())
        return tuple(heaps), mover


class LargerNim(Nim):
    """Heaps of which the first player wins."""

    name = "Nim 2-3-4"
    heaps = (2, 3, 4)


def nim_value(heaps: Sequence[int]) -> Value:
    """Whose game a Nim is."""
    return "first" if reduce(xor, heaps) else "second"


@dataclass(frozen=True)
class Solved:
    """A game with its options, and its value."""

    label: str
    game: str | type[Nim]
    value: Value
    options: Mapping[str, str] = field(default_factory=dict, hash=False)


GAMES = (
    Solved("tic-tac-toe", "tic-tac-toe", "even"),
    Solved("tic-tac-toe-avoid", "tic-tac-toe", "even", {"Aim": "Avoid"}),
    Solved("tic-tac-toe-4x4", "tic-tac-toe", "even", {"Grid": "4x4"}),
    Solved("tic-tac-toe-5x5", "tic-tac-toe", "even", {"Grid": "5x5"}),
    Solved("hex-3x3", "hex", "first", {"Board": "3x3", "Swap": "Off"}),
    Solved("hex-5x5", "hex", "first", {"Board": "5x5", "Swap": "Off"}),
    Solved("hex-7x7", "hex", "first", {"Board": "7x7", "Swap": "Off"}),
    Solved("connect-four", "connect-four", "first"),
    Solved("othello-6x6", "othello", "second", {"Board": "6x6"}),
    Solved("kalah", "kalah", "first"),
    Solved("kalah-4-3", "kalah", "first", {"Pits": "Four", "Seeds": "Three"}),
    Solved("nim-1-2-3", Nim, nim_value(Nim.heaps)),
    Solved("nim-2-3-4", LargerNim, nim_value(LargerNim.heaps)),
)


def claimed(panel: Panel) -> Value | None:
    """What the scores of seat 1 at all strengths say about best play; None where they leave it open.

    An advantage that holds or grows is said to be there; one that shrinks or goes away, that it is not; where strength
    moves a score that is still even among the strongest, the side that it moves to is meant.
    """
    found = panel.side(0)
    if found.line is None or found.word is Word.OPEN:
        return None
    last, rises = found.line.at[-1], found.line.slope.value > 0.0
    ahead = (last.low > FAIR) - (last.high < FAIR)
    if found.word in (Word.HOLDS, Word.TURNS):
        return "first" if ahead > 0 else "second"
    if found.word in (Word.WEAK_ONLY, Word.INSIDE) or (ahead != 0 and (ahead > 0) != rises):
        return "even"
    return "first" if rises else "second"


def judged(said: Value | None, value: Value) -> str:
    """Whether what was said is right."""
    return "open" if said is None else "right" if said == value else "surely wrong"


def play_test(one: Solved, seed: int = 1) -> Run:
    """The default play-test of a game."""
    return apts.playtest(apts.load(one.game, **one.options), seed=seed)


def line_of(one: Solved, run: Run, seconds: float) -> str:
    """What is printed of a game."""
    if run.panel is None:
        return f"{one.label:18} {one.value:6} open          one strength"
    figure = run.panel.side(0)
    verdict = judged(claimed(run.panel), one.value)
    scores = "  ".join(map(str, strength_values(figure)))
    return f"{one.label:18} {one.value:6} {verdict:13} {scores}  {figure.word}  ({seconds:.0f} s)"


def main(names: Sequence[str]) -> int:
    """Play the games of these names, or all."""
    wrong = 0
    for one in GAMES:
        if names and one.label not in names:
            continue
        began = process_time()
        run = play_test(one)
        wrong += run.panel is not None and judged(claimed(run.panel), one.value) == "surely wrong"
        print(line_of(one, run, process_time() - began), flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
