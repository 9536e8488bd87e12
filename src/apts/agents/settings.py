"""The settings of an agent: names, kinds and ranges, and how their texts are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apts.errors import AptsError
from apts.similar_names import did_you_mean

_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Setting:
    """One setting: ``kind`` is int, float, bool or str; numbers have a range, words may have a list of choices."""

    name: str
    kind: type
    meaning: str
    default: Any = None
    low: float | None = None
    high: float | None = None
    choices: Sequence[str] = ()
    budget: bool = False
    """Whether it is what an agent stops at that was given no other budget; the default is as much."""

    @property
    def range_text(self) -> str:
        """What may be written for it."""
        if self.choices:
            return " or ".join(self.choices)
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            return "a text"
        word = "a whole number" if self.kind is int else "a number"
        ends = [f"{end:.10g}" if end is not None else None for end in (self.low, self.high)]
        if ends[0] is not None and ends[1] is not None:
            return f"{word} from {ends[0]} to {ends[1]}"
        return word + (f" from {ends[0]} up" if ends[0] is not None else "")

    def read(self, text: str, spec: str) -> Any:
        """The value that a text stands for."""
        value = self._parsed(text.strip())
        if value is None:
            raise AptsError(f"the agent {spec!r} cannot be made: {self.name} is {self.range_text}, not {text!r}")
        return value

    def _parsed(self, text: str) -> Any:
        if self.kind is bool:
            return _WORDS.get(text.lower())
        if self.kind is str:
            return (text if not self.choices or text in self.choices else None) or None
        try:
            number = self.kind(text)
        except ValueError:
            return None
        inside = (self.low is None or number >= self.low) and (self.high is None or number <= self.high)
        return number if inside else None

    def written(self, value: Any) -> str:
        """The text that :meth:`read` turns into the value."""
        if self.kind is bool:
            return "true" if value else "false"
        return f"{value:.12g}" if self.kind is float else str(value)


def read_settings(text: str, settings: Sequence[Setting], positional: str | None, spec: str) -> dict[str, Any]:
    """The values in ``a=1,b=2``; a first part without a name belongs to the ``positional`` setting."""
    known = {setting.name: setting for setting in settings}
    values: dict[str, Any] = {}
    parts = [part for part in text.split(",") if part.strip()]
    for number, part in enumerate(parts):
        name, equals, value = part.partition("=")
        name = name.strip()
        if positional is not None and number == 0 and name not in known:
            name, value, equals = positional, part, "="
        if name in known and not equals:
            raise AptsError(
                f"the agent {spec!r} cannot be made: {name} has no value; write {name}=, and then {known[name].range_text}"
            )
        if name not in known:
            raise AptsError(_unknown(part, settings, spec))
        if name in values:
            raise AptsError(f"the agent {spec!r} cannot be made: {name} is given twice")
        values[name] = known[name].read(value, spec)
    return values


def _unknown(part: str, settings: Sequence[Setting], spec: str) -> str:
    name = part.partition("=")[0].strip()
    hint = did_you_mean(name, [setting.name for setting in settings], likeness=0.5)
    listed = "; ".join(f"{setting.name} = {setting.range_text}" for setting in settings)
    what = f"the settings are: {listed}" if settings else "it takes no settings"
    return f"the agent {spec!r} cannot be made: {part.strip()!r} is not a setting of it{hint} ({what})"


def written_settings(values: Mapping[str, Any], settings: Sequence[Setting], positional: str | None) -> str:
    """The settings as text, in the order in which they are declared."""
    parts = []
    for setting in settings:
        if setting.name in values:
            text = setting.written(values[setting.name])
            parts.append(text if setting.name == positional else f"{setting.name}={text}")
    return ",".join(parts)
