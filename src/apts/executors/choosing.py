"""Which executor is meant: the processors of this machine, or a cluster."""

from __future__ import annotations

from apts.errors import AptsError
from apts.executors.executor import Crew, Executor, Result, Task, Threads, WorkPlan, default_workers
from apts.executors.processes import Processes
from apts.executors.ray_cluster import Cluster
from apts.input_checks import whole_number


class Local(Executor):
    """This machine: threads for plans whose work is done in compiled code, processes for others."""

    def __init__(self, workers: int | None = None):
        self.count = workers or default_workers()

    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """As many as were wished for, or as there are processors."""
        return self.count

    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """The threads or the processes."""
        engine = Threads(workers) if plan.in_threads else Processes(workers)
        return engine.crew(plan, workers)


def executor_of(workers: int | None = None, cluster: str | None = None) -> Executor:
    """The executor with so many workers, without a number as many as there are processors.

    ``cluster`` takes those of a Ray cluster: ``local`` begins one on this machine, anything else is the address of one.
    """
    if workers is not None:
        workers = whole_number("the number of workers", workers, 1)
    if cluster is None:
        return Local(workers)
    if not cluster.strip():
        raise AptsError(
            "the address of the cluster is empty; --cluster takes local, auto, or one such as 10.0.0.1:6379"
        )
    return Cluster(cluster.strip(), workers)
