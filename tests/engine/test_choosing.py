"""One move at random without a list: the same random numbers choose the same moves as from the list."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import pytest

from apts.engine.compiler import compiling as compiler
from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.compiler.random_selection.sampler_pass import SamplerPass
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Playouts
from apts.engine.runtime.kernel_functions import address, words
from apts.engine.runtime.layout import OVERFLOW
from apts.language.reading import build


@dataclass(frozen=True)
class Rules:
    """A small game: how it goes on, and what there is."""

    play: str
    end: str = "(if (is Line 3) (result Mover Win))"
    board: str = "(board (square 4))"
    more: str = ""
    before: str = ""
    players: int = 2

    @property
    def text(self) -> str:
        """The rules in full."""
        play = self.play if self.play.startswith("phases:") else f"(play {self.play})"
        return f"""(game "Small" (players {self.players})
            (equipment {{ {self.board} (piece "Stone" Each (move Step (to if:(is Empty (to))))) {self.more} }})
            (rules {self.before} {play} (end {self.end})))"""


PLACE = "(move Add (to (sites Empty)))"
CAPTURE = """(then (enclose (from (last To)) Orthogonal
    (between if:(is Enemy (who at:(between))) (apply (remove (between))))))"""

SLIDE_AND_SHOOT = f"""(if (< (count Pieces Mover) 3) {PLACE} (if (= (mover) (prev)) (move Shoot (piece "Dot0"))
    (forEach Piece (move Slide (then (moveAgain))))))"""
DOT = '(piece "Dot" Neutral)'
BLOCKED = "(if (no Moves Next) (result Mover Win))"

COUNTED = {
    "one seat": Rules(PLACE, players=1),
    "two seats": Rules(PLACE),
    "three seats": Rules(PLACE, players=3),
    "six seats": Rules(PLACE, "(if (is Line 2) (result Mover Loss))", players=6),
    "more than one word": Rules(PLACE, "(if (is Line 4) (result Mover Win))", "(board (hex 5))"),
    "nothing left to choose": Rules(PLACE, "(if (= (count Turns) 40) (result Mover Win))", "(board (square 3))"),
    "a swap of seats": Rules(PLACE, before="(meta (swap))"),
    "or a pass": Rules(f"(or {PLACE} (move Pass))", "(if (all Passed) (result Mover Loss))"),
    "corners first": Rules(f"(priority {{ (move Add (to (intersection (sites Empty) (sites Corners)))) {PLACE} }})"),
    "only every second turn": Rules(f"(if (is Even (count Moves)) {PLACE} (or {PLACE} (move Pass)))"),
    "men from the hand, then along the lines": Rules(
        """phases:{
            (phase "Put" (play (move (from (handSite Mover)) (to (sites Empty)))) (nextPhase Mover
                (= (count Cell at:(handSite Mover)) 0) "Go"))
            (phase "Go" (play (forEach Piece)))
        }""",
        more="(hand Each)",
        before='(start (place "Stone" "Hand" count:3))',
    ),
    "what is refused afterwards": Rules(
        f"""(do (move Add (to (sites Empty)) {CAPTURE}) ifAfterwards:(> (count Liberties Orthogonal) 0))""",
        "(if (= (count Turns) 60) (result Mover Win))",
        "(board (square 3) use:Vertex)",
    ),
    "no position twice": Rules(
        f"(or (move Add (to (sites Empty)) {CAPTURE}) (move Pass))",
        "(if (all Passed) (result Mover Loss))",
        "(board (square 3) use:Vertex)",
        before="(meta (no Repeat))",
    ),
    "the longest, all of one move": Rules(f"(max Moves {PLACE})"),
    "steps or another man": Rules(f"(or (forEach Piece) {PLACE})"),
    "steps of three seats": Rules(f"(or (forEach Piece) {PLACE})", board="(board (hex 4))", players=3),
    "steps on a board of rings": Rules(
        f"(if (< (count Pieces Mover) 4) {PLACE} (forEach Piece))",
        "(if (= (count Turns) 60) (result Mover Win))",
        "(board (concentric Square rings:3) use:Vertex)",
    ),
    "any man to anywhere": Rules(
        f"(if (< (count Pieces Mover) 3) {PLACE} (move (from (sites Occupied by:Mover)) (to (sites Empty))))"
    ),
    "slides and shots": Rules(SLIDE_AND_SHOOT, BLOCKED, "(board (square 10))", DOT),
    "slides of three seats on hexagons": Rules(SLIDE_AND_SHOOT, BLOCKED, "(board (hex 5))", DOT, players=3),
    "slides along rows on the largest board for it": Rules(
        SLIDE_AND_SHOOT.replace("Slide", "Slide Orthogonal"), BLOCKED, "(board (rectangle 4 31))", DOT
    ),
    "slides on a board of just one word": Rules(SLIDE_AND_SHOOT, BLOCKED, "(board (rectangle 2 31))", DOT),
    "slides on a board of a word and a site": Rules(SLIDE_AND_SHOOT, BLOCKED, "(board (rectangle 7 9))", DOT),
    "slides that leave a trail": Rules(
        f"(if (< (count Pieces Mover) 3) {PLACE} (forEach Piece (move Slide (between trail:(mover)))))",
        BLOCKED,
        "(board (square 7))",
    ),
    "slides between the corners of a small board": Rules(
        SLIDE_AND_SHOOT, BLOCKED, "(board (square 3) use:Vertex)", DOT
    ),
    "chance afterwards": Rules("(move Add (to (sites Empty)) (then (addScore Mover (value Random (range 1 6)))))"),
}


def compiled(rules: Rules) -> Compiled:
    """The game."""
    return compile_rules(build(rules.text))


def outcome(game: Compiled) -> Playouts:
    """What a hundred random matches come to."""
    return CompiledMatches(Machine(game), seed=7, limit=200).play(100)


@pytest.mark.parametrize("name", COUNTED)
def test_matches_are_those_of_the_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unlisted = compiled(COUNTED[name])
    assert "def count_candidates" in unlisted.source
    monkeypatch.setattr(SamplerPass, "countable", lambda self, name: False)
    listed = compiled(COUNTED[name])
    assert "def count_candidates" not in listed.source
    assert outcome(unlisted) == outcome(listed)


UNCOUNTED = {
    "slides on a board of more sites than two words have": Rules(
        "(forEach Piece (move Slide))", board="(board (rectangle 5 25))", before='(start (place "Stone1" 0))'
    ),
    "slides around a circle": Rules(
        "(forEach Piece (move Slide Rotational))",
        board="(board (concentric {4 8}) use:Vertex)",
        before='(start (place "Stone1" 0))',
    ),
    "steps on a board of many words": Rules(f"(or (forEach Piece) {PLACE})", board="(board (square 13))"),
    "a test for each site": Rules("(move Add (to (forEach (sites Empty) if:(!= (site) (last To)))))"),
    "steps": Rules("(forEach Piece)", before='(start (place "Stone1" 0))'),
    "what is thrown first": Rules(f"(do (roll) next:{PLACE})", more="(dice d:4 num:1)"),
}


@pytest.mark.parametrize("name", UNCOUNTED)
def test_moves_that_need_a_look_each_are_listed(name: str) -> None:
    assert "def count_candidates" not in compiled(UNCOUNTED[name]).source


def test_kernels_that_count_rules_list_their_moves() -> None:
    source = compile_rules(build(COUNTED["two seats"].text), counted=True).source
    assert "def count_candidates" not in source


def test_a_refused_move_is_drawn_from_no_list_that_has_no_room() -> None:
    rules = Rules("(do (move Add (to (sites Empty))) ifAfterwards:(= 0 1))", board="(board (square 40))")
    machine = Machine(compiled(rules))  # has room for 1,024 of the 1,600 moves, all of which are refused
    state, stream = machine.start(), words(1)
    stream[0] = 3
    with machine.working():
        machine.kernel.choose(*machine.addresses(state), address(stream))
    assert machine.work[OVERFLOW] == 1
    assert CompiledMatches(machine, 1, 3).play(5).draws == 5


def test_plain_python_chooses_as_machine_code_does() -> None:
    program = """
