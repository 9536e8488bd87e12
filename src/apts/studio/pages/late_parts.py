"""Parts of pages that a worker has to compute: they come late, and when they cannot come they say why in their place."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from apts.errors import AptsError
from apts.studio.frame.rendering import as_sentence, is_part, page


def late_part(request: Request, make: Callable[[], Response]) -> Response:
    """The part, or a sentence in its place; who does not ask for a part of a page gets the mistake as any other."""
    try:
        return make()
    except AptsError as problem:
        if not is_part(request):
            raise
        return page(request, "parts/mistake.html", sentence=as_sentence(problem))
