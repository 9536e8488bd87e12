"""Rules texts that ask for what does not exist, or for more than there is room or time for: own small games.

Each stands for one class of mistakes; the numbers are put in by the tests.
"""

from __future__ import annotations

_GAME = """(game "Hostile" (players {players})
    (equipment {{
        (board (square {size}) {board})
        (piece "Stone" Each)
        (piece "Alien" Neutral)
        {equipment}
    }})
    (rules
        {start}
        (play {play})
        (end {end})))
"""
_END = "(if (is Full) (result Mover Draw))"
_ADD = "(move Add (to (sites Empty)))"
NUMBERS = (100_000_000, -5, 7777, 2_147_483_647, -2_147_483_648)


def game(
    play: str = _ADD,
    end: str = _END,
    *,
    size: int = 4,
    players: str = "2",
    equipment: str = "",
    start: str = "",
    board: str = "",
) -> str:
    """A small game around the clause in question."""
    return _GAME.format(play=play, end=end, size=size, players=players, equipment=equipment, start=start, board=board)


def then(effect: str) -> str:
    """The rule of play with a consequence."""
    return f"(move Add (to (sites Empty)) (then {effect}))"


def ends(condition: str) -> str:
    """An end rule with a condition."""
    return f"{{ (if {condition} (result Mover Win)) {_END} }}"


# One structure each; ``#`` stands for the number that is out of range, written as one that the rules work out as well.
EFFECTS = (
    "(flip #)",
    "(remove #)",
    "(remove (+ # (count Moves)))",
    '(promote # (piece "Stone1") Mover)',
    "(promote (last To) (piece (+ # (count Moves))) Mover)",
    '(add (piece "Stone1") (to (+ # (count Moves))))',
    "(add (piece (+ # (count Moves))) (to (sites Empty)))",
    "(set State at:(+ # (count Moves)) 3)",
    "(set Value at:(+ # (count Moves)) 3)",
    "(set Count at:(+ # (count Moves)) 3)",
    "(set State at:(last To) #)",
    "(set Count at:(last To) (* # #))",
    "(set NextPlayer (player (+ # (count Moves))))",
    "(set Score (player (+ # (count Moves))) 3)",
    "(addScore (player (+ # (count Moves))) 3)",
    '(set Var "v" (* # (count Moves)))',
    "(set Pending (+ # (count Moves)))",
    "(set Counter #)",
    "(remember Value (+ # (count Moves)))",
    "(swap Pieces (+ # (count Moves)) (last To))",
    "(fromTo (from (+ # (count Moves))) (to (last To)))",
    "(push (from (+ # (count Moves))) N)",
    "(attract (from (+ # (count Moves))))",
    "(forEach Site (sites Around (last To)) (push (from (site)) N))",
    "(forEach Site (sites Around (+ # (count Moves))) (remove (site)))",
    "(custodial (from (+ # (count Moves))))",
    "(enclose (from (+ # (count Moves))) Orthogonal)",
    "(surround (from (+ # (count Moves))) Orthogonal)",
    "(forEach Value min:0 max:# (remove (value)))",
    '(trigger "go" (player (+ # (count Moves))))',
    "(take Control of:P1 at:(+ # (count Moves)))",
    "(forEach Player (if (= # (score Player)) (moveAgain)))",
)
CONDITIONS = (
    "(= 5 (score (player (+ # (count Moves)))))",
    "(= 5 (value Player (player (+ # (count Moves)))))",
    "(= 5 (what at:(* # (count Moves))))",
    "(= 5 (who at:(+ # (count Moves))))",
    "(= 5 (state at:(+ # (count Moves))))",
    "(= 5 (value Piece at:(+ # (count Moves))))",
    "(= 5 (count at:(+ # (count Moves))))",
    "(= 5 (count Pieces (player (+ # (count Moves)))))",
    "(= 5 (size Group at:(+ # (count Moves))))",
    "(is Line 3 through:(+ # (count Moves)))",
    "(is Line #)",
    '(is Threatened (id "Stone" Mover) at:(+ # (count Moves)))',
    '(is Threatened (id "Stone" Mover) at:#)',
    "(is Connected {(sites Side N) (sites Side S)} at:(+ # (count Moves)))",
    "(is Loop surround:P1)",
    "(is Empty (+ # (count Moves)))",
    "(is Occupied (+ # (count Moves)))",
    "(is In (+ # (count Moves)) (sites Occupied by:Mover))",
    "(is Hidden at:(+ # (count Moves)) to:P2)",
    "(is Pending (+ # (count Moves)))",
    "(= 5 (count Steps (+ # (count Moves)) (last To)))",
    "(= 5 (^ # (count Moves)))",
    "(= 5 (^ (count Moves) #))",
    "(= 5 (* # (* # (* # (count Moves)))))",
    "(= 5 (/ # (- (count Moves) (count Moves))))",
    "(= 5 (% # (- (count Moves) (count Moves))))",
    "(= 5 (count Sites in:(sites Distance (min #) from:(last To))))",
    "(= 5 (count Sites in:(sites Direction from:(+ # (count Moves)) N)))",
    "(= 5 (count Sites in:(sites Occupied by:(player (+ # (count Moves))))))",
    '(= 5 (id "Stone" Mover))',
    '(is Phase "nowhere")',
    "(is Related Adjacent (+ # (count Moves)) (last To))",
    "(= # (ahead (last To) steps:# N))",
    "(= 5 (row of:(+ # (count Moves))))",
    "(= 5 (coord row:# column:#))",
)
PLAYS = (
    "(move (from (+ # (count Moves))) (to (sites Empty)))",
    "(move Add (to (+ # (count Moves))))",
    "(move Remove (+ # (count Moves)))",
    "(move Add (piece (+ # (count Moves))) (to (sites Empty)))",
    "(forEach Piece (move Step (from (+ # (count Moves))) (to if:(is Empty (to)))))",
    "(forEach Site (sites {#}) (move Add (to (site))))",
    "(move Select (from (sites {#})) (then (remove (last From))))",
    "(forEach Die (move Add (to (sites Empty))))",
    "(move Set Rotation (to (+ # (count Moves))))",
    '(move Promote (+ # (count Moves)) (piece "Stone1") Mover)',
)


