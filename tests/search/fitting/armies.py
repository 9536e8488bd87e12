"""Five games of our own with a strong and a weak kind of piece, for what evaluations say that pieces are worth."""

from __future__ import annotations

TAKE = "if:(not (is Friend (who at:(to)))) (apply (remove (to)))"
SLIDE_TAKE = "if:(is Enemy (who at:(to))) (apply (remove (to)))"


def army(name: str, board: str, pieces: str, start: str, fewest: int, rest: str = "", players: str = "2") -> str:
    """A game in which all pieces take by moving onto others, and who has too few of them has lost."""
    return f"""
(game "{name}" (players {players})
    (equipment {{ {board} {pieces} }})
    (rules
        (start {{ {start} }})
        (play (forEach Piece))
        (end {{
            {rest}
            (if (<= (count Pieces Next) {fewest}) (result Next Loss))
            (if (no Moves Next) (result Next Loss))
        }})))"""


ROOKS = army(
    "Rooks and Walkers",
    "(board (square 6))",
    f'(piece "Rook" Each (move Slide Orthogonal (to {SLIDE_TAKE})))'
    f'(piece "Walker" Each (move Step Orthogonal (to {TAKE})))',
    '(place "Rook1" {0 5}) (place "Walker1" {1 2 3 4 7 10}) (place "Rook2" {30 35}) (place "Walker2" {31 32 33 34 25 28})',
    3,
)

BISHOPS = army(
    "Bishops and Crawlers",
    "(board (square 7)) (regions P1 (sites Top)) (regions P2 (sites Bottom))",
    f'(piece "Bishop" Each (move Slide Diagonal (to {SLIDE_TAKE})))'
    f'(piece "Crawler" Each (move Step Forward (to {TAKE})))',
    '(place "Bishop1" {1 5}) (place "Crawler1" {7 8 9 10 11 12 13}) '
    '(place "Bishop2" {43 47}) (place "Crawler2" {35 36 37 38 39 40 41})',
    2,
    rest="(if (is In (last To) (sites Mover)) (result Mover Win))",
    players="{ (player N) (player S) }",
)

HEXAGONS = army(
    "Hex Guard",
    "(board (hex 4))",
    f'(piece "Guard" Each (move Slide (to {SLIDE_TAKE})))(piece "Page" Each (move Step (to {TAKE})))',
    '(place "Guard1" {1 2}) (place "Page1" {0 3 4 5 6 7}) (place "Guard2" {34 35}) (place "Page2" {29 30 31 32 33 36})',
    3,
)

LEAPERS = army(
    "Leapers",
    "(board (square 6))",
    f'(piece "Hare" Each (move Leap {{{{F F R F}} {{F F L F}}}} (to {TAKE})))'
    f'(piece "Tortoise" Each (move Step Orthogonal (to {TAKE})))',
    '(place "Hare1" {0 5 2}) (place "Tortoise1" {6 7 8 9 10 11}) '
    '(place "Hare2" {30 35 33}) (place "Tortoise2" {24 25 26 27 28 29})',
    3,
)

THREE = army(
    "Three Courts",
    "(board (hex 4))",
    f'(piece "Queen" Each (move Slide (to {SLIDE_TAKE})))(piece "Clerk" Each (move Step (to {TAKE})))',
    '(place "Queen1" {0}) (place "Clerk1" {1 4 5 6}) (place "Queen2" {15}) (place "Clerk2" {9 14 16 22}) '
    '(place "Queen3" {33}) (place "Clerk3" {28 32 34 35})',
    0,
    players="3",
)

ARMIES = {
    "Rook": ("Walker", ROOKS),
    "Bishop": ("Crawler", BISHOPS),
    "Guard": ("Page", HEXAGONS),
    "Hare": ("Tortoise", LEAPERS),
    "Queen": ("Clerk", THREE),
}
"""By the strong kind: the weak kind, and the text."""
