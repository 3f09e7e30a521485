"""C declarations of `null_window.py` and what it inlines. Its docstring has layout and limits."""

cimport cython
from ludoscope.search.hexapawn.kernels.bits cimport columns_reversed, parent_score, rows_reversed
from ludoscope.search.hexapawn.kernels.board cimport (
    MAX_SCORE, WIN_IN_1, Board, StaticBounds, move_targets
)
from ludoscope.search.hexapawn.kernels.table cimport (
    Entry, Table, find_entry, first_entry, pairs_are_atomic, stored_bound
)
from ludoscope.search.kernels.bits cimport lowest_bit_number, prefetch, u64
from ludoscope.search.kernels.kernel cimport SEARCHING, SOLVED, Kernel

cdef enum:
    MAX_PLIES = 120
    MAX_KERNELS = 64  # of a team
    SHARED_PLIES = 10  # deeper positions take too little time to be left to another kernel
    LINE_WORDS = 32  # of a kernel's line and the gap to the next, which is in no cache line with it

cdef struct Successor:
    u64 mover
    u64 opponent
    long long rank
    int move

cdef struct Frame:
    u64 mover
    u64 opponent
    u64 explored_before
    int threshold
    int below
    int best
    int lower
    int upper
    int first
    int move
    int deferred

@cython.final
cdef class Team:
    cdef int size
    cdef volatile bint is_stopped
    cdef u64 gap[16]  # between what is read all the time and what is written
    cdef volatile u64 lines[MAX_KERNELS * LINE_WORDS]

@cython.final
cdef class NullWindowKernel(Kernel):
    cdef Board board
    cdef long long history[256]
    cdef Frame frames[122]  # MAX_PLIES + 2
    cdef Successor pool[122 * 96]  # 96 moves a frame
    cdef readonly int depth
    cdef int pool_size
    cdef readonly int bound
    cdef Table table
    cdef Team team
    cdef int number
    cdef u64 added

    cdef void add_move(self, Frame *frame, u64 target, int step) noexcept nogil
    cdef void add_to_pool(
        self, int first, u64 mover, u64 opponent, int reply_count, int move
    ) noexcept nogil
    cdef void push(self, u64 mover, u64 opponent, int threshold, int lower, int upper) noexcept nogil
    cdef void probe_successors(self, Frame *frame) noexcept nogil
    cdef inline bint find_stored(self, Successor *successor, Entry *entry) noexcept nogil
    cdef bint is_searched_elsewhere(self, Successor *successor) noexcept nogil
    cdef void defer(self, Frame *frame, Successor *successor) noexcept nogil
    cdef void pop(self, Frame *frame) noexcept nogil
    cdef void start_search(self, u64 mover, u64 opponent, int threshold) noexcept


cdef inline u64 line_key(u64 mover, u64 opponent) noexcept nogil:
    """Return a number for a position by which a team recognises it; a mistake costs only time."""
    return mover ^ opponent * <u64>0x9E3779B97F4A7C15


cdef inline void raise_best(Frame *frame, int score) noexcept nogil:
    """Raise the best score of a frame to that by a successor of score (or bound) `score`."""
    frame.best = max(frame.best, parent_score(score))
