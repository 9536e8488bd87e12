"""Keywords of ``load`` sorted into options, ruleset and parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apts.errors import AptsError
from apts.language.builder import build
from apts.language.options import keyword
from apts.language.parameters import parameters
from apts.language.reading import options_of
from apts.similar_names import did_you_mean


class UnknownSetting(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A keyword that is neither an option nor a parameter of the rules; the message lists both."""


def sorted_keywords(
    text: str, file: str, settings: Mapping[str, Any]
) -> tuple[dict[str, str], str | None, dict[str, int | bool]]:
    """The chosen options by heading, the ruleset, and the values of parameters by path.

    A parameter may be named by its path, by the path with underscores (``rules_end_if_is_line_length``), or by as much
    of its end as is its own.
    """
    rest = dict(settings)
    ruleset = None if rest.get("ruleset") is None else str(rest["ruleset"])
    rest.pop("ruleset", None)
    options: dict[str, str] = {}
    headings = {option.keyword: option.heading for option in options_of(text, file=file)}
    for name in list(rest):
        heading = headings.get(keyword(name))
        if heading is not None:
            label = str(rest.pop(name))
            if options.setdefault(heading, label) != label:
                raise AptsError(f"the option {heading!r} is chosen twice, as {options[heading]!r} and as {label!r}")
    if not rest:
        return options, ruleset, {}
    paths = [known.path for known in parameters(build(text, file=file, options=options, ruleset=ruleset))]
    values: dict[str, int | bool] = {}
    for name, value in rest.items():
        path = parameter_path(name, paths, list(headings.values()))
        if path in values:
            raise AptsError(f"the parameter {path!r} is set twice, to {values[path]} and as {name!r} to {value}")
        values[path] = value
    return options, ruleset, values


def parameter_path(name: str, paths: Sequence[str], headings: Sequence[str] = ()) -> str:
    """The path that a name stands for; a name of none, or of several, is an UnknownSetting that lists them."""
    if name in paths:
        return name
    wanted = keyword(name)
    found = [path for path in paths if keyword(path) == wanted]
    found = found or [path for path in paths if f"_{keyword(path)}".endswith(f"_{wanted}")]
    if len(found) == 1:
        return found[0]
    if found:
        shortest = ", ".join(short_path(path, paths) for path in found)
        raise UnknownSetting(f"{name!r} names several parameters; name one of them: {shortest}")
    ends = [".".join(parts[start:]) for parts in (path.split(".") for path in paths) for start in range(len(parts))]
    hint = did_you_mean(name, [*headings, *ends, *(keyword(heading) for heading in headings)], quoted=True)
    raise UnknownSetting(
        f"the rules have no option or parameter {name!r}{hint} "
        f"(options: {', '.join(headings) or 'none'}; parameters: {', '.join(paths) or 'none'})"
    )


def short_path(path: str, paths: Sequence[str]) -> str:
    """As much of the end of a path as is its own."""
    parts = path.split(".")
    for start in range(len(parts) - 1, 0, -1):
        wanted = keyword(end := ".".join(parts[start:]))
        exact = [known for known in paths if keyword(known) == wanted]
        if [path] == (exact or [known for known in paths if f"_{keyword(known)}".endswith(f"_{wanted}")]):
            return end
    return path
