"""The tests that every agent must pass, whatever it is made of.

Subclass :class:`AgentContract` in a test file and give the spelling; pytest does the rest::

    class TestMyAgent(AgentContract):
        spec = "mine:depth=2"
"""

from __future__ import annotations

import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from apts.agents.agent import Agent, MatchSeat, Seating, derived_seed, spelled
from apts.agents.matches import LONGEST, course, play_match
from apts.agents.spelling import (
    AgentTexts,
    Setting,
    class_spelling,
    no_agent,
    read_settings,
    spelling_parts,
    written_settings,
)
from apts.engine.game_contract import refusal
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import OpenMatch, played
from apts.errors import AptsError
from apts.games.library import load
from apts.locales import ENGLISH
from apts.similar_names import did_you_mean


class AgentContract:
    """One agent against the contract of :class:`apts.agents.agent.Agent`, on games of both makes."""

    spec: str
    games: tuple[str, ...] = ("tic-tac-toe", "connect-four", "snowball-class")
    matches: tuple[str, ...] = ("tic-tac-toe",)
    plies = (0, 3, 6)

    @cached_property
    def agent(self) -> Agent:
        """The agent under test."""
        return agent(self.spec)

    def game(self, name: str) -> Game:
        """A game of the test; :attr:`games` and :attr:`matches` are their names."""
        return load(name)

    def positions(self) -> list[State]:
        """A few positions of each game, reached by random moves."""
        found = []
        for name in self.games:
            state, dice = self.game(name).start(1), Random(name)
            for ply in range(max(self.plies) + 1):
                if ply in self.plies and state.outcome is None:
                    found.append(state)
                state = state if state.outcome is not None else state.after(dice.choice(state.moves()))
        return found

    def test_spelling_makes_the_same_agent_again(self) -> None:
        """The spec is read back, and the agent survives a journey to another process."""
        assert self.agent.spec
        assert agent(self.agent.spec) == self.agent
        assert pickle.loads(pickle.dumps(self.agent)).spec == self.agent.spec

    def test_chosen_move_is_legal_and_the_state_is_left_alone(self) -> None:
        """In every game, and nothing changes by thinking."""
        for state in self.positions():
            before = str(state)
            assert self.agent.choose(state, seed=3) in state.moves()
            assert str(state) == before

    def test_same_seed_gives_the_same_move(self) -> None:
        """Twice in a row, with other positions in between, and in another thread."""
        positions = self.positions()
        once = [self.agent.choose(state, seed=5) for state in positions]
        again = [self.agent.choose(state, seed=5) for state in reversed(positions)][::-1]
        assert again == once
        with ThreadPoolExecutor(2) as pool:
            elsewhere = list(pool.map(lambda state: agent(self.spec).choose(state, seed=5), positions))
        assert elsewhere == once

    def test_analysis_has_a_row_for_every_move(self) -> None:
        """Each legal move once, values within bounds, lines that can be played; the position is worth its best move."""
        for state in self.positions():
            analysis = self.agent.analyze(state, seed=2)
            assert sorted(row.move.text for row in analysis.moves) == sorted(move.text for move in state.moves())
            assert analysis.best == analysis.moves[0].move
            assert len(analysis.values) == state.game.players
            assert abs(analysis.value - analysis.moves[0].value) < 1e-9
            assert abs(analysis.values[state.mover - 1] - analysis.value) < 1e-9
            for row in analysis.moves:
                assert -1.0 <= row.value <= 1.0
                assert row.low is None or row.high is None or -1.0 <= row.low <= row.high <= 1.0
                assert row.line[0] == row.move
                after = state
                for move in row.line:
                    after = after.play(move)

    def test_tree_is_cut_to_size(self) -> None:
        """What is asked for is what comes, at most, and its first moves are legal."""
        state = self.positions()[0]
        tree = self.agent.analyze(state, seed=2, tree=9).tree
        assert tree is not None
        assert 1 <= tree.size() <= 9
        assert {child.move for child in tree.children} <= {move.text for move in state.moves()}

    def test_match_is_played_to_its_end_and_can_be_played_again(self) -> None:
        """The same seed gives the same match, alone or beside another match."""
        for name in self.matches:
            game = self.game(name)
            agents = [self.agent] * game.players
            first = play_match(game, agents, seed=4)
            with ThreadPoolExecutor(2) as pool:
                others = list(pool.map(partial(play_match, game, agents), (4, 5, 4)))
            assert first.moves == others[0].moves == others[2].moves
            assert first.outcome == others[0].outcome

    def test_match_goes_as_the_players_of_the_agent_play_it(self) -> None:
        """However an agent says that it can be played quicker, every move is that of its own players."""
        for name in self.matches:
            game = self.game(name)
            players = [self.agent.player(seat, 4) for seat in range(1, game.players + 1)]
            state = game.start(derived_seed(4, "start"))
            for number, turn in enumerate(course(state, [self.agent] * game.players, 4)):
                assert turn.decision.move == players[state.mover - 1].decide(state, number).move
                state = state.after(turn.decision.move)
            assert state.outcome is not None

    def test_matches_side_by_side_go_as_each_does_alone(self) -> None:
        """The batch face tells matches apart, whatever it remembers of them, and answers as the players of the agent do."""
        for name in self.matches:
            game = self.game(name)
            seeds, seats = (4, 7, 4), range(1, game.players + 1)
            places = [MatchSeat(self.agent, seat, seed, match) for match, seed in enumerate(seeds) for seat in seats]
            starts = [game.start(derived_seed(seed, "start")) for seed in seeds]
            matches = [OpenMatch(start, [0] * game.players) for start in starts]
            found: list[list[Move]] = [[] for _ in seeds]
            for match, turn in played(matches, [type(self.agent).seated(Seating(game, places, LONGEST))], LONGEST):
                found[match].append(turn.decision.move)
            alone = [
                [turn.decision.move for turn in course(start, [self.agent] * game.players, seed)]
                for start, seed in zip(starts, seeds, strict=True)
            ]
            assert found == alone

    def test_finished_match_is_refused(self) -> None:
        """There is nothing to choose after the end."""
        state, dice = self.game("tic-tac-toe").start(), Random(1)
        while state.outcome is None:
            state = state.after(dice.choice(state.moves()))
        assert "over" in refusal(lambda _: self.agent.choose(state), "")
        assert "over" in refusal(lambda _: self.agent.analyze(state), "")


