"""The bare words of the language, as data: which constants may stand where.

A type name that is listed here accepts its words; ludemes that need further words add their own list with
:func:`enumeration`. A type name in :data:`UNIONS` stands for several types at once.
"""

from __future__ import annotations

from collections.abc import Iterable

ENUMERATIONS: dict[str, tuple[str, ...]] = {}
UNIONS: dict[str, tuple[str, ...]] = {}
_DECLARED: list[str] = []

INTEGER_CONSTANTS = {"Off": -1, "End": -2, "Undefined": -1, "Infinity": 1_000_000_000}


def enumeration(name: str, words: Iterable[str] | str) -> tuple[str, ...]:
    """Declare the words of a type; declaring the same list again is harmless, another list adds its new words."""
    new = tuple(words.split()) if isinstance(words, str) else tuple(words)
    known = ENUMERATIONS.get(name, ())
    _DECLARED.append(name)
    ENUMERATIONS[name] = known + tuple(dict.fromkeys(word for word in new if word not in known))
    return ENUMERATIONS[name]


def union(name: str, members: Iterable[str] | str) -> tuple[str, ...]:
    """Declare a type name that accepts whatever one of its members accepts, besides clauses of its own name."""
    _DECLARED.append(name)
    UNIONS[name] = tuple(members.split()) if isinstance(members, str) else tuple(members)
    return UNIONS[name]


def declarations() -> int:
    """How many lists and unions were declared so far: what was worked out from them holds until there is another one."""
    return len(_DECLARED)


def canonical(word: str) -> str:
    """The spelling used for lookup: the first letter is a capital."""
    return word[:1].upper() + word[1:]


COMPASS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW"
_LEVELS = " ".join(level + side for level in "UD" for side in ("", "N", "NE", "E", "SE", "S", "SW", "W", "NW"))
_SEATS = " ".join([f"P{seat}" for seat in range(1, 17)] + [f"Team{team}" for team in range(1, 17)])

enumeration("SiteType", "Cell Vertex Edge")
enumeration(
    "Role",
    f"Neutral {_SEATS} TeamMover Mover Next Prev Player Each Shared All NonMover Enemy Friend Ally Any",
)
enumeration("CompassDirection", COMPASS)
enumeration(
    "AbsoluteDirection",
    "All Angled Adjacent Axial Orthogonal Diagonal OffDiagonal SameLayer Upward Downward Rotational Base Support "
    f"{COMPASS} CW CCW In Out {_LEVELS}",
)
enumeration("RotationalDirection", "CW CCW In Out")
enumeration("SpatialDirection", _LEVELS)
enumeration(
    "RelativeDirection",
    "Forward Backward Rightward Leftward Forwards Backwards Rightwards Leftwards "
    "FL FLL FLLL FR FRR FRRR BL BLL BLLL BR BRR BRRR SameDirection OppositeDirection",
)
enumeration("Relation", "Orthogonal Diagonal OffDiagonal Adjacent All")
enumeration("WalkStep", "F L R")
enumeration("Result", "Win Loss Draw Tie Abandon Crash")
enumeration("Landmark", "CentreSite LeftSite RightSite Topsite BottomSite FirstSite LastSite")
enumeration("Mode", "Alternating Simultaneous Simulation")
enumeration("DynamicRegion", "Empty NotEmpty Own NotOwn Enemy NotEnemy")
enumeration(
    "StaticRegion",
    "Rows Columns AllDirections HintRegions Layers Diagonals SubGrids Regions Vertices Corners Sides SidesNoCorners "
    "AllSites Touching",
)
enumeration("Diagonals", "Implied Solid SolidNoSplit Alternating Concentric Radiating")
enumeration("StoreType", "None Inner Outer")
enumeration("StackDirection", "FromBottom FromTop")
enumeration("HiddenData", "What Who State Count Rotation Value")
enumeration("LineOfSight", "Empty Farthest Piece")
enumeration("Repetition", "Positional Situational PositionalInTurn SituationalInTurn")
enumeration("PassEnd", "Draw NoEnd")
enumeration("BoardShape", "Square Rectangle Triangle Hexagon Diamond Prism Star Limping Target Cross Regular Spiral")
enumeration(
    "TilingName",
    "T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488",
)
enumeration("Suit", "Clubs Spades Diamonds Hearts")

union("role", "Role")
union("direction", "AbsoluteDirection RelativeDirection")
union("walk", "WalkStep")
