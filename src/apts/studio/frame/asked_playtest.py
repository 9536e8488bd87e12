"""A play-test as pages and programs begin it: what is allowed, for a game with its settings, put into the queue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.studio.frame.chosen_settings import Settings
from apts.studio.frame.studio import Studio
from apts.studio.frame.turning import job_settings, turned
from apts.studio.jobs.playtest_orders import write_job_request
from apts.studio.security.allowed_requests import allowed_request, spelled_agents
from apts.studio.store.game_store import StoredGame
from apts.studio.store.models import Models


def playtest_job(studio: Studio, game: StoredGame, settings: Settings, request: PlaytestRequest) -> Mapping[str, Any]:
    """What the job is asked; what cannot be played is told here, where it can be mended, not by a job that fails."""
    allowed = allowed_request(request, Models(studio.settings.folder), game.id)
    studio.workers.ask("known_agents", spellings=spelled_agents(allowed))
    shown = turned(studio, game, settings)
    return {"settings": {}, "version": game.version, **write_job_request(allowed), **job_settings(shown)}
