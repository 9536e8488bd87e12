"""What went wrong inside a kernel, as data for a script that makes the same sentences of it as Python does."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from apts.engine.play.failures import failure_texts
from apts.engine.rules_game import RulesGame


def described_failures(game: RulesGame) -> dict[str, Any]:
    """``texts``, each once, and for each check the number of its text; for lines of the kernel the place in the rules.

    ``lines`` are runs of lines with one place: the first line, how many there are, and the number of the place.
    """
    found = failure_texts(game.compiled)
    texts = list(dict.fromkeys(found.values()))
    number = {text: index for index, text in enumerate(texts)}
    guards = [number[found[check]] for check in range(1, max(found, default=0) + 1)]
    others = {check: number[text] for check, text in found.items() if check < 0}
    places: dict[str, int] = {}
    lines: list[list[int]] = []
    for line, place in sorted(game.compiled.origins.items()):
        file = PurePath(place.file).name  # where a text lies is nobody's business
        index = places.setdefault(f"{file}:{place.line}:{place.column}", len(places))
        if lines and lines[-1][2] == index and lines[-1][0] + lines[-1][1] == line:
            lines[-1][1] += 1
        else:
            lines.append([line, 1, index])
    return {
        "texts": [{"pattern": text.pattern, "divisor": text.divisor, "special": text.special} for text in texts],
        "guards": guards,
        "others": others,
        "places": list(places),
        "lines": lines,
    }
