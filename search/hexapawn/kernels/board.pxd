ctypedef unsigned long long u64

cdef struct Judgement:
    int replies
    int lower
    int upper

cdef class Board:
    cdef int rows
    cdef int flip
    cdef int side
    cdef u64 cells
    cdef u64 not_first
    cdef u64 not_last
    cdef u64 goal
    cdef u64 home
    cdef u64 reaching[64]
    cdef u64 falling[64]
    cdef u64 targets(self, u64 own, u64 rival, int step) noexcept nogil
    cdef void judge(self, u64 own, u64 rival, Judgement *found) noexcept nogil
