"""Signatures of ludemes as data: what may be written where.

A signature is one line in a small notation, for example::

    (is Line [on<SiteType>] length<int> [direction<direction>] [through:<int> | throughAny:<region>] [exact:<bool>])

* ``length<int>``      an unnamed argument; ``length`` is only how the compiler calls it
* ``exact:<bool>``     a named argument, written ``exact:True``; a name for the compiler may follow the colon
                       (``if:condition<bool>``)
* ``[...]``            may be left out; ``[a | b]`` at most one of these; ``(a | b)`` exactly one of these
* ``<int|role>``       either type; ``<{int}>`` a collection of that type; ``<{{walk}}>`` a collection of collections;
                       ``<{int|role}>`` a collection in which both may stand
* the words after the head are mode words, written as such in the text

Arguments are written in the order of the signature; optional ones may be skipped but never reordered.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, TypeVar


@dataclass(frozen=True, slots=True)
class SlotType:
    """A type name (or several, ``int|role``, inside braces) and how many collection braces are around it."""

    name: str
    depth: int = 0

    def __str__(self) -> str:
        return "{" * self.depth + self.name + "}" * self.depth


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of a ludeme.

    ``group`` numbers the alternatives ``a | b``; of one group at most one slot may be filled, and exactly one when
    ``optional`` is False for its members.
    """

    name: str
    types: tuple[SlotType, ...]
    label: str | None = None
    optional: bool = False
    group: int | None = None


Unit = tuple[tuple[Slot, ...], bool]
"""A slot, or the alternatives of a group; and whether it may be left out."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What may be written: head, mode words, slots in order, and the type of the whole.

    ``units`` are the slots with the alternatives of each group put together, ``fewest`` is how many of them no clause
    can do without, ``labels`` are the names of arguments. They follow from the slots and are asked for at every clause
    of a text, as is the hash by whoever looks up what belongs to a signature.
    """

    head: str
    mode: str | None
    slots: tuple[Slot, ...]
    result: str
    documentation: str = ""
    source: str = ""
    units: tuple[Unit, ...] = field(init=False, repr=False, compare=False)
    fewest: int = field(init=False, repr=False, compare=False)
    labels: frozenset[str | None] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        units = units_of(self.slots)
        for name, value in (
            ("units", units),
            ("fewest", sum(not optional for _, optional in units)),
            ("labels", frozenset(slot.label for slot in self.slots)),
            ("_hash", hash((self.head, self.mode, self.slots, self.result, self.source))),
        ):
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:  # the hash of a text differs from process to process
        return Signature, (self.head, self.mode, self.slots, self.result, self.documentation, self.source)

    @property
    def name(self) -> str:
        """Head and mode word together, for example ``is Line``."""
        return self.head if self.mode is None else f"{self.head} {self.mode}"


def units_of(slots: Iterable[Slot]) -> tuple[Unit, ...]:
    """The slots of a signature with the alternatives of each group put together."""
    units: list[tuple[list[Slot], bool]] = []
    group: int | None = None
    for slot in slots:
        if slot.group is not None and slot.group == group:
            units[-1][0].append(slot)
        else:
            units.append(([slot], slot.optional))
        group = slot.group
    return tuple((tuple(slots), optional) for slots, optional in units)


_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[\[\]()|])|(?P<slot>(?:[A-Za-z]\w*:)?(?:[A-Za-z]\w*)?<[^\s>]+>)|(?P<word>[^\s\[\]()|<]+|[<>]=?))"
)
_SLOT = re.compile(r"(?:(?P<label>[A-Za-z]\w*):)?(?P<name>[A-Za-z]\w*)?<(?P<types>[^>]+)>")


def parse_signature(source: str, result: str, documentation: str = "") -> Signature:
    """Read the one-line notation described at the top of this module."""
    tokens = _tokens(source)
    if tokens[0] != ("mark", "(") or tokens[-1] != ("mark", ")") or tokens[1][0] != "word":
        raise ValueError(f"a signature looks like (head Mode slot<type> ...): {source}")
    head = tokens[1][1]
    position = 2
    mode_words: list[str] = []
    while tokens[position][0] == "word":
        mode_words.append(tokens[position][1])
        position += 1
    mode = " ".join(mode_words) or None
    slots: list[Slot] = []
    group = 0
    while position < len(tokens) - 1:
        kind, text = tokens[position]
        if kind == "slot":
            slots.append(_slot(text, optional=False, group=None))
            position += 1
            continue
        if text not in "[(":
            raise ValueError(f"unexpected {text!r} in signature {source}")
        closing = "]" if text == "[" else ")"
        end = tokens.index(("mark", closing), position)
        members = [member for kind, member in tokens[position + 1 : end] if kind == "slot"]
        bars = [member for kind, member in tokens[position + 1 : end] if kind != "slot"]
        if bars != ["|"] * (len(members) - 1):
            raise ValueError(f"brackets hold one slot or alternatives a | b in signature {source}")
        position = end + 1
        group += len(members) > 1
        number = group if len(members) > 1 else None
        slots.extend(_slot(member, optional=closing == "]", group=number) for member in members)
    _check_names(slots, source)
    return Signature(head, mode, tuple(slots), result, documentation, source)


def _check_names(slots: list[Slot], source: str) -> None:
    """Arguments are kept by the names of their slots, so only alternatives with the same label may share a name."""
    seen: dict[str, Slot] = {}
    for slot in slots:
        other = seen.setdefault(slot.name, slot)
        if other is not slot and (slot.group is None or (slot.group, slot.label) != (other.group, other.label)):
            raise ValueError(f"two arguments are called {slot.name!r} in signature {source}")


