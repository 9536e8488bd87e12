"""Matches that the studio keeps: whether a move follows the rules, what giving up means, and the way into the archive."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from itertools import islice
from typing import Any

from apts.agents.agent_registry import agent as agent_called
from apts.agents.agent_registry import resolve_agents
from apts.agents.kinds.adaptive_agent import AdaptiveMemory, AdaptivePlayer
from apts.agents.saved_match import resignation
from apts.agents.searching.tree_pictures import tree_svg
from apts.archive import Archive, MatchRecord, RunManifest, UnknownRun, open_archive
from apts.archive.records import manifest_digest
from apts.archive.validation import DocumentPart
from apts.engine.play.game import Game, IllegalMove, Move, State
from apts.engine.play.recorded_chance import Lots, can_be_sealed, lots_at_start, lots_behind, without_stream
from apts.engine.text.offered_moves import meant_move
from apts.errors import AptsError
from apts.locales import LANGUAGES
from apts.playtest.comparing.changes import Change
from apts.playtest.comparing.compare import RunComparison
from apts.playtest.evidence.evidence import without_last_passes
from apts.playtest.experiments.side_runs import QUESTION, is_of_people, people_manifest
from apts.playtest.goals import read_goals
from apts.playtest.matches.game_source import game_of as game_of_run
from apts.playtest.matches.match import replay
from apts.playtest.run import Run, stored_run
from apts.publish.people.match_import import played_again
from apts.publish.people.sent_matches import SentMatch, sent_match
from apts.report.charts.charts import alone
from apts.report.pages.first_page import ended, essentials, goals_table, in_parts, summary, thin_notes_of_run, verdict
from apts.report.pages.run_page import report_html
from apts.report.pages.run_page import run_charts as drawn_charts
from apts.report.table_rows import finding_cards
from apts.report.texts import ReportTexts, words
from apts.studio.words import describe_goal
from apts.studio.workers.answers import game_of, question
from apts.studio.workers.game_questions import described, followed
from apts.variants.difference import ComparedRules, compared_rules


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


# ----------------------------------------------------------------------------------------------------------------
# Questions about runs of an archive: what they show, their charts and reports, and how two differ.

# ----------------------------------------------------------------------------------------------------------------
# A run as plain values in all languages of the studio: what was found, a few figures, goals, charts, a
# comparison.

MOST_CHANGES = 40
"""Figures that a comparison lists."""


def run_data(run: Run) -> dict[str, Any]:
    """What a run shows in short."""
    named = {number for finding in run.weighed for number in finding.matches}
    lengths = {str(match.number): match.length for match in run.matches if match.number in named}
    return {
        "matches": len(run.matches),
        "wanted": run.manifest.matches,
        "failed": sum(match.status == "failed" for match in run.matches),
        "settled": run.standing is not None and run.standing.stopped,
        "lengths": lengths,
        "languages": {language: _run_in_language(run, words_of(run, language)) for language in LANGUAGES},
    }


def words_of(run: Run, language: str) -> ReportTexts:
    """The words of reports in a language, with the seats called as the game calls them."""
    return replace(words(language), seat_names=() if run.game is None else run.game.seat_names)


def _run_in_language(run: Run, chosen: ReportTexts) -> dict[str, Any]:
    goals = goals_table(run, chosen)
    cards = zip(finding_cards(run, chosen), (*run.findings, *run.probable), strict=True)
    return {
        "verdict": verdict(run, chosen),
        "findings": [
            {
                "title": card.title,
                "sentence": card.sentence,
                "language": card.language,
                "evidence": card.evidence,
                "matches": list(card.matches),
                "weak": chosen("finding.weak") if card.weak else "",
                "state": found.state,
            }
            for card, found in cards
        ],
        "figures": [list(figure) for figure in summary(run, chosen)],
        "notes": thin_notes_of_run(run, chosen),
        "essentials": essentials(run, chosen),
        "goals": [
            {
                "name": judged.goal.name or str(judged.goal),
                "verdict": judged.verdict,
                "said": row[1],
                "wanted": describe_goal(judged.goal, chosen),
                "typed": str(judged.goal),
                "measured": row[3],
            }
            for row, judged in zip(goals.rows, run.judgements, strict=True)
        ],
        "none": chosen("finding.none"),
        "intervals": chosen("page.intervals"),
    }


def charts_data(run: Run) -> dict[str, list[dict[str, str]]]:
    """The charts of a run in each language: name, what they show, a drawing that is a file of its own, its size."""
    return {
        language: [
            {"name": name, "caption": chosen.known(f"chart.{name}", name), **_picture(alone(str(drawn)))}
            for name, drawn in drawn_charts(run, chosen).items()
            if drawn
        ]
        for language in LANGUAGES
        for chosen in [words_of(run, language)]
    }


def _picture(svg: str) -> dict[str, str]:
    """A drawing with its size, so that a page has room for it before it comes."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    width, height = size.groups() if size else ("400", "240")
    return {"svg": svg, "width": width, "height": height}


def comparison_data(comparison: RunComparison) -> dict[str, Any]:
    """What changed from one run to another, in all languages."""
    whole = [change for change in comparison.changes if change.is_shown_first and change.difference is not None]
    inside = sorted(
        (change for change in comparison.changes if not change.is_shown_first and change.is_real),
        key=lambda change: change.adjusted or 0.0,
    )
    real = [change for change in whole if change.is_real]
    alike = [change for change in whole if not change.is_real]
    return {
        "verdict": comparison.verdict,
        "paired": comparison.paired and not comparison.same_game,
        "goals": [judged.as_data() for judged in comparison.verdicts] if not comparison.same_game else [],
        "languages": {
            language: {
                "sentence": _capital(words(language).render(comparison.message())),
                "rules": _rules(compared_rules(comparison, language)),
                "changed": [_change(change, words(language)) for change in (*real, *inside)][:MOST_CHANGES],
                "alike": [_change(change, words(language)) for change in alike],
            }
            for language in LANGUAGES
        },
    }


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _rules(found: ComparedRules) -> dict[str, Any]:
    """What differs in rules, players and seeds: told, line by line where that cannot be told, and settings."""
    return {
        "differences": [one.as_data() for one in found.differences],
        "lines": list(found.lines),
        "settings": [asdict(one) for one in found.settings],
        "text_only": found.text_only,
    }


