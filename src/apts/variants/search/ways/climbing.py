"""The old name of :mod:`apts.variants.search.methods.climbing`, deprecated since 0.9."""

from apts.variants.search.methods.climbing import Climb, ClimbSettings, ClimbStep, climbed

__all__ = ["Climb", "ClimbSettings", "ClimbStep", "climbed"]
