"""Plain words of a command line: texts, numbers and switches that anybody reads alike.

Typer asks pydantic about every word, and pydantic takes longer to load than many a command to run. Plain words are
read here; whatever is not plain, or out of its range, is left to Typer, which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer

from apts.errors import AptsError
from apts.request_fields import RequestField

WHOLE = re.compile(r"-?[0-9]{1,18}")
DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")

NOT_PLAIN = object()


def reading_plainly(parameters: list[Any]) -> list[Any]:
    """The same parameters, which read plain words themselves from now on."""
    for parameter in parameters:
        typed = getattr(parameter, "type_descriptor", None)  # a Typer without it does not ask pydantic
        if typed is not None and typed.parameter_info.parser is None and "process_value" not in vars(parameter):
            parameter.process_value = _process(parameter, typed.annotation, typed.parameter_info)
    return parameters


def _process(parameter: Any, kind: Any, declared: Any) -> Callable[[Any, Any], Any]:
    """What a parameter does with a value: what it always did, but for plain ones."""
    thoroughly = parameter.process_value

    def process(ctx: Any, value: Any) -> Any:
        if value is None and not parameter.required:
            read: Any = () if kind == list[str] else None
        else:
            read = plain_value(value, kind, declared.min, declared.max)
        requested = getattr(declared, "request_field", None)
        if read is NOT_PLAIN and requested is not None and isinstance(value, str) and kind in (int, float):
            read = _asked(requested, value, ctx, parameter)
        if read is NOT_PLAIN:
            return thoroughly(ctx, value)
        return read if parameter.callback is None else parameter.callback(ctx, parameter, read)

    return process


def _asked(field: RequestField, word: str, ctx: Any, parameter: Any) -> Any:
    """The value of a field of a request; what it cannot be is refused as it is everywhere."""
    try:
        return field.read(word)
    except AptsError as problem:
        raise typer.BadParameter(f"{problem}.", ctx=ctx, param=parameter) from None


def plain_value(value: object, kind: Any, least: float | None = None, most: float | None = None) -> object:
    """A value of the kind, ``str``, ``int``, ``float`` or ``list[str]``; NOT_PLAIN where it takes more to read it."""
    if kind == list[str] and isinstance(value, list | tuple):
        return list(value) if value and all(map(_is_text, value)) else NOT_PLAIN
    if kind is str:
        return value if _is_text(value) else NOT_PLAIN
    number = _number(value, kind)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        return NOT_PLAIN
    return number


def _is_text(value: object) -> bool:
    """Whether it is a text without traces of bytes that are none."""
    return isinstance(value, str) and (value.isascii() or not re.search("[\ud800-\udfff]", value))


def _number(value: object, kind: Any) -> int | float | None:
    if kind is int:
        if isinstance(value, str):
            return int(value) if WHOLE.fullmatch(value) else None
        return value if type(value) is int else None
    if kind is float:
        if isinstance(value, str):
            return float(value) if DECIMAL.fullmatch(value) else None
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return None
