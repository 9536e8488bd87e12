"""A small registry of its own, so that the language is tested without the ludemes of the engine."""

from __future__ import annotations

from apts.language.signatures.signature import Registry, parse_signature

_SIGNATURES = """
game       (game name<string> players<players> equipment<equipment> rules<rules>)
players    (players count<int>)
players    (players list<{player}>)
player     (player [facing<CompassDirection>])
seat       (player index<int>)
equipment  (equipment items<{item}>)
item       (board graph<graph> [use:<SiteType>])
item       (piece name<string> [owner<role>] [facing<CompassDirection>] [moves<moves>])
item       (regions [name<string>] [owner<role>] (sites<{int}> | region<region>))
item       (dice [d:<int>] num:<int>)
graph      (square size<int> [diagonals:<Diagonals>])
graph      (scale factor<float> graph<graph>)
graph      (union a<graph> b<graph>)
rules      (rules [start<start>] play<play> end<end>)
start      (start (rule<startRule> | rules<{startRule}>))
startRule  (place name<string> sites<{int}>)
startRule  (place Stack name<string> site<int> [count:<int>])
play       (play moves<moves>)
end        (end (rule<endRule> | rules<{endRule}>))
endRule    (if condition<bool> result<result>)
result     (result who<role> what<Result>)
moves      (move Add to<to> [count:<int>] [then<then>])
moves      (move Step [directions<direction>] to<to> [then<then>])
moves      (move Leap walks<{{walk}}> to<to> [then<then>])
moves      (move Swap Players a<int> b<int>)
moves      (forEach Piece [name<string>])
moves      (if condition<bool> moves<moves> [otherwise<moves>])
moves      (and a<moves> b<moves>)
moves      (and list<{moves}>)
moves      (moveAgain)
then       (then moves<moves>)
to         (to [type<SiteType>] [site<int> | region<region>] [if:<bool>])
region     (sites Empty [type<SiteType>])
region     (sites Around (site<int> | region<region>) [distance:<int>])
region     (sites who<role|seat> [name<string>])
region     (sites list<{int}>)
region     (union a<region> b<region>)
region     (if condition<bool> region<region>)
direction  (directions words<{direction}>)
bool       (is Line length<int> [direction<AbsoluteDirection>] [through:<int> | throughAny:<region>] [exact:<bool>])
bool       (is Empty site<int>)
bool       (is In site<int> region<region>)
bool       (and a<bool> b<bool>)
bool       (not a<bool>)
bool       (= a<int> b<int|role>)
bool       (< a<int> b<int>)
bool       (>= a<int> b<int>)
int        (to)
int        (mover)
int        (+ a<int> b<int>)
int        (if condition<bool> value<int> otherwise<int>)
int        (count Turns)
float      (half value<float>)
"""


def small_language() -> Registry:
    """A fresh registry with about sixty signatures."""
    registry = Registry()
    for line in _SIGNATURES.strip().splitlines():
        result, _, source = line.partition(" ")
        registry.add(parse_signature(source.strip(), result), lambda: None)
    return registry


GAME = """(game "Rows"
    (players 2)
    (equipment
        {
            (board (square 3))
            (piece "Disc" P1)
            (piece "Cross" P2)
        }
    )
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)
"""
