"""What is chosen in a guided tree: at the root, below it, and in the end.

Gumbel search follows Danihelka, Guez, Schrittwieser and Silver, "Policy improvement by planning with Gumbel" (2022):
sequential halving at the root, and below it the move whose share of the visits lags most behind the improved policy.
PUCT is that of AlphaZero (Silver et al., 2018). Results that are proven take the place of estimates.
"""

from __future__ import annotations

from math import cos, exp, log, sqrt
from typing import Any

from apts.engine.native.jit import random_bits
from apts.learning.guided import guided_layout as at
from apts.search.memory import inner, moved, pointer, reals
from apts.search.trees.descent import worth

LOST = -1e9
"""The score of a move that is proven to lose."""


@inner
def column(tree: Any, number: int) -> Any:
    """The address of a column of a tree."""
    return moved(tree, at.HEAD + number * pointer(tree)[at.CAPACITY])


@inner
def uniform(stream: Any) -> float:
    """A random real between 0 and 1, both excluded."""
    bits: int = random_bits(pointer(stream))
    return (bits + 0.5) / 4294967296.0


@inner
def gumbel(stream: Any) -> float:
    """A draw from the standard Gumbel distribution."""
    return -log(-log(uniform(stream)))


@inner
def gamma(stream: Any, shape: float) -> float:
    """A draw from a gamma distribution (Marsaglia and Tsang, 2000), boosted for shapes below 1."""
    boost = 1.0
    if shape < 1.0:
        boost = uniform(stream) ** (1.0 / shape)
        shape += 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        x = sqrt(-2.0 * log(uniform(stream))) * cos(6.283185307179586 * uniform(stream))
        v = 1.0 + c * x
        if v > 0.0:
            v = v * v * v
            if log(uniform(stream)) < 0.5 * x * x + d - d * v + d * log(v):
                return d * v * boost


@inner
def child_value(tree: Any, settings: Any, child: int, seat: int, unknown: float) -> float:
    """What a child is worth for the seat that may choose it; ``unknown`` where it was never visited."""
    word = pointer(column(tree, at.PROVEN))[child]
    if word != 0:
        return worth(settings, word, seat)
    visits = pointer(column(tree, at.VISITS))[child]
    return reals(column(tree, at.TOTAL))[child] / visits if visits > 0 else unknown


@inner
def mixed_value(tree: Any, settings: Any, node: int) -> float:
    """The value of a node for its mover: the network's, mixed with what the visited children have shown."""
    visits, priors = pointer(column(tree, at.VISITS)), reals(column(tree, at.PRIOR))
    proven = pointer(column(tree, at.PROVEN))
    first = pointer(column(tree, at.FIRST))[node]
    seat = pointer(column(tree, at.SEAT))[node]
    total = 0
    weight = 0.0
    weighted = 0.0
    for child in range(first, first + pointer(column(tree, at.COUNT))[node]):
        if visits[child] > 0 or proven[child] != 0:
            total += visits[child] if visits[child] > 0 else 1
            share = priors[child] + 1e-9
            weight += share
            weighted += share * child_value(tree, settings, child, seat, 0.0)
    own = reals(column(tree, at.VALUE))[node]
    return (own + total * weighted / weight) / (1.0 + total) if weight > 0.0 else own


@inner
def most_visits(tree: Any, node: int) -> int:
    """The visits of the child with most of them."""
    visits = pointer(column(tree, at.VISITS))
    first = pointer(column(tree, at.FIRST))[node]
    most = 0
    for child in range(first, first + pointer(column(tree, at.COUNT))[node]):
        most = max(most, visits[child])
    return most


@inner
def improved(tree: Any, settings: Any, child: int, seat: int, unknown: float, scale: float) -> float:
    """The logit of the improved policy, up to a constant."""
    value = child_value(tree, settings, child, seat, unknown)
    if value <= -1.0 and pointer(column(tree, at.PROVEN))[child] != 0:
        return LOST + reals(column(tree, at.LOGIT))[child]
    return reals(column(tree, at.LOGIT))[child] + scale * 0.5 * (value + 1.0)


