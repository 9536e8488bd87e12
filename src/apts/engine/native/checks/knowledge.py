"""What a pass over a kernel function knows about the numbers in it: sites, kinds of pieces, places in tables and frames."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping

from apts.engine.native.checks.proofs import (
    AT_LEAST_0,
    FACED,
    PIECES,
    SET_START,
    SITES,
    TABLE,
    Facts,
    Learned,
    Walks,
    is_call,
    makes_piece,
    stored,
)
from apts.engine.native.sources import FOLDED
from apts.engine.native.trees import Rewriter, is_element, spelled, statements
from apts.engine.runtime.layout import STATE_HEAD, WORK_HEAD

POSITION = re.compile(r"^(S|B|T\d*)$")
FIELD = re.compile(r"^(AT_\w+|RANK_AT)$")


class Knowledge(Rewriter):
    """What is known of the numbers of one function, at the place that the pass has come to."""

    def __init__(
        self,
        function: ast.FunctionDef,
        capacities: Mapping[str, tuple[str, str]],
        constants: Mapping[str, int],
    ):
        self.function, self.capacities, self.constants = function, capacities, constants
        self.parameters = {argument.arg for argument in function.args.args}
        self._nodes = statements(function)
        self.walks = Walks(function, self._nodes, capacities, constants)
        self.facts = Facts()
        self._definitions: dict[str, ast.expr] = {}
        self._pieces = True
        self._learn()

    def writes_anywhere(self) -> bool:
        """Whether a word of a position is set without it being known in which field, and to what."""
        for node in self._nodes:
            if isinstance(node, (ast.Assign, ast.AugAssign)):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                empties = (
                    isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value == 0
                )
                if (
                    isinstance(target, ast.Subscript)
                    and isinstance(target.value, ast.Name)
                    and POSITION.match(target.value.id)
                    and not self._constant(target.value.id, target.slice)
                    and self._split(target.slice, FIELD)[0] is None
                    and not is_element(target.slice, "S", "LENGTH")  # the history, which comes last
                    and not empties
                ):
                    return True
        return False

    # --- what is known of variables ------------------------------------------------------------------------------

    def _learn(self) -> None:
        """Variables that are set once."""
        times: Counter[str] = Counter(self.parameters)
        values: dict[str, ast.expr] = {}
        for node in self._nodes:
            if isinstance(node, ast.Assign):
                for name in stored([node]):
                    times[name] += 1
                    values[name] = node.value
            elif isinstance(node, (ast.AugAssign, ast.For)) and isinstance(node.target, ast.Name):
                times[node.target.id] += 2
        self._assigned = set(times)
        self._definitions = {name: value for name, value in values.items() if times[name] == 1}

    def _known(self, value: ast.expr) -> Learned:
        """What is known of a value; the name is left open."""
        if is_call(value, "sure"):
            return [("", AT_LEAST_0), ("", SITES)]
        if self._is_piece(value):
            return [("", AT_LEAST_0), ("", PIECES)]
        if self._is_faced(value):
            return [("", AT_LEAST_0), ("", FACED)]
        return []

    def _is_faced(self, node: ast.expr) -> bool:
        """Whether a number is ``facing * D[ALL_SITES] + site`` with the facing of a piece and a site that exist."""
        if isinstance(node, ast.Name):
            return self.facts.below(node.id, FACED)
        if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and self._is_site(node.right)):
            return False
        row = node.left
        if not (isinstance(row, ast.BinOp) and isinstance(row.op, ast.Mult) and spelled(row.right) == SITES):
            return False
        if not (isinstance(row.left, ast.Subscript) and spelled(row.left.value) == "D"):
            return False
        start, piece = self._split(row.left.slice, TABLE)
        facings = start is not None and self.capacities.get(start.slice.id, ("", ""))[1] == "facings"  # type: ignore[attr-defined]
        return facings and piece is not None and self._is_piece(piece)

    def _is_site(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self.facts.below(node.id, SITES)

    def _is_piece(self, node: ast.expr) -> bool:
        """Whether a number is a kind of piece that exists, or 0: it was read from the field of the pieces."""
        if isinstance(node, ast.Constant):
            return node.value == 0
        if not self._pieces:
            return False
        if isinstance(node, ast.IfExp):
            return self._is_piece(node.body) and self._is_piece(node.orelse)
        if isinstance(node, ast.Name):
            return self.facts.below(node.id, PIECES)
        return makes_piece(node) or self._is_piece_field(node)

    def _is_piece_field(self, node: ast.expr) -> bool:
        if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)):
            return False
        if not POSITION.match(node.value.id):
            return False
        start, _ = self._split(node.slice, FIELD)
        return start is not None and start.slice.id == "AT_WHAT"  # type: ignore[attr-defined]

    def _number(self, node: ast.expr) -> int | None:
        """The value of a constant expression."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, int) else None
        if isinstance(node, ast.Name):
            return None if node.id in self._assigned else self.constants.get(node.id)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            operand = self._number(node.operand)
            return None if operand is None else -operand
        if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
            left = self._number(node.left)
            right = None if left is None else self._number(node.right)
            return None if left is None or right is None else FOLDED[type(node.op)](left, right)
        return None

    def _constant(self, array: str, index: ast.expr) -> bool:
        number = self._number(index)
        if number is None or number < 0:
            return False
        if array == "D":
            return isinstance(index, ast.Name) or number < self.constants["DATA_SLOTS"]
        if POSITION.match(array):
            return number < STATE_HEAD
        return array == "W" and number < WORK_HEAD

    def _is_set_start(self, value: ast.expr) -> bool:
        """Whether a value is where a set of a player or a kind of piece begins in the position."""
        if isinstance(value, ast.Name):
            return False
        field, rest = self._split(value, FIELD)
        if field is None or rest is None or not _is_multiple_of_sets(rest):
            return False
        return self.capacities.get(field.slice.id, ("", ""))[0].endswith(" set")  # type: ignore[attr-defined]

    def _is_set_word(self, index: ast.expr) -> bool:
        """Whether an index is that of a word of a set in the position, whose start was checked when it was worked out."""
        return (
            isinstance(index, ast.BinOp)
            and isinstance(index.op, ast.Add)
            and isinstance(index.left, ast.Name)
            and self.facts.below(index.left.id, SET_START)
            and isinstance(index.right, ast.Name)
            and self.facts.below(index.right.id, "D[SET_WORDS]")
        )

    def _is_frame_word(self, index: ast.expr) -> bool:
        """Whether an index is that of a word of a set in the frame."""
        return (
            isinstance(index, ast.BinOp)
            and isinstance(index.op, ast.Add)
            and self._in_frame(index.left)
            and isinstance(index.right, ast.Name)
            and self.facts.below(index.right.id, "D[SET_WORDS]")
        )

    def _is_level(self, node: ast.expr) -> bool:
        """Whether an index is that of a level that exists, at a site that exists."""
        return (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Add)
            and isinstance(node.right, ast.Name)
            and self.facts.below(node.right.id, "D[LEVELS]")
            and isinstance(node.left, ast.BinOp)
            and isinstance(node.left.op, ast.Mult)
            and is_element(node.left.right, "D", "LEVELS")
            and self._is_site(node.left.left)
        )

    def _split(self, index: ast.expr, names: re.Pattern[str]) -> tuple[ast.Subscript | None, ast.expr | None]:
        """An index as the start of a field or table and the rest, if it has that form."""
        if isinstance(index, ast.Name) and index.id in self._definitions:
            definition = self._definitions[index.id]
            start, rest = self._split(definition, names)
            return (start, rest) if start is not None and _steady(definition) else (None, None)
        if (
            isinstance(index, ast.Subscript)
            and isinstance(index.value, ast.Name)
            and index.value.id == "D"
            and isinstance(index.slice, ast.Name)
            and names.match(index.slice.id)
        ):
            return index, None
        if isinstance(index, ast.BinOp) and isinstance(index.op, (ast.Add, ast.Sub)):
            start, rest = self._split(index.left, names)
            if start is None:
                return None, None
            if rest is None and isinstance(index.op, ast.Add):
                return start, index.right
            return start, ast.BinOp(rest or ast.Constant(0), index.op, index.right)
        return None, None

    def _in_frame(self, node: ast.expr) -> bool:
        """Whether an index is the start of a set in the frame, for which the function has made sure that it fits."""
        if isinstance(node, ast.Name) and node.id in self._definitions:
            return self._in_frame(self._definitions[node.id])
        if isinstance(node, ast.Name):
            return node.id == "sp"
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._in_frame(node.left) and re.fullmatch(r"\d+ \* D\[SET_WORDS\]", spelled(node.right)) is not None
        return False


def _is_multiple_of_sets(node: ast.expr) -> bool:
    """Whether an expression ends with the words of a set, multiplied."""
    last = node
    while isinstance(last, ast.BinOp):
        last = last.right
    return is_element(last, "D", "SET_WORDS") and spelled(node).endswith("* D[SET_WORDS]")


def _steady(node: ast.expr) -> bool:
    """Whether an expression can be written again later in the function with the same meaning."""
    return all(
        not isinstance(part, (ast.Call, ast.IfExp, ast.Compare))
        and not (isinstance(part, ast.Subscript) and not (isinstance(part.value, ast.Name) and part.value.id == "D"))
        for part in ast.walk(node)
    ) and all(
        part.id == "D" or part.id.isupper() or part.id == "sp" for part in ast.walk(node) if isinstance(part, ast.Name)
    )
