"""Functions that every kernel shares: sets of sites, chance, and the book-keeping of results.

A set of sites is a run of words with 32 sites a word, so that every word stays positive.
"""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.kernel_functions import (
    bit_count,
    bit_length,
    compiled,
    failed,
    lowest_bit,
    mix,
    random_bits,
    refuel,
    stopped,
)
from apts.engine.runtime.layout import (
    ACTIVE,
    ALL_SITES,
    COMPONENTS,
    END_RULE,
    FAILURE,
    FUEL,
    INTERRUPTED,
    LOSERS,
    LOSING_NOW,
    MOVE_FUEL,
    MOVER,
    NEXT,
    OVER,
    PLAYERS,
    RANK_AT,
    SET_WORDS,
    WINNERS,
    WON_BY,
)


@compiled
def begin_work(W: Any) -> None:
    """Allow the work of one move, unless something has failed before or the user wants everything to stop."""
    if W[FAILURE] == 0:
        refuel()
        W[FUEL] = MOVE_FUEL
        if stopped(W):
            failed(INTERRUPTED, 0, 0)


@compiled
def random_below(stream: Any, bound: int) -> int:
    """A random integer from 0 to ``bound`` - 1; ``bound`` is at most 2^31."""
    return (random_bits(stream) * bound) >> 32


@compiled
def outside(D: Any, site: int) -> bool:
    """Whether a number is no site; kernels ask before they use a number that the rules worked out as an index."""
    return bool(site < 0 or site >= D[ALL_SITES])


@compiled
def unknown(D: Any, component: int) -> bool:
    """Whether a number is no kind of piece."""
    return bool(component <= 0 or component > D[COMPONENTS])


@compiled
def seat_or_nobody(D: Any, player: int) -> int:
    """The number of a player, of neutral or shared pieces as it is; any other number as that of nobody."""
    if 0 <= player <= D[PLAYERS] + 1:
        return player
    return int(D[PLAYERS] + 2)


@compiled
def has_site(D: Any, array: Any, base: int, site: int) -> bool:
    """Whether the set at ``base`` holds the site; no set holds a number that is no site."""
    if site < 0 or site >= D[ALL_SITES]:
        return False
    return bool((array[base + (site >> 5)] >> (site & 31)) & 1)


@compiled
def has_number(D: Any, array: Any, base: int, number: int) -> bool:
    """Whether the set at ``base``, which may hold numbers that are no sites, holds the number."""
    if number < 0 or number >= 32 * D[SET_WORDS]:
        return False
    return bool((array[base + (number >> 5)] >> (number & 31)) & 1)


@compiled
def put_site(D: Any, array: Any, base: int, site: int) -> None:
    """Add a site to the set at ``base``; a number that is no site is passed over."""
    if 0 <= site < D[ALL_SITES]:
        array[base + (site >> 5)] |= 1 << (site & 31)


@compiled
def enter_site(D: Any, array: Any, base: int, site: int, held: int) -> int:
    """Add a site to the set at ``base`` if ``held`` is 1, not 0; gives 1 if it was not there before."""
    if site < 0 or site >= D[ALL_SITES]:
        return 0
    before = array[base + (site >> 5)]
    array[base + (site >> 5)] = before | (held << (site & 31))
    return int(((~before >> (site & 31)) & 1) & held)


@compiled
def drop_site(D: Any, array: Any, base: int, site: int) -> None:
    """Take a site out of the set at ``base``."""
    if 0 <= site < D[ALL_SITES]:
        array[base + (site >> 5)] &= ~(1 << (site & 31))


@compiled
def next_site(array: Any, base: int, count: int, site: int) -> int:
    """The smallest member not below ``site`` of a set of ``count`` words, or -1."""
    index = site >> 5
    if index < 0 or index >= count:
        return -1
    word = (array[base + index] >> (site & 31)) << (site & 31)
    while word == 0:
        index += 1
        if index >= count:
            return -1
        word = array[base + index]
    return (index << 5) + lowest_bit(word)


@compiled
def first_site(array: Any, base: int, count: int) -> int:
    """The smallest member of a set of ``count`` words, or -1."""
    return next_site(array, base, count, 0)


@compiled
def nth_site(array: Any, base: int, count: int, number: int) -> int:
    """Member ``number`` (from 0) in ascending order of a set of ``count`` words; -1 when it has fewer members."""
    for index in range(count):
        word = array[base + index]
        size = bit_count(word)
        if number < size:
            while number > 0:
                word &= word - 1
                number -= 1
            return (index << 5) + lowest_bit(word)
        number -= size
    return -1


