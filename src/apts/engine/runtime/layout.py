"""Where things are in the three arrays of a kernel.

``D`` (data) holds what the rules fix: numbers of the text, geometry, regions. ``S`` (state) is one position. ``W`` (work)
is scratch memory. All are arrays of 64-bit integers; the first words have the fixed meaning given here, the rest is
handed out by the compiler.
"""

from __future__ import annotations

# State: the fixed head.
MOVER = 0
NEXT = 1
PREVIOUS = 2
OVER = 3  # 0 while the match runs, 1 when it has ended
ACTIVE = 4  # bit p: player p is still in the match
LAST_FROM = 5
LAST_TO = 6
LAST_PASS = 7  # 1 when the last move was a pass
MOVES = 8  # moves made since the start position
TURN = 9  # the turn number, from 1
MOVES_THIS_TURN = 10  # earlier moves of the same mover in a row
PASSES = 11  # single-pass turns in a row
COUNTER = 12
END_RULE = 13  # number of the end rule that ended the match, from 1
STALEMATED = 14  # bit p: player p was last seen without a move
CHANCE = 15  # seed of the chance events to come
LENGTH = 16  # words of this state in use; what lies behind need not be copied
WINNERS = 17
LOSERS = 18
LOSING_NOW = 19  # bit p: lost in the end evaluation under way
SWAPPED = 20
LAST_LOCATION = 21  # site of the last action of the last move, consequences included
VARIABLE = 22
TRIGGERED = 23  # bit p: player p was triggered
TURN_SET = 24  # 1 when an action of the move under way set the next player
COUNTED = 25  # 1 when rules that are used on this position count (see coverage.py)
WON_BY = 26  # number of the end rule by which the first to win left, 0 while nobody has
STATE_HEAD = 27

# Data: the fixed head.
PLAYERS = 0
SITES = 1  # sites of the board
ALL_SITES = 2  # sites of all containers
SET_WORDS = 3  # words of a set of sites
STATE_SIZE = 4
RECORD = 5  # words of a move record
TURN_LIMIT = 6
MOVE_LIMIT = 7
LEVELS = 8  # highest stack
HISTORY = 9  # room for position hashes
RANK_AT = 10  # where the doubled ranks of the players are in the state
COMPONENTS = 11  # kinds of pieces
DATA_SIZE = 12  # words of the data
WORK_WORDS = 13  # words of the work array
FIRST_FRAME = 14  # where the frames begin in the work array, behind the queue
QUEUE_AT = 15  # where the queue begins
DATA_HEAD = 16
PADDING = 8  # words behind the last table: walks may look two steps and an offset behind its end (see native/proofs.py)

# Work: the fixed head, then the counters of the rules (if any), the queue of actions, and the frames of the functions.
QUEUE_TOP = 0
OVERFLOW = 1
RECORDS_SIZE = 2  # words of the list of moves
ASKED = 3  # how deep the question whether the next player can move is nested
FUEL = 4  # how much work the move under way may still do
FAILURE = 5  # the number of the check that failed (see guards.py), 0 when none has; the next three say where and why
FAILED_LINE = 6  # line of the kernel
FAILED_VALUE = 7
FAILED_BOUND = 8
QUEUE_END = 9
STOP_AT = 10  # address of a word that changes when the user wants everything to stop
STOP_SEEN = 11  # what that word was when the work began
SEEKING = 12  # 1 while the longest sequence of moves is looked for
WORK_HEAD = 13

# Failures that are no index.
OUT_OF_FUEL = -1
INTERRUPTED = -2
QUEUE_FULL = -3
TOO_LARGE = -4  # a number beyond those that rules can write
DIVIDED_BY_ZERO = -5
LIST_FULL = -6
STACK_FULL = -7
NO_MARK = -8  # of the bits of a word; players have one each
MOVE_FUEL = 1 << 25  # steps; the longest move of random matches of 600 published games takes a thirtieth
MOST_MOVES = 10_000  # of a match
TURNS_EACH = 1250  # of each player in a match

# A move record: the decision it belongs to, the pair a person sees, then captured values.
DECISION = 0
ORIGIN = 1
TARGET = 2
RECORD_HEAD = 3

# Random matches under way: how far they are, so that a kernel can be left and entered again.
PLAYED = 0  # matches finished
WANTED = 1  # matches to be played
FIRST_MATCH = 2  # the number of the first of them
MATCH_SEED = 3  # what the streams of all matches are made from
UNDER_WAY = 4  # 1 in the middle of a match
DEALT = 5  # 0 without chance; 1 when the set-up leaves chance alone, so that it is copied; 2 when it draws
MOVES_BEFORE = 6  # moves made in the position that matches start from
CHOICES = 7  # the stream that chooses the moves of the match under way
FORCED_PASSES = 8  # passes of the match under way that were the only legal move
PROGRESS_SIZE = 9

# What random matches came to: a few counts, some runs of one word a seat, then the lengths.
DRAWS = 0  # all seats share the middle rank
STOPPED = 1  # a limit of moves or turns was reached
ALL_WON = 2  # all seats are first
ALL_LOST = 3  # all seats are last
LONE_PASSES = 4  # passes that were the only legal move; they count in no length
SEAT_TALLIES = 5  # won alone, shared the first place with some, doubled ranks summed up, won with its team, its team
SEAT_RUNS = 5  # as many of them

# Counting the ways to play: where the count stands when the kernel is left.
COUNT_LEVEL = 0
COUNT_TOTAL = 1
COUNT_SIZE = 2
