"""Where moves go: one of the sites of a region or each of them, and directions as ways to go."""

from __future__ import annotations

from apts.language.tree import Clause, Value, Word
from apts.telling.teller import Untold, describe, named_place
from apts.telling.voice import grammar, joined, voice, wording


def placed(value: Value, *, chosen: bool) -> str:
    """A site, or the sites of a region: one of them where it is chosen, else each of them."""
    if not isinstance(value, Clause) or value.signature.result != "region":
        return describe(named_place(value))
    words = wording()["one of" if chosen else "each of"]
    if len(value.arguments) == 0 and value.name in words and not voice().elements:
        return str(words[value.name])
    region = describe(value)
    if _is_list(value) and any(isinstance(one, tuple) and len(one) == 1 for one in value.arguments.values()):
        return region  # a list of one site
    listed = region.startswith(tuple(wording()["grammar"]["lists"])) or _is_list(value)
    kind = "masculine list" if grammar().is_of("masculine", region) else "list"
    return str(words[kind if listed else "other"]).format(region=region)


def _is_list(region: Clause) -> bool:
    return region.name == "sites" and bool({"sites", "labels"} & region.arguments.keys())


def ways(value: Value) -> str:
    """Directions as a way to go; nothing for all neighbours."""
    if isinstance(value, tuple):
        return joined([ways(one) for one in value], "or")
    if isinstance(value, Word):
        table = wording()["way"]
        if value.name not in table:
            raise Untold(value.name)
        return str(table[value.name])
    if isinstance(value, Clause) and value.name == "directions" and value.arguments.keys() == {"words"}:
        return ways(value.arguments["words"])
    raise Untold("directions")
