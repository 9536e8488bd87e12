"""How a search for better rules goes where nobody says so, as values that help can show without the search itself."""

from __future__ import annotations

MINUTES = 10.0
"""The budget where none is named."""

FIRST = 12
"""Matches of the first round of a race, the least that a variant is looked at with."""

MOST = 400
"""Number of matches for a variant that is evaluated in full."""

FRESH = 400
"""Fresh matches of each run that confirm the result."""

MOST_GAMES = 50
"""Variants that may be wanted at once."""

METHOD_NAMES = ("race", "tpe", "nsga2", "evolve")
"""The ways of searching for goals; :data:`apts.variants.search.improving.METHODS` has what each of them does."""

CLIMB = "climb"
"""The method that has no goals, and therefore a function of its own."""

STEPS = 40
"""Steps of a climb."""

AGGREGATES = ("ludi", "ludi-as-printed")
"""What a climb can make rise."""

DEFAULT_AXES = ("length", "drawishness")
"""The axes of a map of games where none are named."""
