"""Small games for the tests of the engine, in words of their own."""

NOUGHTS = """
(game "Noughts" (players 2)
    (equipment {(board (square <Size>)) (piece "Nought" P1) (piece "Cross" P2)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
(option "Board Size" <Size> args:{<dim>} {
    (item "3x3" <3> "Three rows.")*
    (item "4x4" <4> "Four rows.")
})
"""

PAWNS = """
(game "Pawns" (players {(player N) (player S)})
    (equipment {
        (board (square 3))
        (piece "Pawn" Each
            (or {
                (move Step Forward (to if:(is Empty (to))))
                (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
            }))
    })
    (rules
        (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))})
        (play (forEach Piece))
        (end {
            (if (is In (last To) (sites Top)) (result P1 Win))
            (if (is In (last To) (sites Bottom)) (result P2 Win))
        })))
"""

CUPS = """
(game "Cups" (players 2)
    (equipment {(board (square 2)) (hand Each size:2) (piece "Small" Each) (piece "Large" Each)})
    (rules
        (start {
            (place "Small1" (handSite P1)) (place "Large1" (handSite P1 1))
            (place "Small2" (handSite P2)) (place "Large2" (handSite P2 1))
        })
        (play (move (from (sites Hand Mover)) (to (sites Empty))))
        (end (if (is Full) (result Mover Win)))))
"""

COLUMNS = """
(game "Columns" (players 2)
    (equipment {(board (rectangle 1 4)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) 3))) stack:True))
        (end (if (is Line 3 byLevel:True) (result Mover Win)))))
"""

COLOURS = """
(game "Colours" (players 2)
    (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules
        (play
            (or
                (move Add (piece (id "Stone" P1)) (to (sites Empty)))
                (move Add (piece (id "Stone" P2)) (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))))
"""

TWICE = """
(game "Twice" (players 2)
    (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules
        (play (or (move Add (to (sites Empty))) (move Add (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))))
"""

PASSING = """
(game "Passing" (players 3)
    (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules
        (play (or (move Add (to (sites Empty))) (move Pass)))
        (end (if (is Line 5) (result Mover Win)))))
"""

PAIRS = """
(game "Pairs" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play
            (if (= (count MovesThisTurn) 0)
                (move Add (to (sites Empty)) (then (moveAgain)))
                (move Add (to (sites Empty)))))
        (end (if (is Line 3) (result Mover Win)))))
"""

SWAPPING = """
(game "Swapping" (players 2)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (meta (swap))
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"""

SOLITAIRE = """
(game "Solitaire" (players 1)
    (equipment {(board (square 2)) (piece "Stone" P1)})
    (rules
        (play (move Add (to (sites Empty))))
        (end {(if (is Line 2 Orthogonal) (result P1 Loss)) (if (is Line 2 Diagonal) (result P1 Win))})))
"""

TOWERS = """
(game "Towers" (players 2)
    (equipment {(board (square 2)) (piece "Slab" Each)})
    (rules
        (start {(place "Slab1" 0) (place "Slab2" 3)})
        (play
            (or {
                (forEach Piece (move Step (to if:(is Empty (to))) stack:True) top:True)
                (move Add (to (sites Board)) stack:True)
                (move Remove (sites Occupied by:Mover) level:0)
            }))
        (end (if (>= (count Moves) 12) (result Mover Draw)))))
"""


CALLED = """(game "Called" (players 2)
    (equipment { (board (square 2)) (piece "Stone" Each)
        (piece "Arrow" Each (move Set Rotation {0 1 3} previous:False next:False)) })
    (rules (start (place "Arrow1" {"a2"}))
        (play (or {
            (move Set NextPlayer (array {1 2})) (move Bet Mover (range 0 2)) (move Propose "roll again" (then (moveAgain)))
            (move Propose "a1") (move Vote "a1") (move Propose "PASS") (move Pass) (move Propose { "x y" "x  y" "no #1" })
            (move Add (to (sites Empty))) (forEach Piece) }))
        (end (if (is Line 2) (result Mover Win)))))"""
"""Moves without sites, some of them called as other moves are written."""


TOTALS = """(game "Totals" (players 2)
    (equipment { (board (square 2)) (piece "Stone" Each) (dice d:6 num:1) })
    (rules
        (play (or
            (move Propose "roll" (then (roll (then (and (set Var "Turn" (+ (var "Turn") (count Pips))) (moveAgain))))))
            (move Propose "hold" (then (and {
                (addScore Mover (var "Turn")) (set Var "Turn" 0) (set Var "Place" (last To)) (set Var "Idle" 3) })))))
        (end (if (and (!= (var "Place") 9) (>= (score Mover) 9)) (result Mover Win)))))"""
"""The total of a turn is a variable; another variable has a place, and one is never read."""
