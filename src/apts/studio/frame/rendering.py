"""Pages of templates: the words of the reader's language, who is reading, and where in the studio."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from apts.games.descriptions import description_in
from apts.locales import LANGUAGES
from apts.playtest.goals.goal_files import goal_name
from apts.studio.agent_descriptions import describe_agent, describe_players, spellings_shown
from apts.studio.assets import asset
from apts.studio.frame.chosen_settings import settings_in, with_settings
from apts.studio.frame.moments import exact, moment, utc
from apts.studio.goals_in_words import goal_in_words
from apts.studio.stored_texts import shown_to
from apts.studio.words import LANGUAGE_COOKIE, StudioTexts, language_wanted, words


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
    from apts.studio.frame.mistake_messages import mistake_in_words  # it makes sentences as this module does

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
