"""How one tree of typed rules becomes another: what is changed, added, removed or moved, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from apts.errors import AptsError
from apts.language.printer import to_node, to_text
from apts.language.signatures.signature import Slot
from apts.language.tree import Clause, Literal, Value, Word
from apts.locales.catalogue import tables
from apts.telling.moves.dispatch import describe_moves, describe_then
from apts.telling.outline import Item
from apts.telling.set_up import describe_start, end_sentence
from apts.telling.teller import Untold, describe
from apts.telling.voice import grammar, voice, wording

# ----------------------------------------------------------------------------------------------------------------
# Where a value stands in typed rules: the slots from the outside in, such as ``rules.end.rules[2].condition``.
#
# Members of a collection count from 1. Unlike the paths of parameters, addresses reach every value, words and
# whole collections too.

_STEP = re.compile(r"(\w+)((?:\[\d+\])*)")
PathStep = tuple[str, tuple[int, ...]]


class NoSuchPlace(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An address that leads nowhere in the rules."""


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """A value of typed rules with its address, the clauses around it from the outside in, and the slot it fills."""

    address: str
    value: Value
    around: tuple[Clause, ...]
    slot: Slot
    depth: int
    """How many braces of the slot are around the value."""

    @property
    def owner(self) -> Clause:
        """The clause whose argument it is, or is a member of."""
        return self.around[-1]


def standings(rules: Clause, above: tuple[Clause, ...] = (), path: str = "") -> Iterator[SlotPlace]:
    """Every value below a clause, outermost first, in the order of the text."""
    around = (*above, rules)
    for name, argument in rules.arguments.items():
        slot = slot_called(rules, name)
        address = f"{path}.{name}" if path else name
        yield from _below(argument, around, slot, address, 0)


def _below(value: Value, around: tuple[Clause, ...], slot: Slot, address: str, depth: int) -> Iterator[SlotPlace]:
    yield SlotPlace(address, value, around, slot, depth)
    if isinstance(value, tuple):
        for number, item in enumerate(value, 1):
            yield from _below(item, around, slot, f"{address}[{number}]", depth + 1)
    elif isinstance(value, Clause):
        yield from standings(value, around, address)


def slot_called(clause: Clause, name: str) -> Slot:
    """The slot of a clause with that name."""
    return next(slot for slot in clause.signature.slots if slot.name == name)


def steps_of(address: str) -> list[PathStep]:
    """An address step by step."""
    steps: list[PathStep] = []
    for part in address.split("."):
        match = _STEP.fullmatch(part)
        if match is None:
            raise NoSuchPlace(f"{address!r} is not the address of a rule: it looks like rules.end.rules[2].condition")
        steps.append((match[1], tuple(int(number) - 1 for number in re.findall(r"\d+", match[2]))))
    return steps


def value_at(rules: Clause, address: str) -> Value:
    """The value that stands there."""
    value: Value = rules
    for name, indices in steps_of(address):
        if not isinstance(value, Clause) or name not in value.arguments:
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        value = value.arguments[name]
        for index in indices:
            if not isinstance(value, tuple) or not 0 <= index < len(value):
                raise NoSuchPlace(f"the rules have nothing at {address!r}")
            value = value[index]
    return value


def with_value(rules: Clause, address: str, new: Value | None) -> Clause:
    """The rules with another value there, or without it; what was not there is added in the order of the slots."""
    return _exchanged(rules, steps_of(address), new, address, insert=False)


def with_inserted(rules: Clause, address: str, new: Value) -> Clause:
    """The rules with one more member of a collection, which then has this address."""
    return _exchanged(rules, steps_of(address), new, address, insert=True)


def _exchanged(clause: Clause, steps: list[PathStep], new: Value | None, address: str, *, insert: bool) -> Clause:
    (name, indices), rest = steps[0], steps[1:]
    old = clause.arguments.get(name)

    def inner(value: Value | None) -> Value | None:
        if not rest:
            return new
        if not isinstance(value, Clause):
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        return _exchanged(value, rest, new, address, insert=insert)

    arguments = dict(clause.arguments)
    changed: Value | None
    if not indices:
        changed = inner(old)
    else:
        if not isinstance(old, tuple):
            raise NoSuchPlace(f"the rules have no collection at {address!r}")
        member = new if insert and not rest else inner(_member(old, indices, address))
        changed = _with_member(old, indices, member, insert=insert and not rest)
    if changed is None:
        arguments.pop(name, None)
    else:
        arguments[name] = changed
    order = list(dict.fromkeys(slot.name for slot in clause.signature.slots))
    return replace(clause, arguments={slot: arguments[slot] for slot in order if slot in arguments})


