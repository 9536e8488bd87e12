"""How answers are described: what goes wrong is one sentence, whatever it is, and every address tells what may."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from apts.studio.api.fields import Answer


class Problem(Answer):
    """What went wrong, as a sentence for people."""

    detail: str = Field(description="A sentence that says what is wrong and what would be right.")


SENTENCES = {
    400: "What was asked for does not fit the rules or the studio: a move that is not legal, rules with mistakes.",
    401: "This is for designers: send the password as a bearer token, or the cookie of a session.",
    403: "The request came from a page of another site.",
    404: "There is no such thing: a game, a version, a run, a match, a job.",
    405: "The address cannot be used with this method.",
    408: "The request came too slowly.",
    409: "What is there is in the way: a name that is taken, a job that still runs.",
    413: "The request is larger than the studio takes.",
    421: "The studio does not answer to this name.",
    422: "The request is not of the described form.",
    429: "Too many requests in a short time.",
    500: "Something went wrong inside the studio.",
    503: "All workers are busy; try again in a moment.",
}
"""What the numbers of answers mean here."""

ALWAYS = (400, 401, 403, 404, 405, 408, 413, 421, 422, 429, 503)
"""What any address may answer."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of such answers, for routes; what any address may answer, all of them have."""
    return {status: {"model": Problem, "description": SENTENCES[status]} for status in statuses}


def media(kind: str, about: str) -> dict[int | str, dict[str, Any]]:
    """The description of an answer that is no JSON."""
    return {200: {"content": {kind: {"schema": {"type": "string"}}}, "description": about}}
