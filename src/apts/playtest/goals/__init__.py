"""One language for what a game should be like: texts and files in, goals out, held against the figures of a run.

``read_goal("length between 20 and 40")`` reads one, ``read_goals`` a file, several texts, or a set of the bank; ``judged``
says whether a run meets a goal, ``shortfall`` how far it is from all of them. ``docs/goals.md`` has the whole language.
"""

from apts.playtest.goals.goal import Goal
from apts.playtest.goals.goal_files import read_goals
from apts.playtest.goals.judging import GoalJudgement, judged, judgements, shortfall
from apts.playtest.goals.reading import read_goal

__all__ = ["Goal", "GoalJudgement", "judged", "judgements", "read_goal", "read_goals", "shortfall"]
