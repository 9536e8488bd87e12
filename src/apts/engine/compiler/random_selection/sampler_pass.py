"""Choosing one of the moves at random without listing them all.

Where rules give a move for each site of a set, the moves can be counted by counting the set, and the one with a given
number is that of the set's member with that number. This pass reads the functions that list moves and writes two more
for each of them: one that counts, and one that writes only the record with a given number. Both go through the rules in
the order of the list, so that the same random number chooses the same move. A function that tests moves one by one is
not worth going through twice: on the way to it the count gives -1, and the moves are listed. Steps to empty sites are no
such case: how many neighbours of a site are empty, the sets of both tell at once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from apts.engine.compiler.origins import MARK
from apts.engine.compiler.random_selection.pure_code import is_pure, only_asks
from apts.engine.native.parsing import parsed

_RECORD = re.compile(r"^record\d+$")
_LIST_OF_TABLE = re.compile(r"^D\[D\[(TABLE\d+)\] \+ (\w+)\]$")
# Procedures that fill a set in the frame of a function; doing it twice changes nothing else.
_SETS_MADE = frozenset(("within", "clear_set", "copy_set", "unite_set", "intersect_set", "subtract_set"))
_ABOUT_SETS = frozenset(("set_size", "common_size", "first_site", "no_site", "only_site", "sets_meet", "same_set"))
_RAYS_OF_TABLE = re.compile(r"^range\(D\[D\[(TABLE\d+)\] \+ (\w+)\], D\[D\[\1\] \+ \2 \+ 1\]\)$")

Lines = Iterator[str]


class SamplerPass:
    """The functions that count the moves of a kernel and pick one of them.

    ``masks`` gives for a table of lists of sites the slot of the same lists as sets, if counting with them is worth it;
    ``open_rays`` for a table of rays the slot of the same rays as words.
    """

    def __init__(
        self,
        functions: Iterable[str],
        masks: Callable[[str], int | None] = lambda table: None,
        open_rays: Callable[[str], int | None] = lambda table: None,
    ):
        self.masks, self.open_rays = masks, open_rays
        self._sources: dict[str, str] = {}
        for source in functions:
            named = re.search(r"^def (\w+)\(", source, re.MULTILINE)
            if named is not None:
                self._sources[named.group(1)] = source
        self._asking: dict[str, bool] = {}
        self._countable: dict[str, bool] = {}
        self.together: dict[str, int] = {}  # of functions that can be counted: how many loops need not be gone through
        self.written: list[str] = []

    def asks(self, name: str) -> bool:
        """Whether a function only answers a question, so that it can be called once more."""
        if name not in self._asking:
            written = self._sources.get(name)
            self._asking[name] = name in _ABOUT_SETS if written is None else only_asks(written)
        return self._asking[name]

    def countable(self, name: str) -> bool:
        """Whether some way through a function that lists moves can be counted; then both functions are written."""
        if name not in self._countable:
            self._countable[name] = False  # one that calls itself cannot
            if name in self._sources:
                twins = [_SamplerCopy(self, self._sources[name], picks=picks) for picks in (False, True)]
                texts = [twin.text() for twin in twins]
                if all(texts):
                    self._countable[name] = True
                    self.together[name] = twins[0].together
                    self.written += [text for text in texts if text]
        return self._countable[name]


class _SamplerCopy:
    """Writes the function that counts the moves of another one, or the one that picks one of them."""

    def __init__(self, choosing: SamplerPass, source: str, *, picks: bool):
        self.choosing, self.picks = choosing, picks
        self.marks = [mark.group(0) if (mark := MARK.search(line)) else "" for line in source.split("\n")]
        node = parsed(source).body[0]
        assert isinstance(node, ast.FunctionDef)
        self.node = node
        self.found = False  # whether any move is counted
        self._refused = 0  # places that cannot be counted
        self.together = 0  # loops whose moves are counted without going through them

    def text(self) -> str | None:
        """The function, or nothing where no move can be counted."""
        body = "\n".join(self._block(self.node.body, 1))
        if not self.found:
            return None
        arguments = [argument.arg for argument in self.node.args.args]
        name = f"{'pick' if self.picks else 'count'}_{self.node.name}"
        if self.picks:
            arguments.append("chosen")
        return f"@compiled\ndef {name}({', '.join(arguments)}):\n{body}\n"

    def _line(self, node: ast.stmt, depth: int, text: str) -> str:
        return "    " * depth + text + self.marks[node.lineno - 1]

    def _block(self, body: list[ast.stmt], depth: int) -> Lines:
        for node in body:
            lines = self._statement(node, depth)
            if lines is None:
                self._refused += 1
                yield self._line(node, depth, "return -1")
                return
            yield from lines

    def _statement(self, node: ast.stmt, depth: int) -> list[str] | None:
        """The lines for a statement; None for one that cannot be counted."""
        if isinstance(node, ast.Return | ast.Pass) or (isinstance(node, ast.Expr) and _makes_set(node.value)):
            return [self._line(node, depth, ast.unparse(node))]
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return self._assignment(node, node.targets[0].id, depth)
        if isinstance(node, ast.If) and is_pure(node.test, self.choosing.asks):
            return self._branch(node, depth)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            return self._loop(node, depth)
        return None

    def _assignment(self, node: ast.Assign, name: str, depth: int) -> list[str] | None:
        call = node.value
        if name != "n":
            return [self._line(node, depth, ast.unparse(node))] if is_pure(call) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return None
        if _RECORD.match(call.func.id):
            self.found = True
            if not self.picks:
                return [self._line(node, depth, "n += 1")]
            return [
                self._line(node, depth, "if n == chosen:"),
                *self._picked(node, call, depth + 1),
                self._line(node, depth, "n += 1"),
            ]
        if not all(is_pure(argument) for argument in call.args) or not self.choosing.countable(call.func.id):
            return None
        self.found = True
        self.together += self.choosing.together[call.func.id]
        arguments = [ast.unparse(argument) for argument in call.args] + (["chosen"] if self.picks else [])
        kind = "pick" if self.picks else "count"
        return [
            self._line(node, depth, f"n = {kind}_{call.func.id}({', '.join(arguments)})"),
            self._line(node, depth, "if n < 0:"),
            self._line(node, depth + 1, "return -1"),
        ]

    def _picked(self, node: ast.stmt, call: ast.Call, depth: int) -> list[str]:
        """Write the record that was chosen as the first of the list, and leave."""
        record = ast.unparse(ast.Call(call.func, [*call.args[:3], ast.Constant(0), *call.args[4:]], []))
        return [self._line(node, depth, record), self._line(node, depth, "return -1")]

    def _branch(self, node: ast.If, depth: int) -> list[str]:
        if isinstance(node.test, ast.Constant) and node.test.value and not node.orelse:
            return list(self._block(node.body, depth))
        lines = [self._line(node, depth, f"if {ast.unparse(node.test)}:"), *self._block(node.body, depth + 1)]
        if node.orelse:
            lines += [self._line(node, depth, "else:"), *self._block(node.orelse, depth + 1)]
        return lines

    def _loop(self, node: ast.For, depth: int) -> list[str] | None:
        if not is_pure(node.iter):
            return None
        for form in (_members, _listed):
            sites = form(node)
            if sites is not None:
                return self._sites(node, sites, depth) or self._within_each(node, sites, depth)
        along = self._rays(node, depth)
        if along is not None:
            return along
        if ast.unparse(node.iter).startswith("range(1 if "):  # what is done once or not at all
            header = f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:"
            return [self._line(node, depth, header), *self._block(node.body, depth + 1)]
        return None

    def _within_each(self, node: ast.For, sites: _Sites, depth: int) -> list[str] | None:
        """The lines for a loop over sites of which each has moves that can be counted together."""
        if not sites.is_set:
            return self._steps(node, sites, depth)
        refused, found, together = self._refused, self.found, self.together
        bits = node.body[1]
        assert isinstance(bits, ast.While)
        inner = list(self._block(sites.rest, depth + 2))
        if self._refused > refused or self.together == together:
            self._refused, self.found = refused, found
            return None
        return [
            self._line(node, depth, f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:"),
            self._line(node, depth + 1, ast.unparse(node.body[0])),
            self._line(node, depth + 1, f"while {ast.unparse(bits.test)}:"),
            *(self._line(line, depth + 2, ast.unparse(line)) for line in bits.body[:2]),
            *inner,
        ]

    def _steps(self, node: ast.For, sites: _Sites, depth: int) -> list[str] | None:
        """The lines for a loop over the neighbours of a site that keeps a record for each one that is empty."""
        listed = _LIST_OF_TABLE.match(sites.low)
        tested = _tested_record(sites.rest)
        if listed is None or tested is None:
            return None
        test, call = tested
        mask = self.choosing.masks(listed[1])
        if mask is None or ast.unparse(test) != f"S[D[AT_WHAT] + {sites.site}] == 0":
            return None
        self.found = True
        self.together += 1
        size = f"size_{node.lineno}"
        empty = f"common_size(D, D[{mask}] + {listed[2]} * D[SET_WORDS], S, D[AT_EMPTY], D[SET_WORDS])"
        lines = [self._line(node, depth, f"{size} = {empty}")]
        if self.picks:
            lines += [
                self._line(node, depth, f"if chosen < n + {size}:"),
                self._line(node, depth + 1, f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}:"),
                self._line(node.body[0], depth + 2, ast.unparse(node.body[0])),
                self._line(node, depth + 2, f"if {ast.unparse(test)}:"),
                self._line(node, depth + 3, "if n == chosen:"),
                *self._picked(node, call, depth + 4),
                self._line(node, depth + 3, "n += 1"),
                self._line(node, depth + 1, "return -1"),
            ]
        return [*lines, self._line(node, depth, f"n += {size}")]

    def _rays(self, node: ast.For, depth: int) -> list[str] | None:
        """The lines for a loop over rays that keeps a record for each site up to the first that is not empty."""
        walk = node.body[0]
        rays = _RAYS_OF_TABLE.match(ast.unparse(node.iter))
        if rays is None or len(node.body) != 1 or not isinstance(walk, ast.For):
            return None
        steps, ray, step = _listed(walk), ast.unparse(node.target), ast.unparse(walk.target)
        found = None if steps is None or steps.low != f"D[{ray}]" else _record_of_empty(steps)
        slot = self.choosing.open_rays(rays[1])
        if steps is None or found is None or slot is None or ast.unparse(walk.iter) != f"range(D[{ray}], D[{ray} + 1])":
            return None
        self.found = True
        self.together += 1
        low, high, words, size = (f"{name}_{node.lineno}" for name in ("low", "high", "words", "size"))
        lines = [
            self._line(node, depth, f"{low} = low_sites(S, D[AT_EMPTY], D[SET_WORDS])"),
            self._line(node, depth, f"{high} = high_sites(S, D[AT_EMPTY], D[SET_WORDS])"),
            self._line(node, depth, f"for {ray} in {ast.unparse(node.iter)}:"),
            self._line(node, depth + 1, f"{words} = D[{slot}] + 3 * ({ray} - D[D[{rays[1]}]])"),
            self._line(node, depth + 1, f"if is_rising(D, {words}):"),
            self._line(node, depth + 2, f"{size} = rising_steps(D, {words}, {low}, {high})"),
            self._line(node, depth + 1, "else:"),
            self._line(node, depth + 2, f"{size} = falling_steps(D, {words}, {low}, {high})"),
        ]
        if self.picks:
            lines += [
                self._line(node, depth + 1, f"if chosen < n + {size}:"),
                self._line(node, depth + 2, f"{step} = D[{ray}] + (chosen - n)"),
                self._line(node, depth + 2, f"{steps.site} = sure(D[{step}])"),
                *self._picked(node, found, depth + 2),
            ]
        return [*lines, self._line(node, depth + 1, f"n += {size}")]

    def _sites(self, node: ast.For, sites: _Sites, depth: int) -> list[str] | None:
        """The lines for a loop over sites that writes a record for each; it may note that there was any."""
        *notes, last = sites.rest
        call = last.value if isinstance(last, ast.Assign) else None
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and _RECORD.match(call.func.id)):
            return None
        if not all(isinstance(note, ast.Assign) and isinstance(note.value, ast.Constant) for note in notes):
            return None
        self.found = True
        self.together += 1
        size = f"size_{node.lineno}"
        lines = [self._line(node, depth, f"{size} = {sites.size}")]
        if self.picks:
            lines += [
                self._line(node, depth, f"if chosen < n + {size}:"),
                self._line(node, depth + 1, f"{sites.site} = sure({sites.member('chosen - n')})"),
                *self._picked(node, call, depth + 1),
            ]
        if notes:
            lines.append(self._line(node, depth, f"if {size} > 0:"))
            lines += [self._line(note, depth + 1, ast.unparse(note)) for note in notes]
        return [*lines, self._line(node, depth, f"n += {size}")]


def _makes_set(node: ast.expr) -> bool:
    """Whether a call does nothing but fill a set in the frame."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SETS_MADE):
        return False
    return (node.func.id == "within" or ast.unparse(node.args[0]) == "W") and all(is_pure(part) for part in node.args)


