"""Evidence in, figures with intervals out. Each metric is a function that registers itself under its name.

``docs/playtest.md`` shows how a designer adds one in a file of their own; the built-in ones use the same door.
"""

from apts.playtest.metrics.metric_registry import (
    Metric,
    Metrics,
    metric,
    metric_names,
    own_metric_names,
    read_metrics_file,
)

__all__ = ["Metric", "Metrics", "metric", "metric_names", "own_metric_names", "read_metrics_file"]
