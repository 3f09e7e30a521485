"""C declarations of `null_window.py` and what it inlines. Its docstring has layout and limits."""

cimport cython
from ludoscope.search.hexapawn.kernels.bits cimport columns_reversed, parent_score, rows_reversed
from ludoscope.search.hexapawn.kernels.board cimport (
    MAX_SCORE, WIN_IN_1, Board, StaticBounds, move_targets
)
from ludoscope.search.hexapawn.kernels.table cimport (
    Entry, Table, find_entry, first_entry, stored_bound
)
from ludoscope.search.kernels.bits cimport lowest_bit_number, prefetch, u64
from ludoscope.search.kernels.kernel cimport SEARCHING, SOLVED, Kernel

cdef enum:
    MAX_PLIES = 120

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

    cdef void add_move(self, Frame *frame, u64 target, int step) noexcept nogil
    cdef void add_to_pool(
        self, int first, u64 mover, u64 opponent, int reply_count, int move
    ) noexcept nogil
    cdef void push(self, u64 mover, u64 opponent, int threshold, int lower, int upper) noexcept nogil
    cdef void probe_successors(self, Frame *frame) noexcept nogil
    cdef inline Entry *stored(self, Successor *successor) noexcept nogil
    cdef void pop(self, Frame *frame) noexcept nogil
    cdef void start_search(self, u64 mover, u64 opponent, int threshold) noexcept


cdef inline void raise_best(Frame *frame, int score) noexcept nogil:
    """Raise the best score of a frame to that by a successor of score (or bound) `score`."""
    frame.best = max(frame.best, parent_score(score))
