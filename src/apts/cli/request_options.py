"""The options of commands, made of the fields of a request: spelling, sign, range, help and refusals are told once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any

import typer

from apts.request_fields import RequestField, request_fields

REQUEST = "request"
"""The parameter of a command that takes what was asked for as one value."""

_KINDS: Mapping[str, Any] = {"whole": int, "number": float, "switch": bool, "texts": list[str]}


def option_of(field: RequestField) -> Any:
    """The option of a field, for the annotation of a parameter."""
    described = typer.Option(
        *field.options, metavar=field.metavar, help=field.about, min=_shown(field.low), max=_shown(field.high)
    )
    described.request_field = field
    return described


def asks_for(
    request: type[Any], *names: str, beside: Mapping[str, Any] | None = None, **other: Mapping[str, Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A command that has the options of these fields where its parameter ``request`` stands, and gets them as that value.

    ``other`` are facts of fields that are other in this command, ``beside`` fields that have no option and another value.
    """
    fields = [replace(request_fields(request)[name], **other.get(name, {})) for name in names]

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        def command(**arguments: Any) -> None:
            typed = [(field, arguments.pop(field.name)) for field in fields]
            given = {field.name: field.checked(value) for field, value in typed if value is not None}
            wanted = request(**given, **(beside or {}))
            work(**{REQUEST: wanted}, **arguments)

        parameters: list[inspect.Parameter] = []
        for one in inspect.signature(work, eval_str=True).parameters.values():
            parameters += map(_parameter, fields) if one.name == REQUEST else [one]
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        command.__doc__, command.__name__, command.__module__ = work.__doc__, work.__name__, work.__module__
        return command

    return decorated


def _parameter(field: RequestField) -> inspect.Parameter:
    kind: Any = _KINDS.get(field.kind, str)
    default = None if field.kind == "texts" else field.default
    if isinstance(default, tuple):
        default = ",".join(default)
    annotation = kind | None if default is None else kind
    option = Annotated[annotation, option_of(field)]  # type: ignore[valid-type]
    return inspect.Parameter(field.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=option)


def _shown(bound: int | None) -> int | None:
    """A bound that help shows; one that is only what a machine holds tells nobody anything."""
    return bound if bound is not None and abs(bound) < 1 << 62 else None
