"""What a command, a page, a program or Python asks for, as one value: a frozen dataclass whose fields tell all about them.

A field says once what it is called in refusals, what it means, what it may be, how its option is spelled and where it is
offered. Options of commands, the schema of the API, the inputs of forms and all checks are made of that.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from math import isfinite
from numbers import Real
from typing import Any, ClassVar, Literal, Self, TypeVar

from apts.errors import AptsError
from apts.input_checks import whole_number
from apts.similar_names import did_you_mean

Place = Literal["python", "command", "api", "form"]
"""Where a field can be asked for: by a keyword, an option, a field of JSON, an input of a page."""

EVERYWHERE: tuple[Place, ...] = ("python", "command", "api", "form")
IN_A_TERMINAL: tuple[Place, ...] = ("python", "command")
"""Where whoever asks owns the machine."""

Kind = Literal["whole", "number", "switch", "text", "spelled", "list", "texts"]
"""What a field holds: a whole number, a number, true or false, a text; a text or a value of Python that is spelled so;
several such, which are one option with commas; several texts, whose option is repeated."""

_FACTS, _ABOUT = "request field", "about"
Plain = TypeVar("Plain", int, float, str)
_DECIMAL = re.compile(r"[+-]?[0-9]{1,40}([.,][0-9]{1,40})?([eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")


@dataclass(frozen=True)
class RequestField:
    """All that is known of a field of a request.

    ``called`` begins the sentence that refuses a value, ``about`` is the one line of help. ``low`` and ``high`` bound a
    number; ``shared_most`` is the most that is asked of a machine that belongs to somebody else, which is what a studio
    is, and ``most_items`` how many things it takes in a list. ``options`` are the spellings of the option and ``metavar``
    its sign. ``choices`` are the texts that ``check`` lets pass, where those are few. ``check`` gives the value as it is
    kept, or refuses it. Where the default is None, None means that nothing was asked for. ``write`` gives a value, or each
    thing of a list, that is not one of JSON as one.
    """

    name: str
    kind: Kind
    default: Any
    called: str
    about: str
    low: int | None = None
    high: int | None = None
    shared_most: int | None = None
    most_items: int = 20
    options: tuple[str, ...] = ()
    metavar: str | None = None
    examples: tuple[Any, ...] = ()
    places: tuple[Place, ...] = EVERYWHERE
    check: Callable[[Any], Any] | None = None
    write: Callable[[Any], Any] | None = None
    choices: tuple[str, ...] = ()

    def written(self, value: Any) -> Any:
        """The value as JSON has it."""
        if value is None or isinstance(value, str | int | float):
            return value
        if self.write is not None:
            return [self.write(one) for one in value] if isinstance(value, tuple) else self.write(value)
        return list(value) if isinstance(value, tuple) else value

    def checked(self, value: Any) -> Any:
        """The value as a request keeps it; what it cannot be is refused with a sentence."""
        if value is None and self.default is None:
            return None
        if self.kind == "whole":
            value = whole_number(self.called, value, self.low, self.high)
        elif self.kind == "number":
            value = self._number(value)
        elif self.kind == "switch":
            value = self._switch(value)
        elif self.kind == "text" and not isinstance(value, str):
            raise AptsError(f"{self.called} is a text, not {value!r}")
        return value if self.check is None else self.check(value)

    def shared(self, value: Any, where: str) -> Any:
        """The value, unless it would take too much of a machine that others use, too; ``where`` says which that is."""
        if self.shared_most is not None and value is not None and value > self.shared_most:
            asked = f"{value:,}" if isinstance(value, int) else f"{value:,.15g}"
            raise AptsError(f"{self.called} is {self.shared_most:,} at most {where}, not {asked}")
        return value

    def read(self, text: str) -> Any:
        """The value that a text stands for, as it is typed behind an option or into a form."""
        word = text.strip()
        value: Any = text
        if self.kind == "whole" and _WHOLE.fullmatch(word):
            value = int(word)
        elif self.kind == "number" and _DECIMAL.fullmatch(word):
            value = float(word.replace(",", "."))
        elif self.kind == "switch":
            value = {"true": True, "on": True, "1": True, "false": False, "": False, "0": False}.get(word.lower(), text)
        return self.checked(value)

    def _number(self, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, Real) or not isfinite(value):
            raise AptsError(f"{self.called} is a number, not {value!r}")
        return float(value)

    def _switch(self, value: Any) -> bool:
        if not isinstance(value, bool | int) and type(value).__name__ not in ("bool_", "bool"):
            raise AptsError(f"{self.called} is true or false, not {value!r}")
        return bool(value)


def field_facts(kind: Kind, *, called: str, about: str, **facts: Any) -> Mapping[str, Any]:
    """What a field of a dataclass knows as a field of a request; ``facts`` are those of :class:`RequestField`."""
    return {_FACTS: {"kind": kind, "called": called, "about": about, **facts}}


def facts_of(field: RequestField, **other: Any) -> Mapping[str, Any]:
    """The same for a field that another kind of request has under its name, but for what is ``other`` about it."""
    facts = {known.name: getattr(field, known.name) for known in dataclasses.fields(field)}
    return {_FACTS: {name: value for name, value in facts.items() if name not in ("name", "default")} | other}


def described(default: Plain, about: str) -> Plain:
    """A setting that a request can ask for by its name, with the one line that says what it is."""
    return dataclasses.field(default=default, metadata={_ABOUT: about})


def settings_of(*kinds: type[Any]) -> dict[str, tuple[Any, str]]:
    """The settings of dataclasses that are described, by name: the default of each, and what it is."""
    return {
        field.name: (field.default, field.metadata[_ABOUT])
        for kind in kinds
        for field in dataclasses.fields(kind)
        if _ABOUT in field.metadata
    }


_KNOWN: dict[type[Any], Mapping[str, RequestField]] = {}


def request_fields(request: type[Any]) -> Mapping[str, RequestField]:
    """The fields of a kind of request by name, in their order."""
    if request not in _KNOWN:
        _KNOWN[request] = {
            field.name: RequestField(field.name, default=field.default, **field.metadata[_FACTS])
            for field in dataclasses.fields(request)
        }
    return _KNOWN[request]


class Request:
    """What all requests are: checked when they are made, written as JSON values, and read from them."""

    what: ClassVar[str] = "a request"

    def __post_init__(self) -> None:
        check_fields(self)

    def as_data(self) -> dict[str, Any]:
        """The request as JSON values, all fields of it."""
        return {name: field.written(getattr(self, name)) for name, field in request_fields(type(self)).items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The request that JSON values describe; fields that are left out are as by default."""
        known = request_fields(cls)
        for name in data:
            if name not in known:
                raise AptsError(f"{cls.what} has no field {name!r}{did_you_mean(name, known)}")
        return cls(**data)