def _tested_record(body: list[ast.stmt]) -> tuple[ast.expr, ast.Call] | None:
    """The test and the record of ``if test: n = record0(..)`` that stands alone."""
    test = body[0] if len(body) == 1 else None
    if not isinstance(test, ast.If) or test.orelse or len(test.body) != 1 or not isinstance(test.body[0], ast.Assign):
        return None
    record = test.body[0].value
    if isinstance(record, ast.Call) and isinstance(record.func, ast.Name) and _RECORD.match(record.func.id):
        return test.test, record
    return None


def _record_of_empty(steps: _Sites) -> ast.Call | None:
    """The record that a walk keeps of each site, if it ends at the first site that is not empty and does nothing else."""
    if len(steps.rest) != 2:
        return None
    end, kept = steps.rest
    if isinstance(kept, ast.If) and isinstance(kept.test, ast.Constant) and kept.test.value and not kept.orelse:
        kept = kept.body[0] if len(kept.body) == 1 else kept
    if ast.unparse(end) != f"if not S[D[AT_WHAT] + {steps.site}] == 0:\n    break" or not isinstance(kept, ast.Assign):
        return None
    record = kept.value
    named = isinstance(record, ast.Call) and isinstance(record.func, ast.Name) and _RECORD.match(record.func.id)
    return record if named and isinstance(record, ast.Call) else None


