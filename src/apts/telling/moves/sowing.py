"""Seeds dropped one by one."""

from __future__ import annotations

from apts.language.tree import Clause, Literal, Text, Value
from apts.telling.languages import wording
from apts.telling.moves.dispatch import TELLINGS, describe_moves
from apts.telling.outline import Item, headed
from apts.telling.patterns import pattern_of
from apts.telling.teller import Untold, describe, named_place
from apts.telling.voice import calling


def _sow(clause: Clause, chosen: bool) -> list[Item]:
    """Seeds dropped one by one, and what the last of them brings about."""
    del chosen
    words, arguments = wording()["sow"], clause.arguments
    known = {"start", "track", "condition", "effect", "includeSelf", "skipIf", "backtracking", "then"}
    back = arguments.get("backtracking")
    if not arguments.keys() <= known or not (back is None or (isinstance(back, Literal) and back.value is True)):
        raise Untold(clause.name)
    start = describe(named_place(arguments["start"])) if "start" in arguments else str(words["own last"])
    parts: dict[str, Value] = {"start": Text(start)} | ({"track": arguments["track"]} if "track" in arguments else {})
    item = Item(pattern_of(str(words["sow"])).filled(parts, describe) or "")
    more = []
    include = arguments.get("includeSelf")
    if isinstance(include, Literal) and include.value is False:
        more.append(Item(str(words["left out"])))
    with calling(to=str(words["seed"]), from_=start):
        if "skipIf" in arguments:
            more.append(Item(str(words["skip"]).format(condition=describe(arguments["skipIf"]))))
    with calling(to=str(words["last"]), from_=start):
        if "effect" in arguments:
            kind = "apply if" if "condition" in arguments else "apply"
            condition = describe(arguments["condition"]) if "condition" in arguments else ""
            lead = str(words[kind]).format(condition=condition)
            more.append(headed(lead, describe_moves(arguments["effect"], chosen=False)))
            if back is not None:
                more.append(Item(str(words["back"])))
    return [Item(item.text, tuple(more))]


TELLINGS["sow"] = _sow
