"""``(is Line ..)``: pieces in a row."""

from __future__ import annotations

from apts.engine.expression import Expression
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.engine.tables import ray_pairs
from apts.language.tree import Clause, Word


@ludeme(
    "(is Line [on<SiteType>] length<int> [direction<AbsoluteDirection>] [through:<int> | throughAny:<region>] "
    "[who<role> | what:<int> | whats:<{int}>] [exact:<bool>] [contiguous:<bool>] [if:condition<bool>] [byLevel:<bool>] "
    "[top:<bool>] [throughHowMuch:<int>] [isVisible:<bool>] [useOpposites:<bool>])",
    result="bool",
    documentation="Whether a line of that many like pieces runs through the site, by default through the last move's.",
)
def is_line(scope: Scope, clause: Clause) -> Expression:
    """A function that counts both ways from the pivot along every line."""
    for slot in ("throughHowMuch", "isVisible"):
        if clause.get(slot) is not None:
            raise scope.kernel.unsupported(clause, f"with {slot}:")
    stacked = scope.kernel.storage.stacking
    name = scope.kernel.function(
        ("line", id(clause)), "line", lambda inner: (_stacked if stacked else _flat)(inner, clause), scope.registers
    )
    scope.reads("board")
    return scope.call(name, *scope.registers.values())


def _flat(scope: Scope, clause: Clause) -> None:
    where = clause.get("throughAny")
    if where is None:
        pivot = scope.let("pivot", scope.integer(clause.get("through"), f"{scope.state}[LAST_TO]"))
        with scope.block(f"if {pivot} < 0 or {pivot} >= D[SITES]:"):
            scope.line("return False")
        _through(scope, clause, Expression(pivot, valid=True))
    else:
        with scope.region(where).each(scope) as pivot:
            _through(scope, clause, pivot)
    scope.line("return False")


def _through(scope: Scope, clause: Clause, pivot: Expression) -> None:
    direction = clause.get("direction")
    pairs = ray_pairs(scope.kernel, direction.name if isinstance(direction, Word) else "Adjacent")
    length = scope.let("length", scope.integer(clause.get("length")))
    matches = _matcher(scope, clause, pivot)
    contiguous = scope.flag(clause, "contiguous", True)
    both = scope.flag(clause, "useOpposites", True)
    with scope.block(f"if {matches(pivot)}:"):
        ray = scope.let("ray", f"D[{pairs} + {pivot}]")
        with scope.block(f"while {ray} < D[{pairs} + {pivot} + 1]:"):
            count = scope.let("count", "1")
            for offset in (0, 1) if both else (0,):
                with scope.block(f"for i in range(D[{ray} + {offset}], D[{ray} + {offset + 1}]):"):
                    site = scope.let("site", "D[i]", valid=True)
                    with scope.block(f"if {matches(site)}:"):
                        scope.line(f"{count} += 1")
                    if contiguous:
                        with scope.block("else:"):
                            scope.line("break")
            comparison = "==" if scope.flag(clause, "exact") else ">="
            with scope.block(f"if {count} {comparison} {length}:"):
                scope.line("return True")
            if not both:
                with scope.block(f"if D[{ray} + 2] > D[{ray} + 1]:"):
                    count = scope.let("count", "1")
                    with scope.block(f"for i in range(D[{ray} + 1], D[{ray} + 2]):"):
                        site = scope.let("site", "D[i]", valid=True)
                        with scope.block(f"if not {matches(site)}:"):
                            scope.line("break")
                        scope.line(f"{count} += 1")
                    with scope.block(f"if {count} {comparison} {length}:"):
                        scope.line("return True")
            scope.line(f"{ray} += 2")