# ----------------------------------------------------------------------------------------------------------------
# The kinds of agents by name. A kind is a module that registers itself; a package may bring more.
#
# Modules of this folder whose names end in ``_agent`` are read first, then the entry points of the group
# ``apts.agents`` of installed packages: importing the module that an entry point names must register its kinds.

GROUP = "apts.agents"

FILE = "file"
"""The setting of kinds of agents that are made of a file."""


@dataclass(frozen=True)
class Kind:
    """A kind of agent: what it is called, one sentence about it, an example, its settings, and what makes one."""

    name: str
    summary: str
    example: str
    settings: tuple[Setting, ...]
    positional: str | None
    make: Callable[..., Agent]
    texts: Mapping[str, AgentTexts] = field(default_factory=dict, hash=False)
    """What it is called by language; without any, pages show how it is spelled."""
    shared: bool = False
    """Whether people may ask a studio for it: it ends soon with a small budget, and reads no file but models by name."""

    @property
    def is_of_a_file(self) -> bool:
        """Whether it is made of a file, which no page tells whole."""
        return any(setting.name == FILE for setting in self.settings)

    @property
    def is_person(self) -> bool:
        """Whether a person has to be asked."""
        return bool(getattr(self.make, "is_person", False))

    def text(self, language: str) -> AgentTexts | None:
        """What it is called in a language, or in English."""
        return self.texts.get(language) or self.texts.get(ENGLISH)


_KINDS: dict[str, Kind] = {}


def register(
    name: str,
    summary: str,
    settings: Sequence[Setting] = (),
    *,
    example: str = "",
    positional: str | None = None,
    texts: Mapping[str, AgentTexts] | None = None,
    shared: bool = False,
) -> Callable[[Callable[..., Agent]], Callable[..., Agent]]:
    """Make a class or function known as a kind of agent; it is called with the settings that were given.

    ``positional`` names the setting that may be written without its name, as in ``level:club``; ``texts`` say what pages
    call it in each language; people may ask a studio for kinds that are ``shared``.
    """

    def remember(make: Callable[..., Agent]) -> Callable[..., Agent]:
        if name in _KINDS and not _is_made_again(_KINDS[name].make, make):
            raise AptsError(f"there is an agent {name!r} already: {_KINDS[name].summary}")
        if inspect.isclass(make):
            missing = sorted(getattr(make, "__abstractmethods__", ()))
            if issubclass(make, Agent) and not make.can_decide():
                missing.append("decide")
            if missing:
                raise AptsError(
                    f"the class {make.__name__} cannot be the agent {name!r}: it lacks {' and '.join(missing)}"
                )
        kind = _KINDS[name] = Kind(
            name, summary, example or name, tuple(settings), positional, make, texts or {}, shared
        )
        if inspect.isclass(make) and issubclass(make, Agent) and "_own_spelling" not in vars(make):  # the first name
            make._own_spelling = classmethod(_spelled_as(kind, make))  # type: ignore[assignment, method-assign]
        return make

    return remember


def _is_made_again(known: Callable[..., Agent], make: Callable[..., Agent]) -> bool:
    """Whether the same definition was run again, as a cell of a notebook is."""
    names = [(getattr(one, "__module__", None), getattr(one, "__qualname__", None)) for one in (known, make)]
    return known is make or (names[0] == names[1] and None not in names[0])


