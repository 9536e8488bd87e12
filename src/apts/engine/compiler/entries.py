"""The functions of a kernel that are called from outside, the same for all games.

They are kernel source: they stand at the end of every kernel and use the functions ``set_up``, ``legal_moves``,
``choose_move``, ``is_pass``, ``lone_pass`` and ``play_record`` that the compiler wrote before them. Arrays come as
addresses.
"""

from __future__ import annotations

ENTRIES = """
@compiled
def begin(D, S, W, M, seed):
    # Sets up the start position; the seed decides chance.
    begin_work(W)
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
    W[QUEUE_TOP] = D[QUEUE_AT]
    set_up(D, S, W, M, D[FIRST_FRAME])
    if W[FAILURE] != 0:
        S[OVER] = 1
        W[OVERFLOW] = 1
    return 0


@entry(5)
def start(data, state, work, records, seed):
    # The start position; the seed decides chance.
    return begin(pointer(data), pointer(state), pointer(work), pointer(records), seed)


@entry(4)
def moves(data, state, work, records):
    # Fills the records with the legal moves; gives their number. After a failure the match is over.
    D, S, W, M = pointer(data), pointer(state), pointer(work), pointer(records)
    if S[OVER] != 0:
        return 0
    begin_work(W)
    if W[FAILURE] == 0:
        count = legal_moves(D, S, W, M, D[FIRST_FRAME])
        if W[FAILURE] == 0:
            return count
    S[OVER] = 1
    W[OVERFLOW] = 1
    return record0(D, W, M, 0, -1, -1, -1)


@entry(5)
def choose(data, state, work, records, stream):
    # The number of a legal move chosen at random; the records before it need not be legal.
    D, S, W, M = pointer(data), pointer(state), pointer(work), pointer(records)
    begin_work(W)
    if W[FAILURE] == 0:
        index = choose_move(D, S, W, M, D[FIRST_FRAME], pointer(stream))
        if W[FAILURE] == 0:
            return index
    S[OVER] = 1
    W[OVERFLOW] = 1
    record0(D, W, M, 0, -1, -1, -1)
    return 0


@entry(5)
def play(data, state, work, records, index):
    # Plays a record; tells whether the match is over. Whoever plays on lists or chooses, which looks for a wish to stop.
    D, S, W, M = pointer(data), pointer(state), pointer(work), pointer(records)
    if W[FAILURE] == 0:
        refuel()
        W[FUEL] = MOVE_FUEL
        play_record(D, S, W, M, D[FIRST_FRAME], index * D[RECORD])
    if W[FAILURE] != 0:
        S[OVER] = 1
        W[OVERFLOW] = 1
    return S[OVER]


@entry(6)
def play_on(data, state, work, records, stream, limit):
    # Plays at random to the end or for so many moves; tells whether the match is over. One call for all of them: entries
    # cost more than the moves of a small game.
    D, S, W, M, R = pointer(data), pointer(state), pointer(work), pointer(records), pointer(stream)
    frame = D[FIRST_FRAME]
    last = S[MOVES] + limit
    while S[OVER] == 0 and S[MOVES] < last:
        begin_work(W)
        if W[FAILURE] == 0:
            index = choose_move(D, S, W, M, frame, R)
            if W[FAILURE] == 0:
                refuel()
                W[FUEL] = MOVE_FUEL
                play_record(D, S, W, M, frame, index * D[RECORD])
        if W[FAILURE] != 0:
            S[OVER] = 1
            W[OVERFLOW] = 1
    return S[OVER]


@entry(9)
def playouts(data, root, state, work, records, progress, tally, limit, steps):
    # Random matches, each until the end or for so many moves; leaves after so many moves of all matches, to be called
    # again with the same arrays. Gives 0 when all are played, 1 when moves are left to make, and 2 when a list of moves
    # had no room: the match under way then begins anew. Passes that were the only legal move are counted by themselves.
    D, S, W, M, B = pointer(data), pointer(state), pointer(work), pointer(records), pointer(progress)
    T = pointer(tally)
    R = shifted(B, CHOICES)
    left = steps
    frame = D[FIRST_FRAME]
    begin_work(W)
    while B[PLAYED] < B[WANTED]:
        if B[UNDER_WAY] == 0:
            own = mix(B[MATCH_SEED], B[FIRST_MATCH] + B[PLAYED])
            if B[DEALT] == 2:
                begin(D, S, W, M, mix(own, 0))
            else:
                origin = pointer(root)
                copy_words(S, 0, origin, 0, origin[LENGTH])
                if B[DEALT] == 1:
                    S[CHANCE] = mix(own, 0)
            R[0] = mix(own, 1)
            B[MOVES_BEFORE] = S[MOVES]
            B[FORCED_PASSES] = 0
            B[UNDER_WAY] = 1
        last = B[MOVES_BEFORE] + limit
        while S[OVER] == 0 and S[MOVES] < last and left > 0:
            refuel()
            W[FUEL] = MOVE_FUEL
            index = choose_move(D, S, W, M, frame, R)
            if is_pass(D, S, W, M, frame, M[index * D[RECORD]]) != 0:
                found = lone_pass(D, S, W, M, frame, index)
                B[FORCED_PASSES] += found & 1
                index = found >> 1
            play_record(D, S, W, M, frame, index * D[RECORD])
            left -= 1
            if W[FUEL] < 0:
                return 2
        if W[OVERFLOW] != 0:
            B[UNDER_WAY] = 0
            return 2
        if S[OVER] == 0 and S[MOVES] < last:
            return 1
        tally_match(D, S, T, min(S[MOVES] - B[MOVES_BEFORE], limit), B[FORCED_PASSES])
        B[UNDER_WAY] = 0
        B[PLAYED] += 1
    return 0


@entry(3)
def position_key(spans, count, state):
    # The hash of a position over the given spans of words.
    return hash_words(pointer(spans), count, pointer(state))


@entry(16)
def count_ways(
    data, positions, work, records, room, span_list, spans, results, slots, counts, levels, depth, distinct, by_turn,
    progress, steps
):
    # The leaves below the first of the positions; leaves after so many moves, to be called again with the same arrays.
    # Gives 0 when all are counted, 1 when moves are left to make, and 2 when some memory is too small.
    # Level k is the position after k moves; its list of moves has `room` words of the records, and in the counts it has
    # the move under way, the number of moves, and the units completed. The results have for each unit the hashes of its
    # results so far, `slots` words with their number first.
    D, P, W, lists = pointer(data), pointer(positions), pointer(work), pointer(records)
    counters, seen, hashed = pointer(counts), pointer(results), pointer(span_list)
    B = pointer(progress)
    size = D[STATE_SIZE]
    total = B[COUNT_TOTAL]
    level = B[COUNT_LEVEL]
    left = steps
    if level < 0:
        level = 0
        counters[0] = 0
        counters[1] = 0
        begin_work(W)
        if P[OVER] == 0:
            counters[1] = legal_moves(D, P, W, lists, D[FIRST_FRAME])
        counters[2] = 0
        seen[0] = 0
    while level >= 0:
        if left == 0:
            B[COUNT_TOTAL] = total
            B[COUNT_LEVEL] = level
            return 1
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
            return 2
        left -= 1
        counters[at] = index + 1
        parent = shifted(P, level * size)
        child = shifted(P, (level + 1) * size)
        listed = shifted(lists, level * room)
        copy_words(child, 0, parent, 0, parent[LENGTH])
        begin_work(W)
        play_record(D, child, W, listed, D[FIRST_FRAME], index * D[RECORD])
        if W[FAILURE] != 0:
            return 2
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
                    return 2
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
        counters[3 * level + 1] = legal_moves(D, child, W, shifted(lists, level * room), D[FIRST_FRAME])
        counters[3 * level + 2] = completed
    B[COUNT_TOTAL] = total
    return 0
"""