@inner
def value_weight(tree: Any, settings: Any, node: int) -> float:
    """How many logits a whole point of value is worth; grows with the visits."""
    X = reals(settings)
    return (X[at.VISIT_SCALE] + most_visits(tree, node)) * X[at.VALUE_SCALE]


@inner
def gumbel_root_child(tree: Any, settings: Any) -> int:
    """The root move whose turn it is in the sequential halving."""
    H, G = pointer(tree), pointer(settings)
    first, count = pointer(column(tree, at.FIRST))[0], pointer(column(tree, at.COUNT))[0]
    visits, noise = pointer(column(tree, at.VISITS)), reals(column(tree, at.NOISE))
    seat = pointer(column(tree, at.SEAT))[0]
    unknown, scale = mixed_value(tree, settings, 0), value_weight(tree, settings, 0)
    wanted = G[at.SCHEDULE_AT + H[at.WIDTH] * G[at.SCHEDULE_ROW] + H[at.DONE]]
    best = first
    highest = -1e300
    for child in range(first, first + count):
        score = improved(tree, settings, child, seat, unknown, scale) + noise[child]
        score -= 1e6 * abs(visits[child] - wanted)
        if score > highest:
            highest = score
            best = child
    return best


@inner
def gumbel_child(tree: Any, settings: Any, node: int) -> int:
    """Below the root: the child whose visits lag most behind the improved policy."""
    first, count = pointer(column(tree, at.FIRST))[node], pointer(column(tree, at.COUNT))[node]
    visits = pointer(column(tree, at.VISITS))
    seat = pointer(column(tree, at.SEAT))[node]
    unknown, scale = mixed_value(tree, settings, node), value_weight(tree, settings, node)
    highest = -1e300
    total = 0
    for child in range(first, first + count):
        highest = max(highest, improved(tree, settings, child, seat, unknown, scale))
        total += visits[child]
    whole = 0.0
    for child in range(first, first + count):
        whole += exp(improved(tree, settings, child, seat, unknown, scale) - highest)
    best = first
    most = -1e300
    for child in range(first, first + count):
        share = exp(improved(tree, settings, child, seat, unknown, scale) - highest) / whole
        lag = share - visits[child] / (1.0 + total)
        if lag > most:
            most = lag
            best = child
    return best


@inner
def puct_child(tree: Any, settings: Any, node: int) -> int:
    """The child with the highest sum of value and exploration."""
    X = reals(settings)
    first, count = pointer(column(tree, at.FIRST))[node], pointer(column(tree, at.COUNT))[node]
    visits, priors = pointer(column(tree, at.VISITS)), reals(column(tree, at.PRIOR))
    seat = pointer(column(tree, at.SEAT))[node]
    unknown = mixed_value(tree, settings, node)
    total = 0
    for child in range(first, first + count):
        total += visits[child]
    reach = X[at.EXPLORATION] * sqrt(total + 1.0)
    best = first
    highest = -1e300
    for child in range(first, first + count):
        value = child_value(tree, settings, child, seat, unknown)
        if value <= -1.0 and pointer(column(tree, at.PROVEN))[child] != 0:
            value = LOST
        score = value + reach * priors[child] / (1.0 + visits[child])
        if score > highest:
            highest = score
            best = child
    return best


@inner
def begin_search(tree: Any, settings: Any) -> None:
    """The root has its priors: draw the noise and the number of moves that are looked at."""
    H, G, X = pointer(tree), pointer(settings), reals(settings)
    first, count = pointer(column(tree, at.FIRST))[0], pointer(column(tree, at.COUNT))[0]
    noise, priors = reals(column(tree, at.NOISE)), reals(column(tree, at.PRIOR))
    stream = moved(tree, at.STREAM)
    H[at.WIDTH] = min(count, G[at.CONSIDERED])
    for child in range(first, first + count):
        noise[child] = 0.0
    if G[at.NOISY] == 0:
        return
    if G[at.FORMULA] == at.GUMBEL:
        for child in range(first, first + count):
            noise[child] = gumbel(stream)
        return
    whole = 0.0
    for child in range(first, first + count):
        noise[child] = gamma(stream, X[at.NOISE_SHAPE])
        whole += noise[child]
    for child in range(first, first + count):
        share = noise[child] / whole if whole > 0.0 else 1.0 / count
        priors[child] += X[at.NOISE_SHARE] * (share - priors[child])