Asked = TypeVar("Asked", bound=Request)


def one_request(request: Any, keywords: Asked) -> Asked:
    """What was said by keywords, or a whole request, beside which nothing else is said."""
    if request is None:
        return keywords
    if not isinstance(request, type(keywords)):
        raise AptsError(f"a request is an apts.{type(keywords).__name__}, not {request!r}")
    if words := changed_fields(keywords):
        raise AptsError(
            f"a request says all of it, so leave out {', '.join(words)}; dataclasses.replace changes a request"
        )
    return request


def offered(request: type[Any], place: Place) -> dict[str, RequestField]:
    """The fields that can be asked for in a place."""
    return {name: field for name, field in request_fields(request).items() if place in field.places}


def check_fields(request: Any) -> None:
    """Put every field of a request that is being made into the shape that it is kept in, or refuse it."""
    for name, field in request_fields(type(request)).items():
        object.__setattr__(request, name, field.checked(getattr(request, name)))


def check_shared(request: Any, where: str) -> None:
    """Refuse what would take too much of a machine that others use, too; ``where`` says which that is."""
    for name, field in request_fields(type(request)).items():
        field.shared(getattr(request, name), where)


def changed_fields(request: Any, among: Collection[str] | None = None) -> dict[str, Any]:
    """The fields of a request that are not as they are by default."""
    return {
        name: getattr(request, name)
        for name, field in request_fields(type(request)).items()
        if (among is None or name in among) and getattr(request, name) != field.default
    }