def _member(values: Value, indices: tuple[int, ...], address: str) -> Value:
    for index in indices:
        if not isinstance(values, tuple) or not 0 <= index < len(values):
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        values = values[index]
    return values


def _with_member(values: tuple[Value, ...], indices: tuple[int, ...], new: Value | None, *, insert: bool) -> Value:
    index, deeper = indices[0], indices[1:]
    if deeper:
        below = values[index]
        assert isinstance(below, tuple)
        new = _with_member(below, deeper, new, insert=insert)
        return (*values[:index], new, *values[index + 1 :])
    added = () if new is None else (new,)
    return (*values[:index], *added, *values[index if insert else index + 1 :])


CHANGED, ADDED, REMOVED, MOVED = "changed", "added", "removed", "moved"
_ALIKE = 0.5
_NOTHING_IN_COMMON = 0.0


@dataclass(frozen=True)
class Change:
    """One difference: what stood there and what stands there now, with the clauses around it on each side.

    ``address`` is the place on the side that has it, of a change that of the first side. Of something added to a
    collection ``after_member`` and ``before_member`` are its neighbours on the first side.
    """

    kind: str
    address: str
    slot: Slot
    before: Value | None
    after: Value | None
    around_before: tuple[Clause, ...]
    around_after: tuple[Clause, ...]
    in_collection: bool = False
    after_member: Value | None = None
    before_member: Value | None = None


def same_rules(first: Value, second: Value) -> bool:
    """Whether two trees say the same, wherever they come from."""
    if first is second:
        return True
    if isinstance(first, Clause) and isinstance(second, Clause):
        mine, other = first.arguments, second.arguments
        if first.signature.source != second.signature.source or mine.keys() != other.keys():
            return False
        return all(same_rules(value, other[slot]) for slot, value in mine.items())
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same_rules, first, second))
    if isinstance(first, Literal) and isinstance(second, Literal):
        return type(first.value) is type(second.value) and first.value == second.value
    return type(first) is type(second) and first == second


def written(value: Value) -> str:
    """A value on one line of text."""
    return to_text(to_node(value), 1_000_000)


def changes(first: Clause, second: Clause, *, in_text: bool = False) -> list[Change]:
    """Everything that differs, in the order of the first tree.

    For people a clause that moved is one change, and one rule beside ``{ .. }`` counts as a list of one; ``in_text`` they
    are what must be changed in the text.
    """
    found = list(_Comparison(alone_is_a_list=not in_text).of_clauses(first, second, (), (), ""))
    return found if in_text else _with_moves(found)


