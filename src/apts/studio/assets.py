"""Scripts and style sheets: files of the studio and of its vendors, and those that are made of the publisher's modules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from apts.publish.bundling import bundled, page_style
from apts.publish.description import board_style

MADE = ("play.js", "play.css")
"""What is put together of several files: the board of published games with the studio's own door to it."""


def asset_text(name: str) -> bytes | None:
    """The content of an asset; None where there is none of that name."""
    return _content(name) if name in _names() else None


def shipped_board(name: str) -> bytes | None:
    """The board of a library game at its start, or of a template (``templates/NAME``), drawn beforehand; None for others."""
    return asset_text(f"boards/{name}.svg")


@cache
def _content(name: str) -> bytes:
    if name == "play.js":
        return bundled(files("apts"), "studio/static/play/studio_play.js").encode()
    if name == "play.css":
        return (page_style() + board_style()).encode()
    return files("apts.studio").joinpath("static", *name.split("/")).read_bytes()


@cache
def _names() -> frozenset[str]:
    """All names there are: whatever else is asked for is not even looked for."""
    return frozenset((*MADE, *_inside(files("apts.studio").joinpath("static"), "")))


def _inside(folder: Traversable, prefix: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _inside(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}"


@cache
def asset(name: str) -> str:
    """The address of an asset; it changes with the content, so that browsers may keep it for ever."""
    content = asset_text(name)
    if content is None:
        raise FileNotFoundError(f"the studio has no asset {name}")
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:12]}"


async def serve_asset(request: Request) -> Response:
    """The answer to a request for an asset."""
    name = request.path_params["name"]
    content = asset_text(name)
    if content is None:
        return PlainTextResponse("There is no such file.", status_code=404)
    kind = guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith("javascript"):
        kind = f"{'text/javascript' if name.endswith('.js') else kind}; charset=utf-8"
    lasting = "public, max-age=31536000, immutable" if "v" in request.query_params else "no-cache"
    return Response(content, media_type=kind, headers={"Cache-Control": lasting})