@compiled
def set_size(array: Any, base: int, count: int) -> int:
    """How many sites a set of ``count`` words holds."""
    total = 0
    for index in range(count):
        total += bit_count(array[base + index])
    return total


@compiled
def common_size(array: Any, base: int, other: Any, other_base: int, count: int) -> int:
    """How many sites are in both of two sets of ``count`` words."""
    total = 0
    for index in range(count):
        total += bit_count(array[base + index] & other[other_base + index])
    return total


@compiled
def low_sites(array: Any, base: int, count: int) -> int:
    """The members below 62 of a set of up to four words, in one word that is not negative."""
    word = array[base]
    if count > 1:
        word |= (array[base + 1] & 0x3FFFFFFF) << 32
    return int(word)


@compiled
def high_sites(array: Any, base: int, count: int) -> int:
    """The members from 62 to 123 of a set of up to four words, in one word."""
    word = 0
    if count > 1:
        word = array[base + 1] >> 30
    if count > 2:
        word |= array[base + 2] << 2
    if count > 3:
        word |= (array[base + 3] & 0xFFFFFFF) << 34
    return word


@compiled
def is_rising(D: Any, at: int) -> bool:
    """Whether the numbers of the sites rise along a ray, or fall."""
    return bool(D[at + 2] != 0)


@compiled
def rising_steps(D: Any, at: int, low: int, high: int) -> int:
    """How many sites at the beginning of a ray are in a set, given by its low and high sites. Their numbers rise.

    ``at`` is where the data has the low and the high sites of the ray as such words. The lowest site of the ray that is not
    in the set ends it; there is nothing in this that a processor would have to foresee.
    """
    near = D[at] ^ (D[at] & low)
    far = D[at + 1] ^ (D[at + 1] & high)
    passed = (1 if near != 0 else 0) - 1
    return bit_count(D[at] & (near - 1) & ~near) + bit_count(D[at + 1] & (far - 1) & ~far & passed)


@compiled
def falling_steps(D: Any, at: int, low: int, high: int) -> int:
    """The same for a ray along which the numbers fall."""
    near = D[at + 1] ^ (D[at + 1] & high)
    far = D[at] ^ (D[at] & low)
    passed = (1 if near != 0 else 0) - 1
    return bit_count(D[at + 1] & -(1 << bit_length(near))) + bit_count(D[at] & -(1 << bit_length(far)) & passed)


@compiled
def clear_set(array: Any, base: int, count: int) -> None:
    """Empty a set."""
    for index in range(count):
        array[base + index] = 0


@compiled
def copy_set(target: Any, base: int, source: Any, source_base: int, count: int) -> None:
    """Make the target equal to the source set."""
    for index in range(count):
        target[base + index] = source[source_base + index]


@compiled
def unite_set(target: Any, base: int, source: Any, source_base: int, count: int) -> None:
    """Add all sites of the source to the target."""
    for index in range(count):
        target[base + index] |= source[source_base + index]


@compiled
def intersect_set(target: Any, base: int, source: Any, source_base: int, count: int) -> None:
    """Keep only the sites of the target that the source holds too."""
    for index in range(count):
        target[base + index] &= source[source_base + index]


@compiled
def subtract_set(target: Any, base: int, source: Any, source_base: int, count: int) -> None:
    """Take all sites of the source out of the target."""
    for index in range(count):
        target[base + index] &= ~source[source_base + index]


@compiled
def quotient(a: int, b: int) -> int:
    """Division that cuts towards zero; by 0 it gives 0."""
    if b == 0:
        return 0
    result = abs(a) // abs(b)
    return result if (a < 0) == (b < 0) else -result


@compiled
def remainder(a: int, b: int) -> int:
    """The remainder that belongs to :func:`quotient`; by 0 it gives 0."""
    if b == 0:
        return 0
    result = abs(a) % abs(b)
    return -result if a < 0 else result


@compiled
def following(D: Any, S: Any, player: int) -> int:
    """The next player after ``player`` who is still in the match; the player himself when nobody else is."""
    candidate = player
    for _ in range(D[PLAYERS]):
        candidate += 1
        if candidate > D[PLAYERS]:
            candidate = 1
        if (S[ACTIVE] >> candidate) & 1:
            return candidate
    return player


