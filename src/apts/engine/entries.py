"""The functions of a kernel that are called from outside, the same for all games.

They are kernel source: they stand at the end of every kernel and use the functions ``set_up``, ``legal_moves``,
``choose_move`` and ``play_record`` that the compiler wrote before them. Arrays come as addresses.
"""

from __future__ import annotations

ENTRIES = """
@entry(5)
def start(data, state, work, records, seed):
    # The start position; the seed decides chance.
    D, S, W, M = pointer(data), pointer(state), pointer(work), pointer(records)
    for index in range(D[STATE_SIZE]):
        S[index] = 0
    S[MOVER] = 1
    S[NEXT] = 2 if D[PLAYERS] > 1 else 1
    S[ACTIVE] = (2 << D[PLAYERS]) - 2
    S[LAST_FROM] = -1
    S[LAST_TO] = -1
    S[LAST_LOCATION] = -1
    S[TURN] = 1
    S[COUNTER] = -1
    S[VARIABLE] = -1
    S[CHANCE] = seed
    S[LENGTH] = D[STATE_SIZE] - D[HISTORY]
    W[QUEUE_TOP] = WORK_HEAD
    set_up(D, S, W, M, FIRST_FRAME)
    return 0


@entry(4)
def moves(data, state, work, records):
    # Fills the records with the legal moves; gives their number.
    S = pointer(state)
    if S[OVER] != 0:
        return 0
    return legal_moves(pointer(data), S, pointer(work), pointer(records), FIRST_FRAME)


@entry(5)
def choose(data, state, work, records, stream):
    # The number of a legal move chosen at random; the records before it need not be legal.
    return choose_move(pointer(data), pointer(state), pointer(work), pointer(records), FIRST_FRAME, pointer(stream))


@entry(5)
def play(data, state, work, records, index):
    # Plays a record; tells whether the match is over.
    D, S = pointer(data), pointer(state)
    play_record(D, S, pointer(work), pointer(records), FIRST_FRAME, index * D[RECORD])
    return S[OVER]


@entry(9)
def playouts(data, root, state, work, records, stream, count, limit, results):
    # Random matches from a root, each until the end or for so many moves. A row of the results has the number of moves,
    # whether the match ended, and the doubled rank of each player.
    D, S, W, M, R = pointer(data), pointer(state), pointer(work), pointer(records), pointer(stream)
    T, rows = pointer(root), pointer(results)
    width = 2 + D[PLAYERS]
    total = 0
    for number in range(count):
        copy_words(S, 0, T, 0, T[LENGTH])
        first = S[MOVES]
        while S[OVER] == 0 and S[MOVES] - first < limit:
            play_record(D, S, W, M, FIRST_FRAME, choose_move(D, S, W, M, FIRST_FRAME, R) * D[RECORD])
        row = number * width
        rows[row] = S[MOVES] - first
        rows[row + 1] = S[OVER]
        for player in range(1, D[PLAYERS] + 1):
            rows[row + 1 + player] = S[D[RANK_AT] + player]
        total += S[MOVES] - first
    return total


@entry(3)
def position_key(spans, count, state):
    # The hash of a position over the given spans of words.
    return hash_words(pointer(spans), count, pointer(state))


@entry(14)
def count_ways(
    data, positions, work, records, room, span_list, spans, results, slots, counts, levels, depth, distinct, by_turn
):
    # The leaves below the first of the positions, or -1 when some memory is too small.
    # Level k is the position after k moves; its list of moves has `room` words of the records, and in the counts it has
    # the move under way, the number of moves, and the units completed. The results have for each unit the hashes of its
    # results so far, `slots` words with their number first.
    D, P, W, lists = pointer(data), pointer(positions), pointer(work), pointer(records)
    counters, seen, hashed = pointer(counts), pointer(results), pointer(span_list)
    size = D[STATE_SIZE]
    total = 0
    level = 0
    counters[0] = 0
    counters[1] = 0
    if P[OVER] == 0:
        counters[1] = legal_moves(D, P, W, lists, FIRST_FRAME)
    counters[2] = 0
    seen[0] = 0
    while level >= 0:
        at = 3 * level
        index = counters[at]
        completed = counters[at + 2]
        if index == counters[at + 1]:
            level -= 1
            continue
        if completed == depth - 1 and distinct == 0 and by_turn == 0:
            total += counters[at + 1]
            level -= 1
            continue
        if level + 1 == levels:
            return -1
        counters[at] = index + 1
        parent = shifted(P, level * size)
        child = shifted(P, (level + 1) * size)
        listed = shifted(lists, level * room)
        copy_words(child, 0, parent, 0, parent[LENGTH])
        play_record(D, child, W, listed, FIRST_FRAME, index * D[RECORD])
        if by_turn == 0 or child[OVER] != 0 or child[TURN] != parent[TURN]:
            if distinct != 0:
                key = mix(hash_words(hashed, spans, child), 2 * child[SWAPPED] + child[OVER])
                if by_turn == 0:
                    key = mix(key, (listed[index * D[RECORD] + ORIGIN] << 24) + listed[index * D[RECORD] + TARGET])
                first = completed * slots + 1
                last = first + seen[first - 1]
                known = 0
                for place in range(first, last):
                    if seen[place] == key:
                        known = 1
                        break
                if known:
                    continue
                if last == (completed + 1) * slots:
                    return -1
                seen[last] = key
                seen[first - 1] += 1
            completed += 1
            if completed == depth:
                total += 1
                continue
            if child[OVER] != 0:
                continue
            seen[completed * slots] = 0
        level += 1
        counters[3 * level] = 0
        counters[3 * level + 1] = legal_moves(D, child, W, shifted(lists, level * room), FIRST_FRAME)
        counters[3 * level + 2] = completed
    return total
"""
