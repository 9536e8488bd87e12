"""Pages of templates: the words of the reader's language, who is reading, and where in the studio."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from apts.games.catalogue import description_in
from apts.locales import LANGUAGES
from apts.playtest.goals.goal_files import goal_name
from apts.studio.assets import asset
from apts.studio.words import (
    LANGUAGE_COOKIE,
    StudioTexts,
    describe_agent,
    describe_players,
    goal_in_words,
    language_wanted,
    shown_to,
    spellings_shown,
    words,
)

# ----------------------------------------------------------------------------------------------------------------
# Moments on pages: told in UTC, and turned by a script into the time of whoever reads.


def utc(text: str, *, day: bool = False) -> str:
    """A moment as it is kept, or its day alone, as people read it without a script.

    >>> utc("2026-01-01T10:00:30.123+00:00"), utc("2026-01-01T10:00:30-03:00", day=True)
    ('2026-01-01 10:00 UTC', '2026-01-01')
    """
    found = _read(text)
    return f"{found:%Y-%m-%d}" if day else f"{found:%Y-%m-%d %H:%M} UTC"


def moment(text: str, *, day: bool = False) -> Markup:
    """A moment for a page, which ``local_times.js`` turns into the reader's time."""
    return Markup('<time datetime="{}"{}>{}</time>').format(
        exact(text), Markup(" data-day") if day else "", utc(text, day=day)
    )


def exact(text: str) -> str:
    """A moment as scripts read it."""
    return f"{_read(text):%Y-%m-%dT%H:%M:%SZ}"


def _read(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


# ----------------------------------------------------------------------------------------------------------------
# Options and parameters in addresses: ``/games/connect-four?set.Grid=8x7&set.rules.end.if.is+Line.length=5``.
#
# Every page of a game that takes settings takes them so, and leads on with them.

Setting = str | int | bool
Settings = Mapping[str, Setting]

PREFIX = "set."
_NUMBER = re.compile(r"0|-?[1-9]\d{0,8}")
_TRUTHS = {"True": True, "False": False}
MOST_SETTINGS = 200


def settings_in(request: Request) -> dict[str, Setting]:
    """The settings in the address of a request; numbers and truth values as such."""
    return settings_among(request.query_params.multi_items())


def settings_among(pairs: Iterable[tuple[str, Any]]) -> dict[str, Setting]:
    """The settings among names and texts, of an address or of a form; of a name that comes twice the last counts.

    >>> settings_among([("set.length", "5"), ("set.Swap", "Off"), ("q", "x"), ("set.exact", "False"), ("set.exact", "True")])
    {'length': 5, 'Swap': 'Off', 'exact': True}
    """
    found = {
        name.removeprefix(PREFIX): read_setting(text)
        for name, text in pairs
        if name.startswith(PREFIX) and isinstance(text, str)
    }
    return dict(list(found.items())[:MOST_SETTINGS])


def read_setting(text: str) -> Setting:
    """A setting as it is written in an address."""
    if text in _TRUTHS:
        return _TRUTHS[text]
    return int(text) if _NUMBER.fullmatch(text) else text


def with_settings(address: str, settings: Settings, **more: Any) -> str:
    """An address with settings behind it, and other values that are not None."""
    pairs = [(f"{PREFIX}{name}", str(value)) for name, value in settings.items()]
    pairs += [(name, str(value)) for name, value in more.items() if value is not None]
    return f"{address}?{urlencode(pairs)}" if pairs else address


@cache
def templates() -> Environment:
    """The templates; everything that is put into them is escaped, and what is missing is an error."""
    made = Environment(
        loader=PackageLoader("apts.studio", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["asset"] = asset
    made.globals["languages"] = LANGUAGES
    made.globals["description_in"] = description_in
    made.globals["shown_to"] = shown_to
    for telling in (moment, utc, exact, describe_agent, describe_players, spellings_shown, goal_in_words, goal_name):
        made.globals[telling.__name__] = telling
    from apts.studio.frame.chosen_game import mistake_in_words

    made.globals["mistake_in_words"] = mistake_in_words
    return made


def words_for(request: Request) -> StudioTexts:
    """The words in the language of who asks."""
    return words(language_wanted(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")))


def page(request: Request, template: str, /, *, status: int = 200, **values: Any) -> HTMLResponse:
    """A page of a template.

    A template has ``message`` (the words), ``here`` (the address), ``designer`` (whether who asks may do everything),
    ``nonce`` and ``kept`` (the settings of the address, for links to other parts of a game) besides what is given.
    """
    message = words_for(request)
    described = (
        templates()
        .get_template(template)
        .render(
            message=message,
            here=request.url.path,
            designer=bool(getattr(request.state, "designer", False)),
            nonce=getattr(request.state, "nonce", ""),
            **{"kept": with_settings("", settings_in(request)), **values},
        )
    )
    answer = HTMLResponse(described, status_code=status)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Vary"] = "Accept-Language, Cookie, HX-Request"
    return answer


def is_part(request: Request) -> bool:
    """Whether only a part of a page is asked for, to be put into one that is there."""
    return request.headers.get("hx-request") == "true"


def as_sentence(message: object) -> str:
    """A message with a capital at its beginning and a point at its end."""
    text = str(message).strip()
    ended = text if text.endswith((".", "!", "?", ")")) or "\n" in text else f"{text}."
    return ended[:1].upper() + ended[1:]
