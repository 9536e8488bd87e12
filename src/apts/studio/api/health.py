"""Is the studio well? For whatever watches over it."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import APIRouter
from pydantic import BaseModel

router = APIRouter(tags=["studio"])


class Health(BaseModel):
    """That the studio answers, and which version it is."""

    status: str
    version: str


@router.get("/health")
def health() -> Health:
    """Whether the studio answers."""
    return Health(status="ok", version=version("apts"))