@dataclass(frozen=True)
class _Comparison:
    """Walks two trees side by side."""

    alone_is_a_list: bool

    def of_clauses(
        self, first: Clause, second: Clause, around: tuple[Clause, ...], around_second: tuple[Clause, ...], path: str
    ) -> Iterator[Change]:
        """The differences of two clauses that have one signature."""
        outer, outer_second = (*around, first), (*around_second, second)
        for names in self._slots(first, second):
            old = next((first.arguments[name] for name in names if name in first.arguments), None)
            new = next((second.arguments[name] for name in names if name in second.arguments), None)
            if len(names) > 1:
                old, new = (value if value is None or isinstance(value, tuple) else (value,) for value in (old, new))
            if old is not None or new is not None:
                written_in = next((name for name in names if name in first.arguments), names[0])
                address = f"{path}.{written_in}" if path else written_in
                yield from self.of_values(old, new, outer, outer_second, slot_called(first, written_in), address)

    def _slots(self, first: Clause, second: Clause) -> list[tuple[str, ...]]:
        """The slots one by one; those of one group together where one side has a list and the other what is in it."""
        names = list(dict.fromkeys(slot.name for slot in first.signature.slots))
        if not self.alone_is_a_list:
            return [(name,) for name in names]
        result: list[tuple[str, ...]] = []
        for name in names:
            slot = slot_called(first, name)
            used = [one.name for one in first.signature.slots if one.group is not None and one.group == slot.group]
            mine = [one for one in dict.fromkeys(used) if one in first.arguments or one in second.arguments]
            values = [clause.arguments.get(one) for clause in (first, second) for one in mine]
            is_list = any(isinstance(value, tuple) for value in values)
            alike = (
                len(mine) == 2 and is_list and not all(value is None or isinstance(value, tuple) for value in values)
            )
            if not alike:
                result.append((name,))
            elif name == mine[0]:
                result.append(tuple(mine))
        return result

    def of_values(
        self,
        old: Value | None,
        new: Value | None,
        around: tuple[Clause, ...],
        around_second: tuple[Clause, ...],
        slot: Slot,
        address: str,
    ) -> Iterator[Change]:
        if old is not None and new is not None:
            if same_rules(old, new):
                return
            if isinstance(old, Clause) and isinstance(new, Clause) and old.signature == new.signature:
                yield from self.of_clauses(old, new, around, around_second, address)
                return
            if isinstance(old, tuple) and isinstance(new, tuple) and old and new:
                yield from self._of_collections(old, new, around, around_second, slot, address)
                return
        kind = CHANGED if old is not None and new is not None else REMOVED if new is None else ADDED
        yield Change(kind, address, slot, old, new, around, around_second)

    def _of_collections(
        self,
        old: tuple[Value, ...],
        new: tuple[Value, ...],
        around: tuple[Clause, ...],
        around_second: tuple[Clause, ...],
        slot: Slot,
        address: str,
    ) -> Iterator[Change]:
        """Members that are equal stay where they are; of the others those that are alike are compared with each other."""
        matcher = SequenceMatcher(
            None, [written(value) for value in old], [written(value) for value in new], autojunk=False
        )
        for kind, start, stop, start_second, stop_second in matcher.get_opcodes():
            if kind == "equal":
                continue
            pairs = _paired(old[start:stop], new[start_second:stop_second])
            last = start - 1
            for index, index_second in pairs:
                if index is not None and index_second is not None:
                    last = start + index
                    inner = f"{address}[{last + 1}]"
                    before, after = old[last], new[start_second + index_second]
                    yield from self.of_values(before, after, around, around_second, slot, inner)
                elif index is not None:
                    last = start + index
                    place = f"{address}[{last + 1}]"
                    yield Change(REMOVED, place, slot, old[last], None, around, around_second, True)
                elif index_second is not None:
                    number = start_second + index_second
                    yield Change(
                        ADDED,
                        f"{address}[{number + 1}]",
                        slot,
                        None,
                        new[number],
                        around,
                        around_second,
                        True,
                        old[last] if last >= 0 else None,
                        old[last + 1] if last + 1 < len(old) else None,
                    )


def _paired(old: tuple[Value, ...], new: tuple[Value, ...]) -> list[tuple[int | None, int | None]]:
    """Members of one collection beside those of another that are most alike, without crossing; None beside the rest."""
    if len(old) == len(new) == 1:
        return [(0, 0)]
    best: dict[tuple[int, int], tuple[float, list[tuple[int | None, int | None]]]] = {}
    for i in range(len(old), -1, -1):
        for j in range(len(new), -1, -1):
            if i == len(old) and j == len(new):
                best[i, j] = (0.0, [])
                continue
            ways: list[tuple[float, list[tuple[int | None, int | None]]]] = []
            if i < len(old) and j < len(new) and (likeness := _likeness(old[i], new[j])) >= _ALIKE:
                score, rest = best[i + 1, j + 1]
                ways.append((score + likeness, [(i, j), *rest]))
            if i < len(old):
                score, rest = best[i + 1, j]
                ways.append((score, [(i, None), *rest]))
            if j < len(new):
                score, rest = best[i, j + 1]
                ways.append((score, [(None, j), *rest]))
            best[i, j] = max(ways, key=lambda way: way[0])
    return best[0, 0][1]


def _likeness(first: Value, second: Value) -> float:
    """From 0 to 1 how much two values have in common; values of different kinds have nothing."""
    if isinstance(first, Clause) and isinstance(second, Clause):
        if first.signature != second.signature:
            return _NOTHING_IN_COMMON
    elif type(first) is not type(second) or not isinstance(first, tuple):
        return _NOTHING_IN_COMMON
    return SequenceMatcher(None, written(first).split(), written(second).split(), autojunk=False).ratio()