import sys, apts
played = apts.load(sys.argv[1]).playouts(5, seed=3)
print(played.wins, played.draws, sorted(played.lengths.items()))
"""
    texts = [
        COUNTED[name].text
        for name in ("or a pass", "no position twice", "slides and shots", "slides on a board of a word and a site")
    ]
    for text in texts:
        printed = {
            jit: subprocess.run(
                [sys.executable, "-c", program, text],
                env={**os.environ, "APTS_JIT": jit},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for jit in ("0", "1")
        }
        assert printed["0"] == printed["1"]
        assert printed["0"].strip()


STEADY = {
    "steps": Rules("(forEach Piece)", "(if (no Moves Next) (result Mover Win))", before='(start (place "Stone1" 0))'),
    "steps and captures": Rules(
        """(forEach Piece (or (move Step Orthogonal (to if:(is Empty (to))))
            (move Step Diagonal (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))))""",
        "(if (no Pieces Next) (result Mover Win))",
        before='(start { (place "Stone1" (sites Bottom)) (place "Stone2" (sites Top)) })',
    ),
    "sites that are tested": Rules(
        "(move Add (to (forEach (sites Empty) if:(or (is In (site) (sites Corners)) (!= (site) (last To))))))",
        players=3,
    ),
}


@pytest.mark.parametrize("name", STEADY)
def test_records_without_a_jump_give_the_same_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steady = compiled(STEADY[name])
    assert "= kept(" in steady.source
    monkeypatch.setattr(compiler, "steady", lambda source: source)
    jumping = compiled(STEADY[name])
    assert "= kept(" not in jumping.source
    assert outcome(steady) == outcome(jumping)


def test_a_test_that_guards_another_is_not_worked_out_at_once() -> None:
    from apts.engine.compiler.random_selection.branchless_records import steady

    source = "\n".join(
        (
            "@compiled",
            "def moves(D, S, W, M, sp, n, r_from):",
            "    if r_from >= 0 and S[D[AT_WHAT] + r_from] == 0:",
            "        n = record0(D, W, M, n, 0, r_from, r_from)",
            "    site1 = sure(D[5])",
            "    if S[D[AT_WHAT] + site1] == 0 or site1 > 3:",
            "        n = record0(D, W, M, n, 0, site1, site1)",
            "    if asked(D, S) != 0:",
            "        n = record0(D, W, M, n, 0, 1, 1)",
            "    if site1 > 2:",
            "        n = record0(D, W, M, n, 0, 2, 2)",
            "    else:",
            "        n = record0(D, W, M, n, 0, 3, 3)",
            "    return n",
            "",
        )
    )
    text = steady(source)
    assert "n = kept(r_from >= 0 and S[D[AT_WHAT] + r_from] == 0, n, record0(" in text
    assert "n = kept((S[D[AT_WHAT] + site1] == 0) | (site1 > 3), n, record0(" in text
    assert "if asked(D, S) != 0:\n        n = record0(" in text
    assert "if site1 > 2:\n        n = record0(" in text