@inner
def next_child(tree: Any, settings: Any, node: int) -> int:
    """The child that a simulation goes to."""
    if pointer(settings)[at.FORMULA] == at.PUCT:
        return puct_child(tree, settings, node)
    return gumbel_root_child(tree, settings) if node == 0 else gumbel_child(tree, settings, node)


@inner
def write_policy(tree: Any, settings: Any, policy: Any) -> float:
    """What the search teaches: the share of every root move as reals; returns the value of the root for its mover."""
    P = reals(policy)
    first, count = pointer(column(tree, at.FIRST))[0], pointer(column(tree, at.COUNT))[0]
    seat = pointer(column(tree, at.SEAT))[0]
    proven, visits = pointer(column(tree, at.PROVEN)), pointer(column(tree, at.VISITS))
    whole = 0.0
    if proven[0] != 0:
        best = worth(settings, proven[0], seat)
        for index in range(count):
            word = proven[first + index]
            P[index] = 1.0 if word != 0 and worth(settings, word, seat) >= best else 0.0
            whole += P[index]
    elif pointer(settings)[at.FORMULA] == at.PUCT:
        for index in range(count):
            P[index] = 1.0 * visits[first + index]
            whole += P[index]
    if whole == 0.0:
        unknown, scale = mixed_value(tree, settings, 0), value_weight(tree, settings, 0)
        highest = -1e300
        for index in range(count):
            P[index] = improved(tree, settings, first + index, seat, unknown, scale)
            highest = max(highest, P[index])
        for index in range(count):
            P[index] = exp(P[index] - highest)
            whole += P[index]
    value = 0.0
    unknown = mixed_value(tree, settings, 0)
    for index in range(count):
        P[index] /= whole
        value += P[index] * child_value(tree, settings, first + index, seat, unknown)
    if proven[0] != 0:
        return worth(settings, proven[0], seat)
    return min(1.0, max(-1.0, value))


@inner
def chosen_child(tree: Any, settings: Any, policy: Any) -> int:
    """The root move that is played; ``policy`` is what :func:`write_policy` wrote."""
    H, G, P = pointer(tree), pointer(settings), reals(policy)
    first, count = pointer(column(tree, at.FIRST))[0], pointer(column(tree, at.COUNT))[0]
    visits, noise = pointer(column(tree, at.VISITS)), reals(column(tree, at.NOISE))
    seat = pointer(column(tree, at.SEAT))[0]
    settled = pointer(column(tree, at.PROVEN))[0] != 0
    if G[at.FORMULA] == at.PUCT and G[at.NOISY] != 0 and not settled and H[at.PLIES] < G[at.SAMPLING]:
        left = uniform(moved(tree, at.STREAM))
        for index in range(count):
            left -= P[index]
            if left < 0.0 and P[index] > 0.0:
                return first + index
    unknown, scale = mixed_value(tree, settings, 0), value_weight(tree, settings, 0)
    most = most_visits(tree, 0)
    best = first
    highest = -1e300
    for child in range(first, first + count):
        score = improved(tree, settings, child, seat, unknown, scale)
        if G[at.FORMULA] == at.PUCT:
            score += 1e3 * visits[child]
        elif G[at.NOISY] != 0:
            score += noise[child]
        if settled:
            score = reals(column(tree, at.LOGIT))[child] if P[child - first] > 0.0 else LOST
        elif G[at.FORMULA] == at.GUMBEL and visits[child] < most and pointer(column(tree, at.PROVEN))[child] == 0:
            score -= 1e6
        if score > highest:
            highest = score
            best = child
    return best