class _matcher:
    """Whether a site belongs to the line, as code."""

    def __init__(self, scope: Scope, clause: Clause, pivot: Expression):
        self.scope, self.clause = scope, clause
        storage = scope.kernel.storage
        who, what, whats = (clause.get(slot) for slot in ("who", "what", "whats"))
        self.owner = scope.let("owner", scope.integer(who)) if who is not None else None
        self.components: list[Expression] = []
        if what is not None:
            self.components = [scope.let("what", scope.integer(what))]
        elif isinstance(whats, tuple):
            self.components = [scope.let("what", scope.integer(item)) for item in whats]
        elif who is None:
            self.components = [scope.let("what", storage.what(scope, pivot))]

    def __call__(self, site: Expression) -> Expression:
        scope, storage = self.scope, self.scope.kernel.storage
        if self.owner is not None:
            test = f"{storage.who(scope, site)} == {self.owner}"
        elif len(self.components) == 1:
            test = f"{storage.what(scope, site)} == {self.components[0]}"
        else:
            found = scope.let("found", storage.what(scope, site))
            test = "(" + " or ".join(f"{found} == {component}" for component in self.components) + ")"
        condition = self.clause.get("condition")
        if condition is not None:
            with scope.bound(to=site):
                test = f"({test} and {scope.boolean(condition)})"
        return Expression(test)


def _stacked(scope: Scope, clause: Clause) -> None:
    for slot in ("throughAny", "whats", "condition"):
        if clause.get(slot) is not None:
            raise scope.kernel.unsupported(clause, f"with {slot}: among stacks")
    pivot = Expression(scope.let("pivot", scope.integer(clause.get("through"), f"{scope.state}[LAST_TO]")), valid=True)
    with scope.block(f"if {pivot} < 0 or {pivot} >= D[SITES]:"):
        scope.line("return False")
    if scope.flag(clause, "byLevel"):
        _by_level(scope, clause, pivot)
    elif scope.flag(clause, "top"):
        _through(scope, clause, pivot)
    else:
        raise scope.kernel.unsupported(clause, "at any level of stacks")
    scope.line("return False")


def _by_level(scope: Scope, clause: Clause, pivot: Expression) -> None:
    """Lines at equal level, rising and falling lines, and the stack itself, all through the topmost piece."""
    storage = scope.kernel.storage
    direction = clause.get("direction")
    pairs = ray_pairs(scope.kernel, direction.name if isinstance(direction, Word) else "Adjacent")
    length = scope.let("length", scope.integer(clause.get("length")))
    height = scope.let("height", storage.height(scope, pivot))
    with scope.block(f"if {height} == 0:"):
        scope.line("return False")
    owner = clause.get("who")
    what = clause.get("what")
    if owner is not None:
        wanted = scope.let("owner", scope.integer(owner))

        def matches(site: Expression, level: str) -> str:
            return f"{storage.owner(_at(scope, site, level))} == {wanted}"
    else:
        wanted = scope.let("what", scope.integer(what) if what is not None else storage.what(scope, pivot))

        def matches(site: Expression, level: str) -> str:
            return f"{_at(scope, site, level)} == {wanted}"

    comparison = "==" if scope.flag(clause, "exact") else ">="
    top = scope.let("top", f"{height} - 1")
    with scope.block(f"if not {matches(pivot, top)}:"):
        scope.line("return False")
    count = scope.let("count", "1")
    level = scope.let("level", f"{top} - 1")
    with scope.block(f"while {level} >= 0 and {matches(pivot, level)}:"):
        scope.line(f"{count} += 1")
        scope.line(f"{level} -= 1")
    with scope.block(f"if {count} {comparison} {length}:"):
        scope.line("return True")
    ray = scope.let("ray", f"D[{pairs} + {pivot}]")
    with scope.block(f"while {ray} < D[{pairs} + {pivot} + 1]:"):
        with scope.block("for slope in range(-1, 2):"):
            count = scope.let("count", "1")
            for offset, sign in ((0, "+"), (1, "-")):
                level = scope.let("level", top)
                with scope.block(f"for i in range(D[{ray} + {offset}], D[{ray} + {offset + 1}]):"):
                    scope.line(f"{level} = {level} {sign} slope")
                    site = scope.let("site", "D[i]", valid=True)
                    with scope.block(f"if {level} < 0 or {level} >= D[LEVELS] or not {matches(site, level)}:"):
                        scope.line("break")
                    scope.line(f"{count} += 1")
            with scope.block(f"if {count} {comparison} {length}:"):
                scope.line("return True")
        scope.line(f"{ray} += 2")


def _at(scope: Scope, site: Expression, level: str) -> Expression:
    """The component at a level; levels above the stack hold 0."""
    scope.reads("board")
    return Expression(f"{scope.state}[D[AT_WHAT] + {site} * D[LEVELS] + {level}]")
