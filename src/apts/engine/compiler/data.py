"""The data array of a kernel: numbers of the text, tables, and where the fields of the state are.

Slots are handed out in the order in which the compiler asks, so that rules of the same structure get the same slots
whatever their numbers; the generated code depends on the structure alone.
"""

from __future__ import annotations

from array import array as packed
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from apts.engine.runtime.kernel_functions import words
from apts.engine.runtime.layout import DATA_HEAD, PADDING, STATE_HEAD

Sizes = dict[str, int]
MOST_RAY_SITES = 124  # two words of 62
MOST_MASK_WORDS = 4  # a site has up to eight neighbours: larger sets take longer to go through than they do


class Field:
    """A run of words in the state: ``unit`` says what there is one of (``one``, ``site``, ``level``, ``player`` ...)."""

    def __init__(self, name: str, unit: str, slot: int, *, hashed: bool, times: int):
        self.name, self.unit, self.slot, self.hashed, self.times = name, unit, slot, hashed, times

    @property
    def capacity(self) -> str:
        """How many words it has (code)."""
        unit = _ROOMS[self.unit]
        if unit == "1":
            return str(self.times)
        return unit if self.times == 1 else f"{self.times} * ({unit})"


_ROOMS = {
    "one": "1",
    "site": "D[ALL_SITES]",
    "level": "D[ALL_SITES] * D[LEVELS]",
    "player": "D[PLAYERS] + 2",
    "set": "D[SET_WORDS]",
    "player set": "(D[PLAYERS] + 3) * D[SET_WORDS]",
    "component set": "(D[COMPONENTS] + 1) * D[SET_WORDS]",
    "history": "D[HISTORY]",
}


