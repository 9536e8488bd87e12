"""Numbers in, numbers with intervals out: pure functions, each with its source and where it stops being valid.

Nothing here knows of games. What is resampled or counted is a *unit*: a match, or a pair of matches in which only the
seats were swapped. ``docs/statistics.md`` says in plain words which function answers which question.
"""

from apts.statistics.anytime import anytime_bounded_mean
from apts.statistics.betting import SequentialMean, confidence_sequence
from apts.statistics.bootstrap import bootstrap
from apts.statistics.bounded import bounded_mean, bounded_p_above, bounded_p_below, bounded_p_value
from apts.statistics.checking import StatisticsError
from apts.statistics.comparison import (
    Comparison,
    Verdict,
    compare_independent,
    compare_paired,
    compare_proportions,
    verdict,
)
from apts.statistics.correction import benjamini_hochberg, holm
from apts.statistics.correlation import grouped_rank_correlation, rank_correlation
from apts.statistics.effects import cliffs_delta, cohens_h
from apts.statistics.estimate import Estimate
from apts.statistics.glicko import GlickoRating, glicko, glicko_ratings, pair_results
from apts.statistics.means import student, welch
from apts.statistics.planning import (
    matches_for_mean,
    matches_for_proportion,
    matches_to_detect,
    more_matches,
    more_matches_to_settle,
    planning_deviation,
)
from apts.statistics.proportions import binomial_p_value, newcombe, wilson
from apts.statistics.quantiles import anytime_quantile, quantile_interval
from apts.statistics.ratings import PairResult, Ratings, bradley_terry, elo_of_score, score_of_elo
from apts.statistics.spread import largest_difference
from apts.statistics.sprt import SequentialTest, sequential_test
from apts.statistics.strata import exact_p_above
from apts.statistics.twins import shared_variance
from apts.statistics.units import completeness, pair_counts, unit_means, unit_values

__all__ = [
    "Comparison",
    "Estimate",
    "GlickoRating",
    "PairResult",
    "Ratings",
    "SequentialMean",
    "SequentialTest",
    "StatisticsError",
    "Verdict",
    "anytime_bounded_mean",
    "anytime_quantile",
    "benjamini_hochberg",
    "binomial_p_value",
    "bootstrap",
    "bounded_mean",
    "bounded_p_above",
    "bounded_p_below",
    "bounded_p_value",
    "bradley_terry",
    "cliffs_delta",
    "cohens_h",
    "compare_independent",
    "compare_paired",
    "compare_proportions",
    "completeness",
    "confidence_sequence",
    "elo_of_score",
    "exact_p_above",
    "glicko",
    "glicko_ratings",
    "grouped_rank_correlation",
    "holm",
    "largest_difference",
    "matches_for_mean",
    "matches_for_proportion",
    "matches_to_detect",
    "more_matches",
    "more_matches_to_settle",
    "newcombe",
    "pair_counts",
    "pair_results",
    "planning_deviation",
    "quantile_interval",
    "rank_correlation",
    "score_of_elo",
    "sequential_test",
    "shared_variance",
    "student",
    "unit_means",
    "unit_values",
    "verdict",
    "welch",
    "wilson",
]
