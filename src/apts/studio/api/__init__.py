"""Answers for programs under ``/api``, described by OpenAPI; a file for each part, each has a ``router``."""

from fastapi import APIRouter

from apts.studio.api import health, links

ROUTERS: tuple[APIRouter, ...] = (health.router, links.router)
"""All answers."""