def _spelled_as(kind: Kind, registered: type[Agent]) -> Callable[[type[Agent], Mapping[str, Any]], str]:
    """How objects of a registered class are spelled; those of classes derived from it are no such kind."""

    def spelling(cls: type[Agent], arguments: Mapping[str, Any]) -> str:
        known = {setting.name for setting in kind.settings}
        given = {name: value for name, value in arguments.items() if value is not None}
        if cls is not registered or not known.issuperset(given):
            return class_spelling(cls, arguments)
        text = written_settings(given, kind.settings, kind.positional)
        return f"{kind.name}:{text}" if text else kind.name

    return spelling


@cache
def _read_all() -> None:
    from importlib.metadata import entry_points  # a built-in kind need not wait for it

    folder = import_module("apts.agents.kinds")
    for module in pkgutil.iter_modules(folder.__path__):
        import_module(f"{folder.__name__}.{module.name}")
    for point in entry_points(group=GROUP):
        point.load()


def kinds() -> dict[str, Kind]:
    """All kinds of agents by name."""
    _read_all()
    return dict(sorted(_KINDS.items()))


def known_kind(name: str) -> Kind | None:
    """The kind of a name; the other kinds, and what they need, are read only where it has no file of its own."""
    if name not in _KINDS and name.isidentifier():
        folder = import_module("apts.agents.kinds")
        if find_spec(f"{folder.__name__}.{name}_agent") is not None:
            import_module(f"{folder.__name__}.{name}_agent")
    return _KINDS.get(name) or kinds().get(name)


def agent(spec: str | Agent) -> Agent:
    """The agent that a spelling stands for: ``random``, ``uct:iterations=2000,c=1.4``, ``level:club`` and so on.

    >>> from apts import agent
    >>> agent("uct:iterations=2000,c=1.4").spec
    'uct:iterations=2000,c=1.4'
    """
    if isinstance(spec, Agent):
        return spec
    if not isinstance(spec, str):
        raise no_agent(spec)
    name, rest = spelling_parts(spec)
    kind = known_kind(name)
    if kind is None:
        raise AptsError(_unknown(spec, name, list(kinds().values())))
    values = read_settings(rest, kind.settings, kind.positional, spec)
    made = kind.make(**values)
    text = written_settings(values, kind.settings, kind.positional)
    return spelled(made, f"{kind.name}:{text}" if text else kind.name)


def agent_without_files(spec: str) -> Agent | None:
    """The agent of a spelling that stands in a document, where no file has to be opened for it; None for all others.

    Whoever wrote a run chose the files that its agents name, and a report needs none of them.
    """
    kind = known_kind(spelling_parts(spec)[0])
    if kind is None or any(setting.name == FILE for setting in kind.settings):
        return None
    try:
        return agent(spec)
    except AptsError:
        return None


def version_of(spec: str) -> int:
    """The version of the kind of agent that a spelling stands for; 1 where there is no such kind."""
    kind = known_kind(spelling_parts(spec)[0])
    version = getattr(kind.make, "version", 1) if kind is not None else 1
    return version if isinstance(version, int) else 1


def file_of(spec: str) -> str | None:
    """The file that a spelling names for its kind to be made of; None for agents that are made of none."""
    name, rest = spelling_parts(spec)
    kind = known_kind(name)
    if kind is None or not kind.is_of_a_file:
        return None
    try:
        file = read_settings(rest, kind.settings, kind.positional, spec).get(FILE)
    except AptsError:  # words about a player, as in the side of a stress test
        return None
    return file if isinstance(file, str) else None


def _unknown(spec: str, name: str, known: Sequence[Kind]) -> str:
    hint = did_you_mean(name, [kind.name for kind in known], likeness=0.5)
    listed = ", ".join(kind.example for kind in known)
    return f"there is no agent {spec!r}{hint} (spellings: {listed})"


def resolve_agents(agents: str | Agent | Iterable[str | Agent]) -> list[Agent]:
    """The agents that a caller gave: one or several, as spellings, as a list written in one text, or as objects.

    Agents of one spelling that differ all the same get numbers, so that nobody takes one for the other.
    """
    if isinstance(agents, str):
        return agents_of(agents)
    if isinstance(agents, Agent) or not isinstance(agents, Iterable):
        return [agent(agents)]
    given = [agent(one) for one in agents]
    different: list[Agent] = []
    for one in given:
        if not any(one == other for other in different):
            different.append(one)
    spellings = [one.spec for one in different]
    parts = [
        one if number == 0 else spelled(copy(one), f"{one.spec}#{number + 1}")
        for place, one in enumerate(different)
        for number in [spellings[:place].count(one.spec)]
    ]
    return [parts[next(place for place, other in enumerate(different) if one == other)] for one in given]


def agents_of(text: str) -> list[Agent]:
    """The agents of a list such as ``human,uct:iterations=200,c=1``: a part like ``c=1`` belongs to the one before."""
    return [agent(spec) for spec in separated(text)]


def separated(text: str) -> list[str]:
    """The spellings of a list of agents."""
    specs: list[str] = []
    for part in text.split(","):
        head = part.partition(":")[0]
        if specs and "=" in head:
            specs[-1] += f",{part}"
        elif part.strip():
            specs.append(part.strip())
    return specs