def _tokens(source: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    position = 0
    text = source.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise ValueError(f"cannot read {text[position:]!r} in signature {source}")
        tokens.append((match.lastgroup, match.group(match.lastgroup)))
        position = match.end()
    return tokens


def _slot(text: str, *, optional: bool, group: int | None) -> Slot:
    match = _SLOT.fullmatch(text)
    assert match is not None
    label = match["label"]
    types = _slot_types(match["types"])
    return Slot(match["name"] or label or types[0].name, types, label, optional, group)


@cache
def _slot_types(types: str) -> tuple[SlotType, ...]:
    """The types of a slot; a handful of them are most of those there are."""
    return tuple(SlotType(part.strip("{}"), part.count("{")) for part in _alternatives(types))


def _alternatives(types: str) -> list[str]:
    """Split at the bars outside braces."""
    parts = [""]
    depth = 0
    for character in types:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


# ----------------------------------------------------------------------------------------------------------------
# The bare words of the language, as data: which constants may stand where.
#
# A type name that is listed here accepts its words; ludemes that need further words add their own list with
# :func:`enumeration`. A type name in :data:`UNIONS` stands for several types at once.

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


# ----------------------------------------------------------------------------------------------------------------
# What each type name of a signature accepts: literals, words, strings, and clauses by their result.

INTEGER = re.compile(r"[+-]?\d+")
DECIMAL = re.compile(r"[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?")
LARGEST_INTEGER = 2**31 - 1
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What may stand where a type is wanted."""

    results: frozenset[str]
    words: frozenset[str] = frozenset()
    integers: bool = False
    decimals: bool = False
    truths: bool = False
    strings: bool = False


def acceptance(name: str) -> Acceptance:
    """What the type accepts; ``a|b`` accepts what either does."""
    return _acceptance(name, declarations())


@lru_cache(maxsize=1024)
def _acceptance(name: str, declared: int) -> Acceptance:  # noqa: ARG001 - a declaration more may change the answer
    members = _members(name)
    results = set(members)
    if "float" in members:
        results.add("int")
    return Acceptance(
        frozenset(results),
        frozenset(word for member in members for word in ENUMERATIONS.get(member, ())),
        integers=bool(members & {"int", "float"}),
        decimals="float" in members,
        truths="bool" in members,
        strings="string" in members,
    )


def _members(name: str) -> set[str]:
    """The type itself and everything it is a union of."""
    found: set[str] = set()
    waiting = name.split("|")
    while waiting:
        member = waiting.pop()
        if member not in found:
            found.add(member)
            waiting.extend(UNIONS.get(member, ()))
    return found


def truth(text: str) -> bool | None:
    """True or False as written, in any case; None for anything else."""
    return _TRUTH.get(text.lower())


def number(text: str) -> int | float | None:
    """The value of a number or of a named number such as Off; None for anything else."""
    if INTEGER.fullmatch(text):
        value = int(text) if len(text) < 20 else LARGEST_INTEGER + 1
        return value if abs(value) <= LARGEST_INTEGER else None
    if DECIMAL.fullmatch(text):
        return float(text)
    return INTEGER_CONSTANTS.get(canonical(text))


def known_words() -> set[str]:
    """Every word that some type accepts."""
    words = {word for listed in ENUMERATIONS.values() for word in listed}
    return words | set(INTEGER_CONSTANTS) | {"True", "False"}


# ----------------------------------------------------------------------------------------------------------------
# The register of ludemes: one door for built-in ludemes and for plug-ins.
#
# A file that defines a ludeme calls :func:`ludeme` for each signature it offers. What the decorated function or
# class is, is up to the stage that uses it (graph ludemes: a function that makes a graph; all others: a lowering
# to kernel code).

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Registry:
    """Signatures by head, and the handler behind each."""

    def __init__(self) -> None:
        self._by_head: dict[str, list[Signature]] = {}
        self._handlers: dict[Signature, Callable[..., Any]] = {}

    def add(self, signature: Signature, handler: Callable[..., Any]) -> None:
        """Register a handler; a second one for the very same signature is an error."""
        if signature in self._handlers:
            raise ValueError(f"the ludeme {signature.source} is registered twice")
        self._by_head.setdefault(signature.head, []).append(signature)
        self._handlers[signature] = handler

    def heads(self) -> Iterable[str]:
        """All known heads."""
        return self._by_head.keys()

    def signatures(self, head: str | None = None) -> list[Signature]:
        """The signatures of one head, or all of them, in the order of registration."""
        if head is not None:
            return list(self._by_head.get(head, ()))
        return [signature for signatures in self._by_head.values() for signature in signatures]

    def handler(self, signature: Signature) -> Callable[..., Any]:
        """What was registered for the signature."""
        return self._handlers[signature]


LUDEMES = Registry()


def ludeme(source: str, *, result: str, documentation: str) -> Callable[[Handler], Handler]:
    """Register the decorated function as the meaning of a ludeme.

    ``source`` is the signature in the notation of :mod:`apts.language.signatures.signature`, ``result`` the type of the
    clause (``int``, ``bool``, ``region``, ``moves``, ``graph`` ...), ``documentation`` one line for the reference.
    """
    signature = parse_signature(source, result, documentation)

    def register(handler: Handler) -> Handler:
        LUDEMES.add(signature, handler)
        return handler

    return register
