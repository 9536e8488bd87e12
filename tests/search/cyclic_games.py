"""Small games in which positions come back, and their exact values by brute force that shares nothing with the solver."""

from __future__ import annotations

from dataclasses import dataclass

from apts.engine.play.game import Game, State

CHASE = """(game "Chase" (players 2)
  (equipment { (board (rectangle 3 {width})) (piece "King" Each (step {ways} (to if:(not (is Friend (who at:(to))))
    (apply (if (is Enemy (who at:(to))) (remove (to))))))) })
  (rules (start { (place "King1" 0) (place "King2" {last}) })
    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""

LINE_WALK = """(game "Line Walk" (players 2)
  (equipment { (board (rectangle 1 {length})) (piece "Man" Each (move Step {ways} (to if:(is Empty (to))))) })
  (rules (start { (place "Man1" {first}) (place "Man2" {second}) })
    (play {play}) (end {ends})))"""

MORRIS = """(game "Three in Motion" (players 2)
  (equipment { (board (square 3)) (hand Each) (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to))))) })
  (rules (start (place "Man" "Hand" count:{men}))
    phases:{
      (phase "Placing" (play (move (from (handSite Mover)) (to (sites Empty))))
        (nextPhase Mover (is Empty (handSite Mover)) "Moving"))
      (phase "Moving" (play (forEach Piece))) }
    (end (if (is Line 3) (result Mover Win)))))"""

LEAPERS = """(game "Leapers" (players 2)
  (equipment { (board (square 3 diagonals:Alternating) use:Vertex)
    (piece "Man" Each (or
      (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))
      (move Step (to if:(is Empty (to)))))) })
  (rules (start { (place "Man1" {own}) (place "Man2" {other}) })
    (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""

AGAIN = """(game "Again" (players 2)
  (equipment { (board (rectangle 1 5)) (piece "Man" Each (move Step (to if:(is Empty (to)) )
     (then (if (= (last To) {gift}) (moveAgain))))) })
  (rules (start { (place "Man1" 0) (place "Man2" 4) })
    (play (or (forEach Piece) {extra})) (end (if (= (where "Man" P1) {goal}) (result P1 Win)))))"""

BONUS_ROW = """(game "Bonus Row" (players 2)
  (equipment { (board (rectangle 1 4)) (piece "Stone" Each) })
  (rules (play (or { (move Add (to (intersection (sites Empty) (sites {{gift}}))) (then (moveAgain)))
      (move Add (to (difference (sites Empty) (sites {{gift}})))) {extra} }))
    (end { (if (is Line 3) (result Mover Win)) {passed} })))"""

PUZZLE = """(game "Puzzle" (players 1)
  (equipment { (board (rectangle 2 3)) (piece "Man" P1 (move Step Orthogonal (to if:(is Empty (to))))) })
  (rules (start (place "Man" {at})) (play (forEach Piece)) (end {end})))"""

_BOOK_KEEPING = ("moves=", "turn=", "last=", "counter=", "previous=", "lastsite=", "next=")


@dataclass(frozen=True)
class Exact:
    """The value for the mover and the number of moves to the end; None for a draw."""

    value: int
    moves: int | None


def plain(state: State) -> str:
    """The text of a position without what only counts moves; that the last move was a pass says how many there were."""
    left_out = _BOOK_KEEPING if state.game.players > 1 else (*_BOOK_KEEPING, "again=")
    return " ".join(part for part in str(state).split() if part == "last=pass" or not part.startswith(left_out))


def brute_force(game: Game, most: int = 20_000) -> tuple[dict[str, State], dict[str, Exact]]:
    """All positions of a game and their values, by sweeps over the whole table until nothing changes."""
    states = {plain(game.start()): game.start()}
    waiting = list(states.values())
    children: dict[str, list[State]] = {}
    while waiting:
        state = waiting.pop()
        children[plain(state)] = [state.after(move) for move in state.moves()]
        for child in children[plain(state)]:
            if child.outcome is None and plain(child) not in states:
                states[plain(child)] = child
                waiting.append(child)
        assert len(states) <= most
    values: dict[str, Exact] = {}
    distance = 0
    while True:
        distance += 1
        found = {}
        for text, state in states.items():
            if text in values:
                continue
            worths = [_worth(child, state.mover, values) for child in children[text]]
            if any(worth == 1 for worth in worths):
                found[text] = Exact(1, distance)
            elif all(worth == -1 for worth in worths):
                found[text] = Exact(-1, distance)
        if not found:
            break
        values |= found
    return states, {text: values.get(text, Exact(0, None)) for text in states}


def _worth(state: State, seat: int, values: dict[str, Exact]) -> int | None:
    """What a position is worth to a seat as far as it is known."""
    if state.outcome is not None:
        utility = state.outcome.utilities[seat - 1]
        return (utility > 0) - (utility < 0)
    known = values.get(plain(state))
    return None if known is None else known.value if state.mover == seat else -known.value


def filled(text: str, **parts: object) -> str:
    """The text of a game with its open places filled in."""
    for name, part in {"ways": "", **parts}.items():
        text = text.replace(f"{{{name}}}", str(part))
    return text
