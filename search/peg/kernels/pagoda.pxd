# Linear programs for pagoda functions (`pagoda.py` says what the names mean).

cimport cython
from libc.math cimport fabs, floor
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from ludoscope.search.kernels.bits cimport mixed, u64

@cython.final
cdef class Pagodas:
    cdef int jumps, holes, columns, stride
    cdef int source[512]
    cdef int over[512]
    cdef int to[512]
    cdef u64 mask[512]
    cdef u64 pegs[512]
    cdef int opposite[64]
    cdef int owner[128]
    cdef int label[642]
    cdef double *fresh
    cdef double *tableau
    cdef double exact[64]
    cdef int trial[64]
    cdef int weights[64]
    cdef u64 line[65]

    cdef void put(self, int row, int hole, double value) noexcept nogil
    cdef void prepare(self) noexcept nogil
    cdef void pivot(self, int row, int column) noexcept nogil
    cdef int entering(self) noexcept nogil
    cdef int leaving(self, int column) noexcept nogil
    cdef void restart(self) noexcept nogil
    cdef void ask(self, u64 position, u64 finish) noexcept nogil
    cdef double optimum(self, u64 position, u64 finish) noexcept nogil
    cdef bint rounded(self, u64 position, u64 finish, int most) noexcept nogil
    cdef int worth(self, int *weights, u64 position, u64 finish) noexcept nogil
    cdef bint holds(self, int *weights, u64 position, u64 finish) noexcept nogil
    cdef bint refute(self, u64 position, u64 finish, int most) noexcept nogil
    cdef int playout(self, u64 start, int jumps, u64 chance) noexcept nogil
    cdef bint turning(self, int depth, u64 finish, int most) noexcept nogil