def _change(change: Change, chosen: ReportTexts) -> list[str]:
    """A row: what it is, A, B, the difference, its interval."""
    found = change.difference
    assert found is not None
    name = chosen.metric(change.name)
    return [
        f"{name}: {change.part}" if change.part else name,
        chosen.number(change.a.value),
        chosen.number(change.b.value),
        _signed(found.value, chosen),
        ""
        if change.p_value is None
        else chosen("word.interval", low=_signed(found.low, chosen), high=_signed(found.high, chosen)),
    ]


def _signed(value: float, chosen: ReportTexts) -> str:
    text = chosen.number(value)
    return f"+{text}" if value > 0 and text.strip(f"0{chosen.decimal}") else text


# ----------------------------------------------------------------------------------------------------------------
# Runs of an archive: what they show, their charts and reports, how two differ, and their matches position by
# position.
#
# Reading a run compiles the rules it was played with, so it is done here and not in the server.

MOST_FRAMES = 600
"""Positions of a match that are drawn."""

_LAST: dict[str, tuple[int, Run]] = {}
_GAMES: dict[str, Game] = {}


@question
def known_agents(spellings: Sequence[str]) -> list[str]:
    """The agents of spellings as the registry spells them; one that is not known, or is a person, is refused."""
    found = [one for text in spellings for one in resolve_agents(text)]
    if any(one.is_person for one in found):
        raise AptsError("a play-test is played by agents only; a person cannot take part")
    return [one.spec for one in found]


@question
def run_summary(archive: str, run: str, goals: Sequence[str] = ()) -> dict[str, Any]:
    """What a run shows in short, in all languages."""
    return run_data(_opened(archive, run, goals))


@question
def run_charts(archive: str, run: str) -> dict[str, Any]:
    """The charts of a run."""
    return charts_data(_opened(archive, run))


@question
def run_report(archive: str, run: str, language: str, goals: Sequence[str] = ()) -> str:
    """The whole report of a run as an HTML page."""
    return report_html(_opened(archive, run, goals), language)


@question
def run_comparison(archive: str, a: str, b: str) -> dict[str, Any]:
    """What changed from one run to another."""
    return comparison_data(RunComparison(_opened(archive, a), _opened(archive, b)))


@question
def run_match(archive: str, run: str, number: int) -> dict[str, Any]:
    """A match of a run: who played, every position drawn, what was played, what it was worth, how it ended."""
    with open_archive(archive, create=False) as opened:
        manifest = opened.manifest(run)
        record = without_last_passes(opened.match(run, number))
    game = _game(manifest)
    run_of_one = Run(manifest, [record], game)
    frames = list(_frames(game, record))
    parts, drawings = in_parts(frame.pop("svg") for frame in frames)
    return {
        "frames": frames,
        "parts": parts,
        "drawings": drawings,
        "turns": record.length,
        "status": record.status,
        "languages": {language: _around(run_of_one, record, language) for language in LANGUAGES},
    }


def _frames(game: Game, record: MatchRecord) -> Iterator[dict[str, Any]]:
    """The positions of a match, drawn, each with the move that led to it and what the mover held of the seats."""
    before: State | None = None
    for ply, state in enumerate(islice(replay(game, record), MOST_FRAMES + 1)):
        turn = record.turns[ply - 1] if ply else None
        move = None if turn is None or before is None else before.find_move(turn.move)
        yield {
            "svg": state.svg(move),
            "move": None if turn is None else turn.move,
            "seat": None if turn is None else turn.mover,
            "values": None if turn is None or turn.values is None else list(turn.values),
        }
        before = state


def _around(run: Run, record: MatchRecord, language: str) -> dict[str, Any]:
    """What is said around the positions of a match."""
    chosen = words_of(run, language)
    return {
        "ending": ended(run, record, chosen),
        "seats": [
            {"name": chosen("word.seat", seat=seat), "agent": run.manifest.agents[index]}
            for seat, index in enumerate(record.seats, 1)
        ],
    }


def _opened(archive: str, name: str, goals: Sequence[str] = ()) -> Run:
    """A run; the last one that was asked about is kept, for a page asks several things about it."""
    with open_archive(archive, create=False) as opened:
        matches = opened.summary(name).matches
        if not matches:
            raise AptsError("no match of this run has been played yet")
        key = repr((archive, name, manifest_digest(opened.manifest(name)), tuple(goals)))
        if key in _LAST and _LAST[key][0] == matches:
            return _LAST[key][1]
        found = stored_run(opened, name, goals=read_goals(list(goals)), own_list=False)
    _LAST.clear()
    _LAST[key] = matches, found
    return found


def _game(manifest: RunManifest) -> Game:
    key = manifest_digest(manifest)
    if key not in _GAMES:
        known = game_of_run(manifest, own_list=False)
        if known.game is None:
            raise AptsError(
                "the matches of this run cannot be shown: the studio runs no Python that a run names"
                if "source" in manifest.settings
                else f"the matches of this run cannot be shown: {known.missing}"
            )
        if len(_GAMES) > 8:
            _GAMES.clear()
        _GAMES[key] = known.game
    return _GAMES[key]
