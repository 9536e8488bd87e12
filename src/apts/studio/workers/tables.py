"""Matches that the studio keeps: whether a move follows the rules, what giving up means, and the way into the archive."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from apts.agents.agent_registry import agent as agent_called
from apts.agents.kinds.adaptive_agent import AdaptiveMemory, AdaptivePlayer
from apts.agents.saved_match import resignation
from apts.agents.searching.tree_pictures import tree_svg
from apts.archive import Archive, UnknownRun, open_archive
from apts.archive.validation import DocumentPart
from apts.engine.play.game import Game, IllegalMove, Move, State
from apts.engine.play.recorded_chance import Lots, can_be_sealed, lots_at_start, lots_behind, without_stream
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.playtest.experiments.side_runs import QUESTION, is_of_people, people_manifest
from apts.playtest.run import stored_run
from apts.publish.people.match_import import played_again
from apts.publish.people.sent_matches import SentMatch, sent_match
from apts.studio.workers.answers import game_of, question
from apts.studio.workers.position_questions import described, followed


@question
def turn(game: Mapping[str, Any], move: str, moves: Sequence[str] = (), seed: int = 0) -> dict[str, Any]:
    """A move as the rules write it, the position behind it, and what chance decided."""
    state, _ = followed(game_of(game), moves, seed)
    try:
        found = meant_move(state, move)
    except IllegalMove as problem:
        raise IllegalMove(without_stream(str(problem))) from None
    return _made(state, found)


@question
def agent_turn(
    game: Mapping[str, Any],
    agent: str,
    moves: Sequence[str] = (),
    seed: int = 0,
    agent_seed: int = 0,
    memory: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The same for an agent at a table; one that adapts goes on from what it remembers, and tells what it does now."""
    loaded = game_of(game)
    state, _ = followed(loaded, moves, seed)
    if state.over:
        raise AptsError("the match is over, so there is no move to play")
    deciding = agent_called(agent).playing(loaded)
    player = deciding.player(state.mover, agent_seed)
    if not isinstance(player, AdaptivePlayer):
        return _made(state, deciding.choose(state, seed=agent_seed))
    player.memory = AdaptiveMemory(**(memory or {}))
    decided = player.decide(state, len(moves))
    return {**_made(state, decided.move), "memory": asdict(player.memory)}


@question
def lots(game: Mapping[str, Any], moves: Sequence[str] = (), seed: int = 0) -> list[Any] | None:
    """What chance decided at the start and in each move; None in games without chance, nothing where it cannot be told."""
    loaded = game_of(game)
    if not loaded.has_chance:
        return None
    if not can_be_sealed(loaded):
        return []
    state = loaded.start(seed)
    found = [_chance_data(lots_at_start(state))]
    for text in moves:
        move = meant_move(state, text)
        after = state.after(move)
        found.append(_chance_data(lots_behind(state, move, after)))
        state = after
    return found


def _made(state: State, move: Move) -> dict[str, Any]:
    after = state.after(move)
    data = {"move": move.text, "after": described(after, listed=False)}
    tells = state.game.has_chance and can_be_sealed(state.game)
    return {**data, "lots": _chance_data(lots_behind(state, move, after)) if tells else []}


def _chance_data(found: Lots) -> list[Any]:
    """Words as texts: scripts have no whole numbers of 64 bits."""
    return [[place, str(word)] for place, word in found]


@question
def given_up(game: Mapping[str, Any], seat: int, moves: Sequence[str] = (), seed: int = 0) -> list[float]:
    """The places of all seats when one gives up."""
    state, _ = followed(game_of(game), moves, seed)
    return list(resignation(seat, state).ranks)


@question
def decided(game: Mapping[str, Any], seats: Collection[int], moves: Sequence[str], seed: int = 0) -> int | None:
    """How many moves were made before the last decision of some seats; None where they decided nothing yet."""
    state = game_of(game).start(seed)
    found = None
    for place, text in enumerate(moves):
        if state.mover in seats and len(state.moves()) > 1:
            found = place
        state = state.after(meant_move(state, text))
    return found


@question
def take_in(
    game: Mapping[str, Any], archive: str, match: Mapping[str, Any], run: str | None = None, number: int | None = None
) -> dict[str, Any]:
    """Put a match of people into the archive, played again by the rules; where it was there before, it is replaced."""
    loaded = game_of(game)
    sent = sent_match(DocumentPart(dict(match), "the match"), loaded.players)
    with open_archive(archive) as opened:
        if run is not None and number is not None:
            with suppress(UnknownRun):
                opened.discard(run, [number])
        name = opened.start(people_manifest(loaded, 0))
        kept = _added(opened, name, loaded, sent, number if run == name else None)
        opened.start(people_manifest(loaded, len(opened.numbers(name))), name)
    return {"run": name, "number": kept}


def _added(archive: Archive, run: str, game: Game, sent: SentMatch, number: int | None) -> int:
    """Store a match under its number, or the next that is free: somebody else may take one at the same time."""
    while True:
        place = number or max(archive.numbers(run), default=0) + 1
        if archive.add(run, [played_again(game, sent, place)]):
            return place
        number = None


@question
def people_beside(game: Mapping[str, Any], archive: str) -> dict[str, Any] | None:
    """What people did, beside the agents of the newest play-test of the same rules; None where no match has ended."""
    loaded = game_of(game)
    with open_archive(archive) as opened:
        people, agents = None, None
        for summary in opened.runs():
            if summary.game != loaded.name:
                continue
            manifest = opened.manifest(summary.name)
            if is_of_people(manifest):
                people = summary.name if manifest.rules == people_manifest(loaded, 0).rules else people
            elif QUESTION not in manifest.settings and summary.matches:
                agents = summary.name
        if people is None:
            return None
        for name in (agents, people):
            seen = None if name is None else stored_run(opened, name, own_list=False).people
            if seen is not None:
                return {**seen.as_data(), "run": name if seen.compared else None}
    return None


@question
def tree(
    game: Mapping[str, Any], moves: Sequence[str] = (), seed: int = 0, iterations: int = 3000, nodes: int = 40
) -> dict[str, Any]:
    """The part of a search tree that was visited most, as a picture."""
    state, _ = followed(game_of(game), moves, seed)
    if state.over:
        raise AptsError("the match is over, so there is nothing to search")
    found = agent_called(f"uct:iterations={iterations}").playing(state.game).analyze(state, seed=1, tree=nodes)
    if found.tree is None:
        raise AptsError("this search has no tree to draw")
    return {"svg": tree_svg(found.tree, f"{state.game.name}: {iterations} iterations")}
