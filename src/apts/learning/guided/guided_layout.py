"""Where things are in the memory of guided searches: many trees side by side, one a slot.

A slot is one position under search. Its tree is a block of words: a head, then columns with room for ``CAPACITY`` nodes.
Node 0 is the root; the children of a node are numbered in a row. What a node is worth is seen by the seat that chose to
go there.
"""

from __future__ import annotations

# The head of a slot.
USED = 0
CAPACITY = 1
STATUS = 2
LEAF = 3  # the node that waits for the network, or -1
DEPTH = 4  # steps of the path to the leaf
DONE = 5  # simulations made
BUDGET = 6
FULL_SEARCH = 7  # 0 for a search that is too small to teach the policy
STREAM = 8
MATCH = 9  # number of the match in this slot
PLIES = 10  # moves of this match so far, those of the random opening included
MATCHES = 11  # matches begun in this slot
WIDTH = 12  # root moves that are considered
HEAD = 16

# What a slot waits for.
FRESH = 0  # the root has to be expanded
SEARCHING = 1
FINISHED = 2
BEGINNING = 3  # the next match has to be begun

# The columns.
LOGIT = 0  # real
PRIOR = 1  # real
VISITS = 2
TOTAL = 3  # real: sum of the utilities for the seat that chose the node
FIRST = 4  # the first child, 0 when the node was not expanded
COUNT = 5
PROVEN = 6
SEAT = 7  # the seat to move, known once the node is expanded
VALUE = 8  # real: what the network says for that seat
NOISE = 9  # real: Gumbel noise of a root move
CODE = 10  # the move as the network knows it
SEED = 11  # chance that was drawn for this node
SAMPLE = 12  # where chance plays a part: the first node that a draw led to
NEXT = 13  # the node of the next draw
COLUMNS = 14

MOST_UNASKED = 256
"""Moves that a slot plays without a question before the next slot has its turn."""

MOST_DEPTH = 512
PATH_NODES = 0  # the nodes below the root, first the moves, then (with chance) where the draw led
PATH_EDGES = MOST_DEPTH
PATH_SEATS = 2 * MOST_DEPTH
PATH_UTILITIES = 3 * MOST_DEPTH
PATH_SIZE = PATH_UTILITIES + 64

# The settings. SEATS and UTILITY are where the tree search of the other agents has them.
SLOTS = 0
FORMULA = 1  # GUMBEL or PUCT
PLAYING = 2  # 1: matches are played on and on; 0: the given positions are searched
CHANCE_RULES = (
    3  # 0 without chance after the start, 1 with it, THROWS_FIRST where it has a say in which moves there are
)
THROWS_FIRST = 2
SEATS = 4
SIMULATIONS = 5
SMALL = 6  # simulations of a search that is too small to teach, 0 without such
CONSIDERED = 7  # root moves with noise that Gumbel search looks at
LOOK_AHEAD = 8  # a node with at most so many moves sees at once which of them end the match
MATCH_LIMIT = 9
OPENING = 10  # longest random opening
SAMPLING = 11  # moves chosen by chance in PUCT
PLANES = 12  # bytes of the planes of a position
GLOBALS = 13
LEDGER = 14  # words of a sample
SEED_WORD = 15
UTILITY = 16  # reals
SITE_OUTPUTS = 80  # numbers of the first output
CELLS = 81
KINDS = 82
PAIR_WIDTH = 83  # 0 when moves have no origin
POOL_SAMPLES = 84
POOL_MOVES = 85
POOL_MATCHES = 86
NOISY = 87  # 1: root noise
VALUE_SCALE = 88  # real
VISIT_SCALE = 89  # real
EXPLORATION = 90  # real
NOISE_SHARE = 91  # real
NOISE_SHAPE = 92  # real
OPENING_SHARE = 93  # real: share of matches with a random opening
SMALL_SHARE = 94  # real: share of searches that are small
BLOCK = 95  # words of a slot's tree
ARENA = 96  # words of a slot's moves
STATE = 97  # words of a position
SCHEDULE_ROW = 98
RESIGNING = 99  # real: a mover whose search says less than minus this gives up; 0: nobody does
SCHEDULE_AT = 112  # for each number of considered moves and each simulation: the visits of the move whose turn it is

GUMBEL = 0
PUCT = 1

# The counters of the pool.
SAMPLES_USED = 0
MOVES_USED = 1
MATCHES_USED = 2
SIMULATED = 3
EVALUATED = 4
POOL_HEAD = 8

# The ledger of a sample: a row of words.
ROW_MATCH = 0
ROW_MOVES_AT = 1
ROW_MOVES = 2
ROW_PLY = 3
ROW_TEACHES = 4
ROW_VALUE = 5  # real: what the search says for the mover
ROW_SEATS = 6  # then the seat of each relative player

# The row of a finished match: number, plies, then the utilities of the seats as reals.
MATCH_NUMBER = 0
MATCH_PLIES = 1
MATCH_UTILITIES = 2

# What stops the routine.
WAITING = 0
TREE_FULL = 1  # a tree is full
NO_RECORDS = 2  # a list of moves is full
POOL_FULL = 3
ALL_DONE = 4
