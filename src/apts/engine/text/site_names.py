"""What people call the sites of a game: coordinates on the board, names of hands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from apts.board.mixed_board import short_labels
from apts.engine.compiler.equipment import Equipment


def site_names(equipment: Equipment) -> tuple[str, ...]:
    """A name for every site, all different, in small letters; empty for numbers that no container uses.

    A board of one row is named by its columns alone (``a``, ``b`` ...). Where coordinates are not unique the sites of
    the board are numbered (``s0``, ``s1`` ...).
    """
    labels = short_labels(equipment.board.labels())
    if len(set(labels)) < len(labels) or not all(re.fullmatch(r"\w+", label) for label in labels):
        labels = [f"s{site}" for site in range(len(labels))]
    names = labels + [""] * (equipment.all_sites - len(labels))
    taken = set(labels)
    for box in equipment.containers[1:]:
        name = box.name.lower()
        while any(other == name or other.startswith(f"{name}.") for other in taken):
            name += "'"
        for offset in range(box.size):
            names[box.first + offset] = name if box.size == 1 else f"{name}.{offset + 1}"
        taken.update(names[box.first : box.first + box.size])
    return tuple(names)


def other_site_names(equipment: Equipment, names: Sequence[str]) -> dict[str, str]:
    """For coordinates that the names of sites are not made of, such as ``d1`` on a board of one row, the names meant."""
    labels = [label.lower() for label in equipment.board.labels()]
    counts = Counter(labels)
    return {label: names[site] for site, label in enumerate(labels) if counts[label] == 1 and label not in names}


def board_rows(equipment: Equipment) -> list[list[int]]:
    """The sites of the board row by row, the top row first, each from left to right."""
    places = equipment.board.xy()
    rows = reversed(equipment.board.rows())
    return [sorted(row, key=lambda site: (places[site][0], site)) for row in rows if row]
