"""Is the studio well? For whatever watches over it."""

from __future__ import annotations

from fastapi import APIRouter

from apts.studio.api.models import Answer
from apts.version import apts_version

router = APIRouter(tags=["studio"])


class Health(Answer):
    """That the studio answers, and which version it is."""

    status: str
    version: str


@router.get("/health", summary="Whether the studio answers")
def health() -> Health:
    """For whatever watches over the studio; it needs no password."""
    return Health(status="ok", version=apts_version())
