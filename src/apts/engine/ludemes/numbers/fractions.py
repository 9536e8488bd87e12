"""Arithmetic with fractions, which only the shapes of boards need; it is worked out before a game is compiled."""

from __future__ import annotations

from apts.engine.compiler.ludeme import structure

for _head, _documentation in (
    ("+", "The sum of two fractions."),
    ("-", "The difference of two fractions."),
    ("*", "The product of two fractions."),
    ("/", "The quotient of two fractions."),
    ("max", "The larger fraction."),
    ("min", "The smaller fraction."),
):
    structure(f"({_head} a<float> b<float>)", result="float", documentation=_documentation)

structure("(+ list<{float}>)", result="float", documentation="The sum of fractions.")
structure("(* list<{float}>)", result="float", documentation="The product of fractions.")
structure("(- a<float>)", result="float", documentation="The fraction with the other sign.")
