"""What differs in the rules of two runs that are compared, told rule by rule where both have rules text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from apts.errors import AptsError
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.comparing.manifest_changes import SettingChange, chosen_changes, player_changes, text_lines
from apts.variants.difference import Difference, differences_in


@dataclass(frozen=True)
class ComparedRules:
    """What differs from A to B.

    ``differences`` are of rules, options and parameters. Where games cannot be read side by side, ``lines`` are those of
    their texts that differ, and options and parameters are among the ``settings``, with agents and seeds. ``text_only``
    tells that two texts say the same.
    """

    differences: tuple[Difference, ...] = ()
    lines: tuple[str, ...] = ()
    settings: tuple[SettingChange, ...] = ()
    text_only: bool = False

    @property
    def is_same(self) -> bool:
        """Whether nothing differs at all."""
        return not (self.differences or self.lines or self.settings or self.text_only)


def compared_rules(comparison: RunComparison, language: str = "en") -> ComparedRules:
    """How the rules of both sides differ, in words of a language, then agents and seeds."""
    a, b = comparison.a, comparison.b
    lines, players = text_lines(a.manifest, b.manifest), player_changes(a.manifest, b.manifest)
    chosen = chosen_changes(a.manifest, b.manifest)
    if not lines and not chosen:
        return ComparedRules(settings=players)
    if a.game is None or b.game is None:
        return ComparedRules(lines=lines, settings=(*chosen, *players))
    try:
        found = differences_in(language, a.game, b.game)
    except AptsError:  # classes have no rules to read side by side
        return ComparedRules(lines=lines, settings=(*chosen, *players))
    return ComparedRules(tuple(map(_by_letters, found)), settings=players, text_only=not found)


def _by_letters(one: Difference) -> Difference:
    """The places in the texts of A and B, whose files may be gone since a run was stored."""
    before, after = one.place_before, one.place_after
    return replace(
        one,
        place_before=None if before is None else before._replace(file="A"),
        place_after=None if after is None else after._replace(file="B"),
    )