@compiled
def finish(S: Any, rule: int) -> None:
    """Close the match and note which rule did it."""
    S[OVER] = 1
    S[ACTIVE] = 0
    S[END_RULE] = rule


@compiled
def last_active(D: Any, S: Any) -> int:
    """The only player left in the match, or 0 when there are more or none."""
    if bit_count(S[ACTIVE]) != 1:
        return 0
    return lowest_bit(S[ACTIVE])


@compiled
def win(D: Any, S: Any, player: int, rule: int) -> None:
    """The player leaves with the best free rank; the last one left gets the next rank and the match is over."""
    if player < 1 or player > D[PLAYERS] or not (S[ACTIVE] >> player) & 1:
        return
    S[ACTIVE] &= ~(1 << player)
    S[WINNERS] += 1
    S[D[RANK_AT] + player] = 2 * S[WINNERS]
    if S[WON_BY] == 0:
        S[WON_BY] = rule
    if S[ACTIVE] == 0:
        finish(S, rule)
        return
    other = last_active(D, S)
    if other > 0:
        S[D[RANK_AT] + other] = 2 * (S[WINNERS] + 1)
        S[LOSERS] += 1
        finish(S, rule)


@compiled
def lose(D: Any, S: Any, player: int, rule: int) -> None:
    """The player leaves with the worst free rank; players who lose at the same time share the mean."""
    players = D[PLAYERS]
    if player < 1 or player > players or not (S[ACTIVE] >> player) & 1:
        return
    S[ACTIVE] &= ~(1 << player)
    if players == 1:
        finish(S, rule)
        return
    together = bit_count(S[LOSING_NOW]) + 1
    S[LOSING_NOW] |= 1 << player
    S[LOSERS] += 1
    shared = 2 * (players - (S[LOSERS] - together)) - (together - 1)
    for other in range(1, players + 1):
        if (S[LOSING_NOW] >> other) & 1:
            S[D[RANK_AT] + other] = shared
    other = last_active(D, S)
    if other > 0:
        S[WINNERS] += 1
        S[D[RANK_AT] + other] = 2 * S[WINNERS]
        finish(S, rule)
    elif S[NEXT] == player:
        S[NEXT] = following(D, S, player)


@compiled
def draw(D: Any, S: Any, rule: int) -> None:
    """Everybody undecided shares the middle of the free ranks."""
    left = bit_count(S[ACTIVE])
    if D[PLAYERS] > 1:
        for player in range(1, D[PLAYERS] + 1):
            if (S[ACTIVE] >> player) & 1:
                S[D[RANK_AT] + player] = left + 1 + 2 * S[WINNERS]
    finish(S, rule)


@compiled
def win_all(D: Any, S: Any, rule: int) -> None:
    """Everybody undecided is first."""
    for player in range(1, D[PLAYERS] + 1):
        if (S[ACTIVE] >> player) & 1:
            S[D[RANK_AT] + player] = 2
    S[WON_BY] = 0
    finish(S, rule)


@compiled
def lose_all(D: Any, S: Any, rule: int) -> None:
    """Everybody undecided is last."""
    for player in range(1, D[PLAYERS] + 1):
        if (S[ACTIVE] >> player) & 1:
            S[D[RANK_AT] + player] = 2 * D[PLAYERS]
    finish(S, rule)


@compiled
def rank_by_score(D: Any, S: Any, scores: int, misere: bool, rule: int) -> None:
    """Rank all players by score, eliminated ones too; equal scores share the mean of their ranks."""
    players = D[PLAYERS]
    for player in range(1, players + 1):
        own = -S[scores + player] if misere else S[scores + player]
        better = 0
        equal = 0
        for other in range(1, players + 1):
            score = -S[scores + other] if misere else S[scores + other]
            if score > own:
                better += 1
            elif score == own:
                equal += 1
        S[D[RANK_AT] + player] = 2 * better + equal + 1
    S[WON_BY] = 0
    finish(S, rule)


@compiled
def hash_words(spans: Any, count: int, S: Any) -> int:
    """63 bits for the words in ``spans`` and the mover: the exclusive or of one mixed number a word that is not 0.

    A Zobrist hash (Zobrist, 1970): a change of one word changes it by the exclusive or of two numbers, so it can be
    carried along. ``spans`` has start and end of each run of words.
    """
    value = mix(-1, S[MOVER])
    for span in range(count):
        for index in range(spans[2 * span], spans[2 * span + 1]):
            if S[index] != 0:
                value ^= mix(mix(index, 1), S[index])
    return value