class Data:
    """Collects slots, tables and fields, and lays them out at the end."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.fields: dict[str, Field] = {}
        self._values: list[int | Callable[[int], list[int]] | None] = [None] * DATA_HEAD
        self._tables: list[tuple[int, Callable[[int], tuple[list[int], int]]]] = []
        self._keyed: dict[object, str] = {}
        self._lists: dict[str, Callable[[], Sequence[Sequence[int]]]] = {}
        self._masks: dict[str, int | None] = {}
        self._rays: dict[str, Callable[[], Sequence[Sequence[Sequence[int]]]]] = {}
        self._open_rays: dict[str, int | None] = {}
        self.facing_count = 1
        self.capacities: dict[str, str] = {}  # what each table has one entry for, and whether it has numbers or lists

    @property
    def slots(self) -> int:
        """How many words come before the tables."""
        return len(self._values)

    def number(self, value: int) -> str:
        """A slot with one number of the rules."""
        name = f"N{len(self._values)}"
        self._slot(name, value)
        return name

    def field(self, name: str, unit: str, *, hashed: bool = True, times: int = 1) -> str:
        """Reserve a field of the state; returns the name of the slot that holds its offset."""
        slot_name = f"AT_{name.upper().replace(' ', '_')}"
        if name not in self.fields:
            self.fields[name] = Field(name, unit, self._slot(slot_name, 0), hashed=hashed, times=times)
        elif self.fields[name].unit != unit:
            raise ValueError(f"the field {name} was reserved for each {self.fields[name].unit}, not {unit}")
        return slot_name

    def table(self, key: object, values: Callable[[], Iterable[int]], *, per: str = "") -> str:
        """A plain table; the slot of that name holds its offset, the next one its size.

        One that has an entry ``per`` site or piece (0 included) needs no check when it is asked for one of those.
        """

        def lay_out(offset: int) -> tuple[list[int], int]:
            content = list(values())
            return content, len(content)

        return self._keyed_table(key, lay_out, f"{per}: table")

    def facings(self, key: object, values: Callable[[], Sequence[int]]) -> str:
        """A table of the facing of each kind of piece, 0 included, as a number below that of all facings."""

        def lay_out(offset: int) -> tuple[list[int], int]:
            content = list(values())
            self.facing_count = max([self.facing_count, *(facing + 1 for facing in content)])
            if min(content) < 0:
                raise ValueError("a piece faces nowhere")
            return content, len(content)

        return self._keyed_table(key, lay_out, "piece: facings")

    def list_table(self, items: Sequence[int]) -> int:
        """A list; the slot holds its start, the next slot its end."""
        slot = self._slot(f"L{len(self._values)}", 0)
        self._slot(f"L{len(self._values)}", 0)
        content = list(items)

        def lay_out(offset: int) -> tuple[list[int], int]:
            self._values[slot + 1] = offset + len(content)
            return content, offset

        self._tables.append((slot, lay_out))
        return slot

    def set_table(self, sets: Sequence[Iterable[int]], set_words: Callable[[], int]) -> int:
        """Sets of sites, one after the other; the slot holds where the first starts."""
        slot = self._slot(f"B{len(self._values)}", 0)
        members = [sorted(sites) for sites in sets]

        def lay_out(offset: int) -> tuple[list[int], int]:
            width = set_words()
            content = [0] * (width * len(members))
            for index, sites in enumerate(members):
                for site in sites:
                    content[index * width + (site >> 5)] |= 1 << (site & 31)
            return content, offset

        self._tables.append((slot, lay_out))
        return slot

    def lists(self, key: object, items: Callable[[], Sequence[Sequence[int]]], *, per: str = "") -> str:
        """Several lists: ``for i in range(D[D[slot] + k], D[D[slot] + k + 1]): D[i]`` walks through list k."""

        def lay_out(offset: int) -> tuple[list[int], int]:
            content = items()
            starts, flat = _packed(content, offset + len(content) + 1)
            return starts + flat, len(starts)

        name = self._keyed_table(key, lay_out, f"{per}: lists")
        self._lists.setdefault(name, items)
        return name

    def masks(self, table: str, sites: int, set_words: Callable[[], int]) -> int | None:
        """The lists of a table once more, as sets; None where that is not the same, or sets are too large to count in."""
        if table not in self._masks:
            lists = self._lists[table]() if table in self._lists and set_words() <= MOST_MASK_WORDS else None
            fit = lists is not None and all(
                len(set(items)) == len(items) and all(0 <= site < sites for site in items) for items in lists
            )
            self._masks[table] = self.set_table(lists, set_words) if lists is not None and fit else None
        return self._masks[table]

    def lists_of_lists(
        self, key: object, items: Callable[[], Sequence[Sequence[Sequence[int]]]], *, per: str = ""
    ) -> str:
        """Lists of lists: ``for r in range(D[D[slot] + k], D[D[slot] + k + 1]): for i in range(D[r], D[r + 1])``."""

        def lay_out(offset: int) -> tuple[list[int], int]:
            content = items()
            inner = [part for parts in content for part in parts]
            inner_at = offset + len(content) + 1
            outer: list[int] = []
            position = inner_at
            for parts in content:
                outer.append(position)
                position += len(parts)
            outer.append(position)
            starts, flat = _packed(inner, inner_at + len(inner) + 1)
            return outer + starts + flat, len(outer)

        name = self._keyed_table(key, lay_out, f"{per}: rays")
        self._rays.setdefault(name, items)
        return name

    def open_rays(self, table: str, sites: int) -> int | None:
        """The rays of a table once more, three words each, as ``rising_steps`` takes them: the low sites, the high ones, and
        whether their numbers rise. None where these do not either rise or fall, or there are too many sites.
        """
        if table not in self._open_rays:
            lists = self._rays[table]() if table in self._rays and sites <= MOST_RAY_SITES else None
            rays = None if lists is None else [ray for rays in lists for ray in rays]
            self._open_rays[table] = None
            if rays is not None and all(_is_course(ray, sites) for ray in rays):
                slot = self._open_rays[table] = self._slot(f"R{len(self._values)}", 0)
                self._tables.append((slot, lambda offset: ([word for ray in rays for word in _ray_words(ray)], offset)))
        return self._open_rays[table]

    def _keyed_table(self, key: object, lay_out: Callable[[int], tuple[list[int], int]], capacity: str) -> str:
        """A table whose slot holds where it starts; the next slot holds how many words can be asked for directly."""
        if key not in self._keyed:
            name = f"TABLE{len(self._values)}"
            self.capacities[name] = capacity
            slot = self._slot(name, 0)
            self._slot(f"{name}_SIZE", 0)

            def with_size(offset: int) -> tuple[list[int], int]:
                content, size = lay_out(offset)
                self._values[slot + 1] = size
                return content, offset

            self._keyed[key] = name
            self._tables.append((slot, with_size))
        return self._keyed[key]

    def slot_of(self, key: object) -> int | None:
        """The slot that holds where the table of a key starts; None where nobody asked for such a table."""
        return self.names[self._keyed[key]] if key in self._keyed else None

    def _slot(self, name: str, value: int) -> int:
        self.names[name] = len(self._values)
        self._values.append(value)
        return self.names[name]

    def lay_out(self, sizes: Sizes, head: dict[int, int]) -> tuple[Any, int]:
        """Everything in one array; returns it and the size of the state. ``sizes`` has the number of each unit."""
        offset = STATE_HEAD
        ordered = sorted(self.fields.values(), key=lambda field: field.unit == "history")
        values: list[int] = [value if isinstance(value, int) else 0 for value in self._values]
        for field in ordered:
            values[field.slot] = offset
            offset += sizes[field.unit] * field.times
        state_size = offset
        self._values = list(values)
        position = len(values)
        tables: list[int] = []
        for slot, make in self._tables:
            content, start = make(position)
            self._values[slot] = start
            tables.extend(content)
            position += len(content)
        for index, value in head.items():
            self._values[index] = value
        self._check_tables(sizes)
        array = words(position + PADDING)
        array[:position] = packed("q", [item if isinstance(item, int) else 0 for item in self._values] + tables)
        return array, state_size

    def _check_tables(self, sizes: Sizes) -> None:
        """Make sure that tables are as long as guards.py takes them to be."""
        for name, capacity in self.capacities.items():
            per, _, kind = capacity.partition(": ")
            size = self._values[self.names[name] + 1]
            count = self.facing_count * sizes["site"] if per == "faced" else sizes.get(per, 0)
            wanted = count + (kind in ("lists", "rays")) if per else 0
            if not isinstance(size, int) or size < wanted:
                raise ValueError(f"a table for each {per} has {size} entries, not {wanted}")


def _packed(lists: Sequence[Sequence[int]], offset: int) -> tuple[list[int], list[int]]:
    starts: list[int] = []
    flat: list[int] = []
    for items in lists:
        starts.append(offset + len(flat))
        flat.extend(items)
    starts.append(offset + len(flat))
    return starts, flat


def _is_course(ray: Sequence[int], sites: int) -> bool:
    """Whether the numbers along a ray only rise or only fall, and are sites."""
    return list(ray) in (sorted(set(ray)), sorted(set(ray), reverse=True)) and all(0 <= site < sites for site in ray)


def _ray_words(ray: Sequence[int]) -> tuple[int, int, int]:
    low, high = (sum(1 << site - first for site in ray if first <= site < first + 62) for first in (0, 62))
    return low, high, int(list(ray) == sorted(ray))