def worked_out() -> list[tuple[str, str]]:
    """Label and text with ``#`` for the number."""
    texts = [(clause, game(then(clause))) for clause in EFFECTS]
    texts += [(clause, game(end=ends(clause))) for clause in CONDITIONS]
    texts += [(clause, game(clause)) for clause in PLAYS]
    return texts


_LONG_WAY = " ".join(str(site % 16) for site in range(2_001))
_NESTED = "(forEach Site (sites Board) " * 8 + '(add (piece "Stone1") (to (site)))' + ")" * 8
_NESTED_SETS = "(forEach Site (sites Empty) " * 7 + "(if (is Odd (site)) (flip (site)))" + ")" * 7
_NESTED_QUESTIONS = "(forEach (sites Empty) if:(< 0 (count Sites in:" * 7 + "(sites Empty)" + ")))" * 7
ENDLESS = {
    "eight loops": game(then(_NESTED), size=19),
    "loops over sets": game(then(_NESTED_SETS), size=19),
    "sets asked for each member of sets": game(end=ends(f"(= 5 (count Sites in:{_NESTED_QUESTIONS}))"), size=19),
    "ring of moves": game("(max Moves (move Add (to (sites Board)) (then (moveAgain))))"),
    "a set-up without end": game(start='(start (forEach Value min:0 max:2147483647 (place "Stone1" (value))))'),
    "values without end": game(then("(forEach Value min:0 max:2000000000 (set Counter (value)))")),
    "sowing without end": game(
        "(move Select (from (sites Occupied by:All)) (then (sow count:2000000000)))",
        board='(track "Way" {0..15} loop:True)',
        start='(start (place "Alien0" 3))',
    ),
}
REFUSED = {
    "owner beyond the players": game(equipment='(piece "Far" P16)'),
    "hand beyond the players": game(equipment="(hand P9)"),
    "a piece of whoever moves": game(equipment='(piece "Far" Mover)'),
    "a hand of enemies": game(equipment="(hand Enemy)"),
    "dice of a team": game(equipment="(dice Team9 num:2)"),
    "a region of the next player": game(equipment='(regions "Far" Next (sites Top))'),
    "pits in rows of fewer than none": game().replace("(board (square 4) )", "(mancalaBoard -7 2)"),
    "rows of no pits": game().replace("(board (square 4) )", "(mancalaBoard 2 0)"),
    "sides that one player changes": game(players="1").replace("(rules", "(rules (meta (swap))"),
    "region beyond the players": game(equipment='(regions "Far" P9 (sites Top))'),
    "a hundred players": game(players="{" + "(player N) " * 100 + "}"),
    "no players in a list": game(players="{}"),
    "a number above 64 bits in a size": game(size=3).replace("(square 3)", "(square (^ (^ 9 63) 63))"),
    "a number above 64 bits in a condition": game(end=ends("(= 5 (* (* 2000000000 2000000000) 2000000000))")),
    "a negative size": game(size=-3),
    "a site that is not there": game(then("(remove 99)")),
    "a condition in a board": game(size=3).replace("(square 3)", "(complete (square 3) eachCell:(= 1 1))"),
    "a sum of no numbers in a board": game(size=3).replace("(square 3)", "(square (+ {}))"),
    "a track in a direction that the board lacks, of which no rule speaks": game(board='(track "Way" "0,E,UN2")'),
    "a track that is a loop on a condition": game(board='(track "Way" {0 1 2} loop:(= 1 1))'),
    "a track of a player who is not there": game(board='(track "Way" {0 1 2} 99)'),
    "a track of no numbers": game(board='(track "Way" {(+ {})})'),
    "a track that goes on and on": game(board=f'(track "Way" {{{_LONG_WAY}}} loop:True)'),
    "a piece without a name": game(equipment='(piece "" Each)'),
    "a region that moves": game('(move Add (to (sites "Away")))', equipment='(regions "Away" {0 (last To)})'),
    "a score of somebody else": game(end="(if (is Full) (byScore {(score P3 1)}))"),
    "a score of nobody": game(end="(if (is Full) (byScore {(score Neutral 1)}))"),
}
