"""The blocks that moves are made of: where from, where to, what is between, what happens then."""

from __future__ import annotations

from apts.engine.compiler.ludeme import structure

structure(
    "(from [on<SiteType>] [where<int|region>] [level:<int>] [if:condition<bool>])",
    result="from",
    documentation="Where a piece comes from, and on what condition.",
    needs=lambda clause: ["stacking"] if clause.get("level") is not None else [],
)
structure(
    "(to [on<SiteType>] [where<int|region>] [level:<int>] [rotations<rotations>] [if:condition<bool>] [effect<apply>])",
    result="to",
    documentation="Where a piece goes, on what condition, and what happens there.",
    needs=lambda clause: ["stacking"] if clause.get("level") is not None else [],
)
structure(
    "(between [before:<int>] [range<range>] [after:<int>] [if:condition<bool>] [trail:<int>] [effect<apply>])",
    result="between",
    documentation="What must lie between, and what happens to it.",
)
structure(
    "(apply if:condition<bool> [effect<moves>])", result="apply", documentation="An effect that happens on a condition."
)
structure("(apply effect<moves>)", result="apply", documentation="An effect that happens with a move.")
structure(
    "(then effect<moves> [applyAfterAllMoves:<bool>])",
    result="then",
    documentation="What follows once the move has been made.",
    idle="applyAfterAllMoves",
)
structure("(exact count<int>)", result="range", documentation="Exactly that many.")
structure("(range low<int> [high<int>])", result="range", documentation="From one number to another.")
structure("(min low<int>)", result="range", documentation="At least that many.")
structure("(max high<int>)", result="range", documentation="At most that many.")
structure(
    "(piece (name<string> | index<int> | names<{string}>) [state:<int>] [value:<int>])",
    result="what",
    documentation="Which piece is meant, by its full name or its number.",
)
structure(
    "(piece name<string> role<role> [state:<int>])",
    result="what",
    documentation="The piece of that name that belongs to a player.",
)
