"""Many tasks at once: a plan and tasks come in, results go out in the order of the tasks.

The plan is a value that can be pickled; threads, processes or the workers of a cluster do the tasks. Which of them does
not show in the results.
"""

from apts.executors.choosing import Local, executor_of
from apts.executors.executor import Crew, Executor, Loss, Stopping, Threads, WorkPlan
from apts.executors.processes import Processes
from apts.executors.ray_cluster import Cluster

__all__ = [
    "Cluster",
    "Crew",
    "Executor",
    "Local",
    "Loss",
    "Processes",
    "Stopping",
    "Threads",
    "WorkPlan",
    "executor_of",
]
