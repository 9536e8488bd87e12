"""The frame of a description: game, players, rules, phases, meta rules."""

from __future__ import annotations

from apts.engine.compiler.ludeme import structure
from apts.language.signatures.signature import enumeration

structure(
    "(game name<string> players<players> [mode<mode>] equipment<equipment> rules<rules>)",
    result="game",
    documentation="A whole game: who plays, with what, and by which rules.",
    idle="name",
)
structure("(players count<int>)", result="players", documentation="How many play.")
structure("(players list<{player}>)", result="players", documentation="The players, each with the way it faces.")
structure("(player [facing<CompassDirection>])", result="player", documentation="A player and the way its pieces face.")
structure("(player index<int>)", result="seat", documentation="The player with that number.")
structure("(mode kind<Mode>)", result="mode", documentation="Whether turns alternate.")
structure(
    "(equipment items<{item}>)",
    result="equipment",
    documentation="Board, hands, pieces and everything else on the table.",
)
structure(
    "(rules [meta<meta>] [start<start>] play<play> end<end>)",
    result="rules",
    documentation="Set-up, moves and ends of a game with one phase.",
    idle="meta",
)
structure(
    "(rules [meta<meta>] [start<start>] [play<play>] phases:<{phase}> [end<end>])",
    result="rules",
    documentation="Set-up, phases and ends of a game with several phases.",
    idle="meta",
)
structure("(meta (rule<metarule> | rules<{metarule}>))", result="meta", documentation="Rules about the other rules.")
structure("(start (rule<startrule> | rules<{startrule}>))", result="start", documentation="The set-up, in order.")
structure("(play moves<moves>)", result="play", documentation="What the mover may do.")
structure("(end (rule<endrule> | rules<{endrule}>))", result="end", documentation="When the match ends, and how.")
structure(
    "(phase name<string> [role<role>] [mode<mode>] [play<play>] [end<end>] [next<nextphase|{nextphase}>])",
    result="phase",
    documentation="A stage of the match with its own moves and ends; every player has a present phase.",
    idle="name",
)
structure(
    "(nextPhase [who<role|seat>] [condition<bool>] [name<string>])",
    result="nextphase",
    documentation="When a player goes on to another phase.",
)
structure(
    "(swap)",
    result="metarule",
    documentation="After the first move the second player may change sides.",
    needs=["swap"],
)
structure(
    "(no Repeat [kind<Repetition>])",
    result="metarule",
    documentation="No move may bring back an earlier position.",
    needs=["history", "no repeat"],
)
enumeration("PassEnd", "Draw NoEnd")
structure(
    "(passEnd kind<PassEnd>)",
    result="metarule",
    documentation="Whether a round of passes ends the match.",
    needs=lambda clause: ["no pass draw"] if str(getattr(clause.get("kind"), "name", "")) == "NoEnd" else [],
)