@dataclass(frozen=True)
class _Sites:
    """A loop over sites: how many there are and the one with a number (code), its variable, and what is done with each.

    ``low`` is where a list begins; one without it goes through the members of a set.
    """

    size: str
    member: Callable[[str], str]
    site: str
    rest: list[ast.stmt]
    low: str = ""

    @property
    def is_set(self) -> bool:
        """Whether the sites are the members of a set."""
        return not self.low


def _members(node: ast.For) -> _Sites | None:
    """A loop over the words of a set and the bits of a word: its size, a member by number, the site, and the rest."""
    if len(node.body) != 2 or ast.unparse(node.iter) != "range(D[SET_WORDS])":
        return None
    index = ast.unparse(node.target)
    load, bits = node.body
    if not (isinstance(load, ast.Assign) and isinstance(load.value, ast.Subscript) and isinstance(bits, ast.While)):
        return None
    array, place = ast.unparse(load.value.value), load.value.slice
    if not (isinstance(place, ast.BinOp) and isinstance(place.op, ast.Add) and ast.unparse(place.right) == index):
        return None
    word, base = ast.unparse(load.targets[0]), ast.unparse(place.left)
    if len(bits.body) < 3 or not isinstance(bits.body[0], ast.Assign) or ast.unparse(bits.test) != f"{word} != 0":
        return None
    site = ast.unparse(bits.body[0].targets[0])
    if ast.unparse(bits.body[0].value) != f"sure(({index} << 5) + lowest_bit({word}))":
        return None
    if ast.unparse(bits.body[1]) != f"{word} &= {word} - 1":
        return None

    def member(number: str) -> str:
        return f"nth_site({array}, {base}, D[SET_WORDS], {number})"

    return _Sites(f"set_size({array}, {base}, D[SET_WORDS])", member, site, bits.body[2:])


def _listed(node: ast.For) -> _Sites | None:
    """A loop over a list of the data, in the same terms."""
    bounds = node.iter.args if isinstance(node.iter, ast.Call) else []
    first = node.body[0]
    if len(bounds) != 2 or len(node.body) < 2 or not isinstance(first, ast.Assign):
        return None
    if ast.unparse(first.value) != f"sure(D[{ast.unparse(node.target)}])":
        return None
    low, high = map(ast.unparse, bounds)
    site = ast.unparse(first.targets[0])
    return _Sites(f"max({high} - {low}, 0)", lambda number: f"D[{low} + {number}]", site, node.body[1:], low)