def _with_moves(found: list[Change]) -> list[Change]:
    """The changes in which what is removed here and added there counts as one that moved it."""
    added = {
        written(change.after): change for change in found if change.kind == ADDED and isinstance(change.after, Clause)
    }
    result: list[Change] = []
    arrived: set[int] = set()
    for change in found:
        goal = added.get(written(change.before)) if change.kind == REMOVED and change.before is not None else None
        if goal is not None and id(goal) not in arrived:
            arrived.add(id(goal))
            result.append(replace(change, kind=MOVED, after=goal.after, around_after=goal.around_after))
        else:
            result.append(change)
    return [change for change in result if id(change) not in arrived]


# ----------------------------------------------------------------------------------------------------------------
# Clauses of rules in words for people, for edits and differences; what has no words is given as it is written.

# ----------------------------------------------------------------------------------------------------------------
# The words of parameters, edits and differences, in the language that is spoken (:mod:`apts.telling.voice`).


def phrases() -> Mapping[str, Mapping[str, str]]:
    """The tables of words of the language that is spoken."""
    found: Mapping[str, Mapping[str, str]] = tables("edits", voice().language)
    return found


def phrase(key: str, /, **values: str) -> str:
    """One phrase with values put into it."""
    return phrases()["phrases"][key].format(**values)


def format_value(value: int | bool | str) -> str:
    """A value of a parameter for people."""
    return phrase("yes" if value else "no") if isinstance(value, bool) else str(value)


_LONGEST = 160
"""Letters after which words are cut, behind the last word that is whole."""


def noun_for(value: Value, owner: Clause | None = None, slot: str = "") -> str:
    """What kind of rule a value is."""
    if isinstance(value, Clause):
        return phrases()["nouns"].get(value.signature.result, f"({value.name})")
    if isinstance(value, tuple) and value and isinstance(value[0], Clause):
        return noun_for(value[0])
    if owner is None or not slot:
        return phrase("value")
    return phrases()["names"].get(f"{owner.name}.{slot}") or phrase("slot", slot=slot, owner=owner.name)


def in_words(value: Value) -> str:
    """A value in words, shortened where it is long."""
    words = grammar().smoothed(_without_lines(_words(value)))
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 2].rsplit(maxsplit=1)[0]} .."


def _without_lines(words: str) -> str:
    """Words without the line numbers that stand beside code: a variant has other lines, and nobody has seen them."""
    told_line = str(wording()["grammar"]["code"]).partition("{code}")[2]
    return re.sub(re.escape(told_line).replace(re.escape("{line}"), r"\d+"), "", words)


def quoted(value: Value) -> str:
    """The same where other words follow: several words stand in quotation marks."""
    words = in_words(value)
    return f'"{words}"' if " " in words and not words.startswith("`") else words


def _words(value: Value) -> str:
    try:
        words = _wording(value)
    except Untold:
        words = None
    return f"`{written(value)}`" if words is None else words


def _wording(value: Value) -> str | None:
    """A value in words; None or Untold where there are none."""
    if isinstance(value, Literal | Word):
        return written(value)
    if isinstance(value, tuple):
        return "; ".join(_words(item) for item in value) if value and isinstance(value[0], Clause) else None
    if not isinstance(value, Clause):
        return None
    result = value.signature.result
    if result in ("bool", "int", "region"):
        return describe(value)
    if result in ("meta", "end", "start"):
        return "; ".join(_words(argument) for argument in value.arguments.values())
    tell = _TELLERS.get(result)
    return None if tell is None else tell(value)


def _outlined(items: Sequence[Item]) -> str:
    """An outline in one line; what stands below a heading that ends in a colon follows it at once."""
    return "; ".join(text for item in items for _, text in item.walk()).replace(":; ", ": ")


def _meta(rule: Clause) -> str | None:
    kind = rule.arguments.get("kind")
    name = f"{rule.name} {kind.name}" if isinstance(kind, Word) else rule.name
    return wording()["meta"].get(name)


_TELLERS: dict[str, Callable[[Clause], str | None]] = {
    "endrule": lambda rule: (end_sentence(rule) or "").removesuffix(".") or None,
    "metarule": _meta,
    "startrule": lambda rule: _outlined([describe_start(rule)]),
    "moves": lambda moves: _outlined(describe_moves(moves, chosen=moves.signature.head in ("move", "forEach"))),
    "then": lambda then: _outlined(describe_then(then)),
    "play": lambda play: _outlined(describe_moves(play.arguments["moves"], chosen=True)),
}
