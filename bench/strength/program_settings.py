"""The settings of players that are no agents of ours, as they are spelled: ``stockfish:level=0,nodes=100``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from apts.errors import AptsError


def read_settings(spec: str, text: str) -> dict[str, str]:
    """The settings behind the colon of a spelling."""
    settings = {}
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise AptsError(f"{part!r} in {spec!r} is no setting; one is written name=value")
        settings[name.strip()] = value.strip()
    return settings


def check_names(player: str, settings: Mapping[str, str], known: Iterable[str]) -> None:
    """Refuse settings that a player does not have."""
    wrong, names = sorted(set(settings) - set(known)), sorted(known)
    if wrong:
        raise AptsError(f"{player} has no setting {', '.join(wrong)}; it has {', '.join(names)}")


def number(player: str, settings: Mapping[str, str], name: str, default: float, low: float, high: float) -> float:
    """A setting as a number within a range."""
    text = settings.get(name, str(default))
    try:
        value = float(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise AptsError(f"{name} of {player} is a number from {low:g} to {high:g}, not {text!r}")
    return value
