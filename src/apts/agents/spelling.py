"""How agents are spelled, such as ``uct:iterations=400``: the parts of a spelling, the settings in it, and what people
call the kinds."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apts.errors import AptsError
from apts.similar_names import did_you_mean

# ----------------------------------------------------------------------------------------------------------------
# The two parts of an agent's spelling: its kind, and what stands behind the colon. Nothing is made or imported
# for it.


def spelling_parts(spec: str) -> tuple[str, str]:
    """The kind of an agent and its settings.

    >>> spelling_parts("uct:iterations=200,c=1")
    ('uct', 'iterations=200,c=1')
    """
    kind, _, settings = spec.strip().partition(":")
    return kind.strip().lower(), settings


def kind_of(spec: str) -> str:
    """The kind of an agent by its spelling."""
    return spelling_parts(spec)[0]


def no_agent(given: object) -> AptsError:
    """The refusal of a value that is neither a spelling nor an agent."""
    kind = type(given).__name__
    what = f"{kind} {given!r}"
    if inspect.isclass(given):
        what = f"the class {given.__name__}; make an object of it: {given.__name__}()"
    return AptsError(f"an agent is a spelling such as 'uct:iterations=2000' or an Agent, not {what}")


# ----------------------------------------------------------------------------------------------------------------
# How an agent that was made in Python is spelled: by its class and by what it was made with.

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONGEST = 60


def arguments_of(made: type, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor by the names of its parameters; what does not fit is left to the constructor."""
    constructor: Any = inspect.getattr_static(made, "__init__")
    try:
        given = inspect.signature(constructor).bind(None, *arguments, **named).arguments
    except (TypeError, ValueError):
        return {}
    return {name: value for place, (name, value) in enumerate(given.items()) if place > 0}


def class_spelling(made: type, arguments: Mapping[str, Any]) -> str:
    """Such as ``Greedy(depth=2)``: the same in every process, so addresses of objects are left out."""
    parts = [f"{name}={_written(value)}" for name, value in arguments.items()]
    return f"{made.__qualname__.rpartition('<locals>.')[2]}({', '.join(parts)})"


def _written(value: Any) -> str:
    text = " ".join(_ADDRESS.sub("", repr(value)).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


# ----------------------------------------------------------------------------------------------------------------
# The settings of an agent: names, kinds and ranges, and how their texts are read.

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


# ----------------------------------------------------------------------------------------------------------------
# What a kind of agent is called in a language, where programs spell it ``uct:iterations=400``.


@dataclass(frozen=True)
class AgentTexts:
    """A kind in words, and the same with one of its settings as ``{number}``; of several that are given the first."""

    called: str
    with_setting: Mapping[str, str] = field(default_factory=dict, hash=False)
    at_table: str = ""
    """What the studio calls it among those whom people play against, where that is something else."""
