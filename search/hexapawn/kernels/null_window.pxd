# The types of null_window.py, whose docstring says what the names mean, and what is inlined.

cimport cython
from ludoscope.search.hexapawn.kernels.bits cimport mirrored, passed_up, swapped
from ludoscope.search.hexapawn.kernels.board cimport FAR, WON, Board, Judgement, targets
from ludoscope.search.hexapawn.kernels.table cimport Entry, Table, bucket, found, score
from ludoscope.search.kernels.bits cimport lowest, prefetch, u64
from ludoscope.search.kernels.kernel cimport SEARCHING, SOLVED, Kernel

cdef struct Successor:
    u64 own
    u64 rival
    long long rank
    int move

cdef struct Frame:
    u64 own
    u64 rival
    u64 begun
    int threshold
    int below
    int best
    int lower
    int upper
    int first
    int move

@cython.final
cdef class Questions(Kernel):
    cdef Board board
    cdef long long history[256]
    cdef Frame frames[122]
    cdef Successor pool[122 * 96]
    cdef readonly int depth
    cdef int top
    cdef readonly int bound
    cdef Table table

    cdef void look(self, Frame *frame, u64 target, int step) noexcept nogil
    cdef void add(self, int first, u64 own, u64 rival, int replies, int move) noexcept nogil
    cdef void push(self, u64 own, u64 rival, int threshold, int lower, int upper) noexcept nogil
    cdef void scan(self, Frame *frame) noexcept nogil
    cdef inline Entry *known(self, Successor *successor) noexcept nogil
    cdef void settle(self, Frame *frame) noexcept nogil
    cdef void begin(self, u64 own, u64 rival, int threshold) noexcept


cdef inline void raise_best(Frame *frame, int score) noexcept nogil:
    """Note in a frame that it has a successor of that score."""
    frame.best = max(frame.best, passed_up(score))
