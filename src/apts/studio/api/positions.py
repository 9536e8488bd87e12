"""Positions: what can be played, what an agent would play, what it thinks of every move."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from apts.errors import AptsError
from apts.studio.api.models import (
    MOST_MOVES,
    AgentText,
    Answer,
    GameId,
    MoveText,
    PositionText,
    RequestBody,
    Seed,
    Settings,
)
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.security.allowed import quick_agent
from apts.studio.store.matches import Models

router = APIRouter(prefix="/games/{id}", tags=["positions"])

DEFAULT_AGENT = "level:club"


class PositionBody(RequestBody):
    """A position: moves from the start of the match with this seed, or from a position given as text."""

    version: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    settings: Settings = Field(default_factory=dict, description="Options by headings, and values by their paths.")
    moves: list[MoveText] = Field(default_factory=list, max_length=MOST_MOVES, examples=[["d", "d", "c"]])
    seed: Annotated[Seed, Field(description="Decides what chance does; the same seed gives the same match.")] = 0
    position: Annotated[PositionText | None, Field(description="A position as text, as answers have it.")] = None


class PlaceDrawn(PositionBody):
    """A position that is asked for."""

    drawn: Annotated[bool, Field(description="Whether the board is wanted as SVG.")] = False


class PlaceJudged(PositionBody):
    """A position, and who is asked about it: an agent, or a level by its name."""

    agent: Annotated[AgentText | None, Field(examples=["uct:iterations=2000"])] = None
    level: Annotated[AgentText | None, Field(examples=["club"])] = None
    agent_seed: Annotated[Seed, Field(description="Decides what an agent draws by lot.")] = 0

    @property
    def spelling(self) -> str:
        """The agent that is asked."""
        if self.agent is not None and self.level is not None:
            raise AptsError("give an agent or a level, not both")
        return self.agent or (f"level:{self.level}" if self.level else DEFAULT_AGENT)


class LegalMove(Answer):
    """A move that can be played: what a person types, and the sites it goes from and to where it has them."""

    text: str
    kind: str
    origin: int | None
    target: int | None


class Ended(Answer):
    """How a match ended: ranks of all seats, the winner where there is one, and why."""

    winner: int | None
    ranks: list[float]
    reason: str
    words: str


class Position(Answer):
    """A position: as text, who moves, what can be played, how it ended."""

    position: str
    mover: int | None = Field(description="The seat to move; null when the match is over.")
    moves: list[LegalMove]
    dice: list[str]
    scores: list[float] | None
    outcome: Ended | None
    svg: str | None = None


class Chosen(Answer):
    """The move that an agent plays, and the position behind it."""

    move: str
    agent: str
    after: Position


class MoveJudged(Answer):
    """A move as an agent sees it: its value for the mover from -1 to 1 with its interval where there is one."""

    move: str
    value: float
    low: float | None
    high: float | None
    visits: int
    expected_score: float
    win_probability: float | None = None
    proven: float | None
    line: list[str]


class Judged(Answer):
    """What an agent thinks of a position: its value for all seats, and every move, the best first."""

    position: str
    mover: int
    agent: str
    best: str
    value: float
    values: list[float]
    proven: float | None
    iterations: int
    depth: int
    seconds: float
    moves: list[MoveJudged]


@router.post("/position", summary="A position")
def get_position(request: Request, id: GameId, body: PlaceDrawn) -> Position:
    """The position behind some moves: legal moves, who moves, how it ended."""
    return Position(**_ask(studio_of(request), "position", id, body, drawn=body.drawn))


@router.post("/best", summary="The best move")
def best_move(request: Request, id: GameId, body: PlaceJudged) -> Chosen:
    """The move that an agent, or a level of strength, plays in a position: what a game's own web site asks for."""
    studio = studio_of(request)
    agent = quick_agent(body.spelling, Models(studio.settings.folder), id)
    found = _ask(studio, "best", id, body, agent=agent, agent_seed=body.agent_seed)
    return Chosen(move=found["move"], agent=body.spelling, after=Position(**found["after"]))


@router.post("/analysis", summary="All moves judged")
def rate_moves(request: Request, id: GameId, body: PlaceJudged) -> Judged:
    """What an agent thinks of every move of a position, the best first."""
    studio = studio_of(request)
    agent = quick_agent(body.spelling, Models(studio.settings.folder), id)
    found = _ask(studio, "analysis", id, body, agent=agent, agent_seed=body.agent_seed)
    return Judged(**{name: found[name] for name in Judged.model_fields if name in found} | {"agent": body.spelling})


def _ask(studio: Studio, question: str, id: str, body: PositionBody, **arguments: Any) -> dict[str, Any]:
    if body.position is not None and body.seed:
        raise AptsError("a position as text has its own chance; give a seed or a position, not both")
    game = text_of(studio.game_store.game(id, body.version), body.settings)
    found: dict[str, Any] = studio.workers.ask(
        question, game=game, moves=body.moves, seed=body.seed, start=body.position, **arguments
    )
    return found
