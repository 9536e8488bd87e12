"""Where somebody sits: the page of a seat has an address that is no right to anything, so that it can be copied and shown.

The right is the link. It is kept in a cookie that is sent to this one page; the links of the other seats, for who made the
table, are kept in the same way.
"""

from __future__ import annotations

import ipaddress
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.responses import Response

from apts.studio.frame.rendering import words_for
from apts.studio.frame.studio import studio_of
from apts.studio.security.authentication import SEAT_COOKIE
from apts.studio.settings import LOOPBACK_NAMES
from apts.studio.store.matches import StudioMatch, match_id_in

LINKS_COOKIE = "apts_links"
_LASTS = 90 * 24 * 3600


def seat_address(key: str, seats: Sequence[int]) -> str:
    """The page of the seat of a link; ``seats`` are those that it has at its first match."""
    return f"/m/at/{match_id_in(key)}/{seats[0]}"


def first_seats(request: Request, key: str) -> tuple[int, ...]:
    """The seats of a link at its first match: a table that goes on with another match changes them, not its pages."""
    return studio_of(request).matches.match(match_id_in(key)).seats_of(key)


def give_seat(
    request: Request, answer: Response, key: str, seats: Sequence[int], others: Mapping[int, str] | None = None
) -> Response:
    """Let the browser keep the link of its seat, and those of others that it is to send on."""
    kept = {SEAT_COOKIE: key}
    if others:
        kept[LINKS_COOKIE] = ".".join(f"{seat}.{other}" for seat, other in others.items())
    for name, value in kept.items():
        answer.set_cookie(
            name, value, max_age=_LASTS, path=seat_address(key, seats), httponly=True, samesite="lax",
            secure=studio_of(request).settings.secure,
        )  # fmt: skip
    return answer


def seat_key(request: Request) -> str | None:
    """The link whose seat this page is."""
    return request.cookies.get(SEAT_COOKIE)


def invitations(request: Request, match: StudioMatch, joined: Sequence[bool]) -> list[dict[str, Any]]:
    """The links that are still to be sent on: those of seats that nobody has taken."""
    parts = request.cookies.get(LINKS_COOKIE, "").split(".")
    pairs = [(seat, key) for seat, key in zip(parts[::2], parts[1::2], strict=False) if seat.isdecimal()]
    return [
        {"seat": int(seat), "link": f"{address_of_studio(request)}m/{key}"}
        for seat, key in pairs
        if int(seat) in match.seats_of(key) and not joined[int(seat) - 1]
    ]


def address_of_studio(request: Request) -> str:
    """The address by which who asks has reached the studio."""
    found = str(request.base_url)
    return found.replace("http://", "https://", 1) if studio_of(request).settings.secure else found


def reach_warning(request: Request) -> dict[str, str] | None:
    """Why nobody elsewhere could open a link, and what to do, perhaps with a command; None where they can."""
    host = request.url.hostname or ""
    if not _is_loopback(host):
        return None
    settings, message = studio_of(request).settings, words_for(request)
    if settings.hosts:
        return {"told": message("play.link_other_name", host=host, names=", ".join(settings.hosts)), "command": ""}
    if not settings.local:
        return {"told": message("play.link_other_address", host=host), "command": ""}
    return {
        "told": message("play.link_only_here"),
        "command": f"{_own_program()} studio --host 0.0.0.0 --password-file {message('play.file')}",
    }


def _own_program() -> str:
    """How the studio was started, for who is to start it again in the same folder."""
    started = Path(sys.argv[0])
    if started.name not in ("apts", "apts.exe") or len(started.parts) < 2:
        return "apts"
    on_the_path = shutil.which(started.name)
    if on_the_path is not None and Path(on_the_path).resolve() == started.resolve():
        return started.name
    with suppress(ValueError):
        return shlex.quote(str(started.absolute().relative_to(Path.cwd())))
    return shlex.quote(str(started))


def _is_loopback(host: str) -> bool:
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
