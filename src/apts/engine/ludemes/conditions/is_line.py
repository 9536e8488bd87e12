"""``(is Line ..)``: pieces in a row."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.geometry_tables import line_windows, ray_pairs
from apts.engine.lowering.sites.owners import owner_among
from apts.engine.lowering.sites.visibility import is_covered, is_joined_visibly
from apts.language.tree import Clause, Word

MOST_KINDS = 60  # the kinds met on a line are bits of one word


@ludeme(
    "(is Line [on<SiteType>] length<int> [direction<AbsoluteDirection>] [through:<int> | throughAny:<region>] "
    "[who<role> | what:<int> | whats:<{int}>] [exact:<bool>] [contiguous:<bool>] [if:condition<bool>] [byLevel:<bool>] "
    "[top:<bool>] [throughHowMuch:<int>] [isVisible:<bool>] [useOpposites:<bool>])",
    result="bool",
    documentation="Whether a line of that many like pieces runs through the site, by default through the last move's.",
)
def is_line(scope: Scope, clause: Clause) -> Expression:
    """A function that counts both ways from the pivot along every line."""
    stacked = scope.kernel.storage.stacking
    if len(scope.kernel.equipment.components) > MOST_KINDS and clause.get("throughHowMuch") is not None:
        raise scope.kernel.unsupported(clause, f"with throughHowMuch: of more than {MOST_KINDS} kinds of piece")
    name = scope.kernel.function(
        ("line", id(clause)), "line", lambda inner: (_stacked if stacked else _flat)(inner, clause), scope.registers
    )
    return scope.ask(name, *scope.registers.values())


def _flat(scope: Scope, clause: Clause) -> None:
    special = any(clause.get(slot) is not None for slot in ("throughHowMuch", "isVisible"))
    through = _through_kinds if special else _through
    where = clause.get("throughAny")
    if where is None:
        pivot = scope.let("pivot", scope.integer(clause.get("through"), f"{scope.state}[LAST_TO]"))
        with scope.block(f"if {pivot} < 0 or {pivot} >= D[SITES]:"):
            scope.line("return False")
        through(scope, clause, Expression(pivot, valid=True))
    else:
        with scope.region(where).each(scope) as pivot:
            _end_at_condition(scope, clause, pivot)
            through(scope, clause, pivot)
    scope.line("return False")


def _end_at_condition(scope: Scope, clause: Clause, pivot: Expression) -> None:
    """Of several sites, the first that does not meet the condition ends the question; other kinds of piece do not."""
    if clause.get("condition") is None:
        return
    given = any(clause.get(slot) is not None for slot in ("what", "whats"))
    considered = f"if {_matcher(scope, clause, pivot).kind(pivot)}:" if given else "if True:"
    with scope.block(considered), scope.bound(to=pivot):
        met = scope.boolean(clause.get("condition"))
        with scope.block(f"if not ({met}):"):
            scope.line("return False")


def _through(scope: Scope, clause: Clause, pivot: Expression) -> None:
    direction = clause.get("direction")
    group = direction.name if isinstance(direction, Word) else "Adjacent"
    pairs = ray_pairs(scope.kernel, group)
    given = scope.integer(clause.get("length"))
    length = scope.let("length", given)
    matches = _matcher(scope, clause, pivot)
    exact, contiguous = scope.flag(clause, "exact"), scope.flag(clause, "contiguous", True)
    both = scope.flag(clause, "useOpposites", True)
    owner = matches.owner_of_all
    if owner is None or given.fixed is None or given.fixed < 1 or not contiguous or not both:
        _along_rays(scope, pairs, pivot, length, matches, exact=exact, contiguous=contiguous, both=both)
        return
    with scope.block(f"if {matches.mark} > 0:"):
        array, base = scope.kernel.storage.owned(scope, owner).stored(scope)
        own = scope.let("own", f"{array}[{base}]")
        windows = line_windows(scope.kernel, group, given.fixed, exact=exact)
        window = scope.let("window", f"D[{windows} + {pivot}]")
        with scope.block(f"while {window} < D[{windows} + {pivot} + 1]:"):
            with scope.block(f"if {own} & D[{window} + 1] == D[{window}]:"):
                scope.line("return True")
            scope.line(f"{window} += 2")
    with scope.block("else:"):  # empty sites, which are in a row like any other kind
        _along_rays(scope, pairs, pivot, length, matches, exact=exact, contiguous=contiguous, both=both)


def _along_rays(
    scope: Scope,
    pairs: str,
    pivot: Expression,
    length: Expression,
    matches: _matcher,
    *,
    exact: bool,
    contiguous: bool,
    both: bool,
) -> None:
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
            comparison = "==" if exact else ">="
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


def _through_kinds(scope: Scope, clause: Clause, pivot: Expression) -> None:
    """Lines of several kinds of piece, or of those that are seen from above; kinds met on any line through the site count.

    A line is looked at when it has just reached its length, and at its end.
    """
    storage = scope.kernel.storage
    pairs = _rays(scope, clause)
    length = scope.let("length", scope.integer(clause.get("length")))
    kinds = scope.let("kinds", scope.integer(clause.get("throughHowMuch"), "1"))
    exact, contiguous = scope.flag(clause, "exact"), scope.flag(clause, "contiguous", True)
    both, visible = scope.flag(clause, "useOpposites", True), scope.flag(clause, "isVisible")
    matches = _matcher(scope, clause, pivot)
    seen = scope.let("seen", f"1 << {storage.what(scope, pivot)}")
    reached = f"count == {length} and bit_count({seen}) >= {kinds}"
    hidden = is_covered(scope, pivot) if visible else "False"
    with scope.block(f"if not {hidden} and {matches(pivot)}:"):
        ray = scope.let("ray", f"D[{pairs} + {pivot}]")
        with scope.block(f"while {ray} < D[{pairs} + {pivot} + 1]:"):
            scope.line("count = 1")
            for way in (0, 1) if both else (0,):
                scope.line("before = -1")
                with scope.block(f"for i in range(D[{ray} + {way}], D[{ray} + {way + 1}]):"):
                    site = scope.let("site", "D[i]", valid=True)
                    if visible:
                        with scope.block(f"if {is_covered(scope, site)}:"):
                            scope.line("break")
                        scope.line("joined = True")
                        with scope.block("if before >= 0:"):
                            scope.line(f"joined = {is_joined_visibly(scope, Expression('before'), site)}")
                    with scope.block(f"if {matches(site)}{' and joined' if visible else ''}:"):
                        scope.line(f"before = {site}")
                        scope.line("count += 1")
                        scope.line(f"{seen} |= 1 << {storage.what(scope, site)}")
                        if not exact:
                            with scope.block(f"if {reached}:"):
                                scope.line("return True")
                    if contiguous:
                        with scope.block("else:"):
                            scope.line("break")
            with scope.block(f"if {reached}:"):
                scope.line("return True")
            scope.line(f"{ray} += 2")


class _matcher:
    """Whether a site belongs to the line, as code."""

    def __init__(self, scope: Scope, clause: Clause, pivot: Expression):
        self.scope, self.clause = scope, clause
        storage = scope.kernel.storage
        who, what, whats = (clause.get(slot) for slot in ("who", "what", "whats"))
        self.several = None if who is None else owner_among(scope, who)
        self.owner = scope.let("owner", scope.integer(who)) if who is not None and self.several is None else None
        self.components: list[Expression] = []
        if what is not None:
            self.components = [scope.let("what", scope.integer(what))]
        elif isinstance(whats, tuple):
            self.components = [scope.let("what", scope.integer(item)) for item in whats]
        elif who is None:
            self.components = [scope.let("what", storage.what(scope, pivot))]

    @property
    def mark(self) -> Expression:
        """The owner or the kind that makes up the line."""
        return self.components[0] if self.owner is None else self.owner

    @property
    def owner_of_all(self) -> Expression | None:
        """The player whose pieces, all of them, make up the line, where sets of pieces are one word; else None."""
        kernel, clause = self.scope.kernel, self.clause
        if self.several is not None:
            return None
        owners = [piece.owner for piece in kernel.equipment.components]
        if kernel.equipment.set_words > 1 or clause.get("condition") is not None or clause.get("whats") is not None:
            return None
        if self.owner is not None:
            return self.owner
        alone = clause.get("what") is None and len(set(owners)) == len(owners)
        return self.scope.let("owner", kernel.storage.owner(self.components[0])) if alone else None

    def kind(self, site: Expression) -> str:
        """Whether the piece is of the kind that makes up the line."""
        scope, storage = self.scope, self.scope.kernel.storage
        if self.several is not None:
            return self.several(scope, scope.let("owner", storage.who(scope, site)))
        if self.owner is not None:
            return f"{storage.who(scope, site)} == {self.owner}"
        if len(self.components) == 1:
            return f"{storage.what(scope, site)} == {self.components[0]}"
        found = scope.let("found", storage.what(scope, site))
        return "(" + (" or ".join(f"{found} == {component}" for component in self.components) or "False") + ")"

    def __call__(self, site: Expression) -> Expression:
        test = self.kind(site)
        condition = self.clause.get("condition")
        if condition is not None:
            with self.scope.bound(to=site):
                test = f"({test} and {self.scope.boolean(condition)})"
        return Expression(test)


def _stacked(scope: Scope, clause: Clause) -> None:
    """Among stacks only ``through:`` counts, not ``throughAny:``; a line of one piece is always there."""
    scope.kernel.readings.disregard(clause.get("throughAny"))
    scope.flag(clause, "contiguous", True)  # lines through stacks have no gaps, whatever is written
    scope.flag(clause, "useOpposites", True)  # and always run both ways
    for slot in ("throughHowMuch", "isVisible"):  # nor does it matter there how many kinds there are, or what is seen
        scope.kernel.readings.disregard(clause.get(slot))
    pivot = Expression(scope.let("pivot", scope.integer(clause.get("through"), f"{scope.state}[LAST_TO]")), valid=True)
    with scope.block(f"if {pivot} < 0 or {pivot} >= D[SITES]:"):
        scope.line("return False")
    length = scope.let("length", scope.integer(clause.get("length")))
    with scope.block(f"if {length} == 1:"):
        scope.line("return True")
    pieces = _pieces(scope, clause, pivot)
    if scope.flag(clause, "byLevel"):
        scope.kernel.readings.disregard(clause.get("condition"))
        scope.flag(clause, "top")
        _by_level(scope, clause, pivot, length, pieces)
    else:
        _among_stacks(scope, clause, pivot, length, pieces)
    scope.line("return False")


class _pieces:
    """Whether a component may be part of the line, as code; nothing at all never is."""

    def __init__(self, scope: Scope, clause: Clause, pivot: Expression):
        self.scope = scope
        who, what, whats = (clause.get(slot) for slot in ("who", "what", "whats"))
        self.several = None if who is None else owner_among(scope, who)
        self.owner = scope.let("owner", scope.integer(who)) if who is not None and self.several is None else None
        given = (what,) if what is not None else whats if isinstance(whats, tuple) else ()
        self.components = [scope.let("what", scope.integer(item)) for item in given]
        if who is None and not given:
            self.components = [scope.let("what", scope.kernel.storage.what(scope, pivot))]

    def __call__(self, site: Expression, level: str) -> str:
        piece = self.scope.let("piece", _at(self.scope, site, level))
        if self.several is not None:
            owner = self.scope.let("owner", self.scope.kernel.storage.owner(piece))
            return f"({piece} > 0 and {self.several(self.scope, owner)})"
        if self.owner is not None:
            return f"({piece} > 0 and {self.scope.kernel.storage.owner(piece)} == {self.owner})"
        kinds = " or ".join(f"{piece} == {component}" for component in self.components)
        return f"({piece} > 0 and ({kinds}))"


def _rays(scope: Scope, clause: Clause) -> str:
    direction = clause.get("direction")
    return ray_pairs(scope.kernel, direction.name if isinstance(direction, Word) else "Adjacent")


def _by_level(scope: Scope, clause: Clause, pivot: Expression, length: Expression, pieces: _pieces) -> None:
    """The stack below the topmost piece; then lines at its level, falling and rising ones.

    Where the player or the piece is given, the topmost piece itself need not belong to the line: in its own stack it
    counts in any case, and a line that begins beside it counts on the far side of each pair of directions.
    """
    exact = scope.flag(clause, "exact")
    height = scope.let("height", scope.kernel.storage.height(scope, pivot))
    with scope.block(f"if {height} == 0:"):
        scope.line("return False")
    with scope.block(f"if {height} >= {length}:"):
        count = scope.let("count", "1")
        with scope.block(f"while {count} < {length}:"):
            with scope.block(f"if not {pieces(pivot, f'({height} - 1 - {count})')}:"):
                scope.line("break")
            scope.line(f"{count} += 1")
        with scope.block(f"if {count} == {length}:"):
            scope.line("return True")
    top = scope.let("top", f"{height} - 1")
    begin = scope.let("begin", "0")
    with scope.block(f"if {pieces(pivot, top)}:"):
        scope.line(f"{begin} = 1")
    rays = _rays(scope, clause)
    ray = scope.let("ray", f"D[{rays} + {pivot}]")
    with scope.block(f"while {ray} < D[{rays} + {pivot} + 1]:"):
        with scope.block("for slope in range(-1, 2):"):
            count = scope.let("count", begin)
            for offset, sign in ((0, "+"), (1, "-")):
                if offset == 1 and exact:
                    scope.line(f"ahead = {count}")
                level = scope.let("level", top)
                reach = f"range(D[{ray} + {offset}], D[{ray} + {offset + 1}])"
                guard = f"if {begin} == 1:" if offset == 0 else "if True:"
                with scope.block(guard), scope.block(f"for i in {reach}:"):
                    scope.line(f"{level} = {level} {sign} slope")
                    site = scope.let("site", "D[i]", valid=True)
                    with scope.block(f"if {level} < 0 or {level} >= D[LEVELS]:"):
                        scope.line("break")
                    with scope.block(f"if not {pieces(site, level)}:"):
                        scope.line("break")
                    scope.line(f"{count} += 1")
                    if not exact:
                        with scope.block(f"if {count} == {length}:"):
                            scope.line("return True")
            if exact:  # of a line that falls ahead only that half is measured
                with scope.block(f"if {length} == (ahead if slope < 0 else {count}):"):
                    scope.line("return True")
        scope.line(f"{ray} += 2")


def _among_stacks(scope: Scope, clause: Clause, pivot: Expression, length: Expression, pieces: _pieces) -> None:
    """A stack belongs to the line if its topmost piece does (``top:``), or a piece at any level."""
    storage = scope.kernel.storage
    top, exact, condition = scope.flag(clause, "top"), scope.flag(clause, "exact"), clause.get("condition")

    def belongs(site: Expression) -> Expression:
        height = scope.let("height", storage.height(scope, site))
        found = scope.let("found", "False")
        if top:
            with scope.block(f"if {height} > 0:"):
                scope.line(f"{found} = {pieces(site, f'({height} - 1)')}")
            return found
        level = scope.fresh("level")
        with scope.block(f"for {level} in range({height}):"), scope.block(f"if {pieces(site, level)}:"):
            scope.line(f"{found} = True")
        return found

    with scope.block(f"if not {belongs(pivot)}:"):
        scope.line("return False")
    rays = _rays(scope, clause)
    ray = scope.let("ray", f"D[{rays} + {pivot}]")
    with scope.block(f"while {ray} < D[{rays} + {pivot} + 1]:"):
        count = scope.let("count", "1")
        for offset in (0, 1):
            with scope.block(f"for i in range(D[{ray} + {offset}], D[{ray} + {offset + 1}]):"):
                site = scope.let("site", "D[i]", valid=True)
                with scope.block(f"if not {belongs(site)}:"):
                    scope.line("break")
                if condition is not None:
                    with scope.bound(to=site), scope.block(f"if not ({scope.boolean(condition)}):"):
                        scope.line("break")
                scope.line(f"{count} += 1")
                if not exact:
                    with scope.block(f"if {count} == {length}:"):
                        scope.line("return True")
        if exact:
            with scope.block(f"if {count} == {length}:"):
                scope.line("return True")
        scope.line(f"{ray} += 2")


def _at(scope: Scope, site: Expression, level: str) -> Expression:
    """The component at a level; levels above the stack hold 0."""
    scope.reads("board")
    return Expression(f"{scope.state}[D[AT_WHAT] + {site} * D[LEVELS] + {level}]")
