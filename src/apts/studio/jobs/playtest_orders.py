"""What a job of the studio keeps of the request for a play-test, as JSON values, and how it is read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.errors import AptsError
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.matches.until import Until
from apts.request_fields import offered

QUICK, FITTING, SETTLED, NUMBER = AMOUNTS = ("quick", "usual", "settled", "number")
"""A first look, as many matches as fit the game, until enough is known, or so many: one word of forms and programs for
the fields ``quick``, ``until`` and ``matches``."""


def request_with(fields: Mapping[str, Any], amount: str | None) -> PlaytestRequest:
    """A request of a page or a program, which may say by one word how much is played."""
    until, matches = fields.get("until"), fields.get("matches")
    if amount is None:
        return PlaytestRequest(**fields)
    if amount not in AMOUNTS:
        raise AptsError(f"there is no amount {amount!r} (there are: {', '.join(AMOUNTS)})")
    if amount == NUMBER and matches is None:
        raise AptsError('the amount "number" needs a number: give matches, such as 200')
    if amount != SETTLED and until is not None:
        raise AptsError(f'until goes with the amount "settled", not with {amount!r}; leave one of them out')
    if amount == SETTLED and until is None:
        until = Until(settled=True)
    return PlaytestRequest(**{**fields, "until": until, "quick": amount == QUICK or fields.get("quick", False)})


def amount_of(request: PlaytestRequest) -> str:
    """How much a request asks for, in one word."""
    if request.quick:
        return QUICK
    return SETTLED if request.until is not None else FITTING if request.matches is None else NUMBER


def write_job_request(request: PlaytestRequest) -> dict[str, Any]:
    """What a job keeps; the word for the amount is for programs, and for an older studio that reads it."""
    data = request.as_data()
    return {**{name: data[name] for name in offered(PlaytestRequest, "api")}, "amount": amount_of(request)}


def read_job_request(job_request: Mapping[str, Any]) -> PlaytestRequest:
    """The request of a job, of an older studio too; what no page can ask for is not read. A job goes on with its run."""
    given = {
        name: job_request[name]
        for name in offered(PlaytestRequest, "api")
        if job_request.get(name) not in (None, [], "")
    }
    if "quick" not in job_request:
        if "until" not in job_request:
            given |= _older(job_request)
        given["quick"] = job_request.get("amount") == QUICK
    return PlaytestRequest(**given, resume=True)


def _older(job_request: Mapping[str, Any]) -> dict[str, Any]:
    """What older requests say in other words: a precision, a number that counts for some amounts only, one judge."""
    amount, precision = job_request.get("amount", FITTING), job_request.get("precision")
    matches = job_request.get("matches")
    found = {
        "until": Until(settled=not precision, precision=precision or None) if amount == SETTLED else None,
        "matches": matches if amount == NUMBER else (matches or SETTLED_MOST) if amount == SETTLED else None,
    }
    if job_request.get("levels") and job_request.get("evaluate"):
        found |= {"evaluate": None, "evaluator": job_request["evaluate"]}
    return found
