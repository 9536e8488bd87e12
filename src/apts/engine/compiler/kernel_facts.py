"""What the functions of a finished kernel call, read and draw: facts that follow from the compiled rules.

They are worked out from the syntax of the kernel, function by function; what a rule would like to say about itself plays
no part. Functions of the runtime, which all kernels share, are not looked into: they are book-keeping.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from apts.engine.native.parsing import parsed

STREAM = "CHANCE"
"""The word of a position that all draws come from."""

NOTED = "note_move"
"""The function by which a move becomes the last one; what is read before it is read of the move before."""


@dataclass(frozen=True)
class FunctionFacts:
    """One function: which others it calls, which words of the head it reads, and whether it draws from chance.

    A word that is only set, or only added to, decides nothing and is not read.
    """

    calls: frozenset[str]
    words: frozenset[str]
    draws: bool


class KernelFacts:
    """The functions of a kernel, and what is reached from the ones that are called from outside."""

    def __init__(self, source: str):
        self._source = source

    @cached_property
    def _trees(self) -> dict[str, ast.FunctionDef]:
        return {node.name: node for node in parsed(self._source).body if isinstance(node, ast.FunctionDef)}

    @cached_property
    def functions(self) -> dict[str, FunctionFacts]:
        """All functions by name."""
        return {name: _facts(ast.walk(tree)) for name, tree in self._trees.items()}

    @cached_property
    def beginnings(self) -> dict[str, FunctionFacts]:
        """Of the functions that make a move the last one, the part before they do."""
        found = {}
        for name in [name for name, facts in self.functions.items() if NOTED in facts.calls]:
            nodes = list(ast.walk(self._trees[name]))
            noted = min(_place(node) for node in nodes if isinstance(node, ast.Call) and _called(node) == NOTED)
            found[name] = _facts(node for node in nodes if _place(node) < noted)
        return found

    def reached(self, *roots: str) -> set[str]:
        """The functions that are called from some, directly or not, and these themselves."""
        seen: set[str] = set()
        waiting = [name for name in roots if name in self.functions]
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting.extend(called for called in self.functions[name].calls if called in self.functions)
        return seen

    def draws(self, *roots: str) -> bool:
        """Whether chance has a say in what these functions do."""
        return self._may_draw and any(self.functions[name].draws for name in self.reached(*roots))

    @property
    def _may_draw(self) -> bool:
        """Whether the word of draws is anywhere more than set, as all kernels set it; for most games this says all."""
        return STREAM in self._source.replace(f"[{STREAM}] = ", "")

    @cached_property
    def chance_in_moves(self) -> bool:
        """Whether chance has a say in which moves there are."""
        return self.draws("moves")

    @cached_property
    def chance_later(self) -> bool:
        """Whether finding or playing moves draws from chance; what only the start position draws does not count."""
        return self.draws("moves", "play")

    def draws_besides(self, *names: str) -> bool:
        """Whether finding or playing moves draws from chance anywhere but in some functions."""
        reached = self.reached("moves", "play") if self._may_draw else set()
        return any(self.functions[name].draws for name in reached.difference(names))

    def words_of_choosing(self) -> set[str]:
        """The words of the head that are read while moves are found, and while one is played until it is the last."""
        started = self.beginnings.values()
        reached = self.reached("moves", *(name for facts in started for name in facts.calls))
        return set().union(*(self.functions[name].words for name in reached), *(facts.words for facts in started))

    def words_of_playing(self, *without: str) -> set[str]:
        """The words of the head that are read anywhere in a match, except in some functions."""
        reached = self.reached("moves", "play").difference(without)
        return set().union(*(self.functions[name].words for name in reached))


@lru_cache(maxsize=256)
def kernel_facts(source: str) -> KernelFacts:
    """The facts of a kernel, worked out once."""
    return KernelFacts(source)


def _facts(nodes: Iterable[ast.AST]) -> FunctionFacts:
    calls, words, set_only = set(), set(), 0
    names = 0
    for node in nodes:
        if isinstance(node, ast.Call):
            calls.add(_called(node))
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
            if isinstance(node.ctx, ast.Load):
                words.add(node.slice.id)
            set_only += node.slice.id == STREAM and isinstance(node.ctx, ast.Store)
        elif isinstance(node, ast.Name):
            names += node.id == STREAM
    return FunctionFacts(frozenset(calls), frozenset(words), names > set_only)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _place(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
