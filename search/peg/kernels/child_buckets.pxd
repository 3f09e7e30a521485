# The first phase of a step from level to level (see `levels.py`).
#
#   starts       where the keys of each bucket begin
#   pending      for each bucket room for so many keys, `waiting` of them in use
#   allowed      per byte of a position and its value a set of jumps, `sets` words: those that the
#                holes of this byte allow
#   worth        the same for the packs of pagodas (`problem.pxd`): what its pegs are worth
#   base         the packs of a board without pegs

cimport cython
from libc.stdlib cimport free
from libc.string cimport memcpy
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport lowest, u64
from ludoscope.search.peg.kernels.problem cimport (
    Problem, Tables, least_after, lowered, write_images
)

cdef enum:
    BUCKETS = 256
    PENDING = 4096


cdef inline u64 hashed(u64 key) noexcept nogil:
    """Fibonacci hashing: the high bits depend on all bits of the key."""
    return (key ^ (key >> 29)) * <u64>0x9E3779B97F4A7C15


@cython.final
cdef class Keys:
    cdef u64 *keys
    cdef u64 starts[257]
    cdef u64 count


@cython.final
cdef class ChildBuckets:
    cdef Problem problem
    cdef u64 *pending
    cdef int waiting[256]
    cdef u64 *allowed
    cdef int sets
    cdef u64 *worth
    cdef u64 base[32]

    cdef void allow(self) noexcept nogil
    cdef void weigh(self, int lane, tuple weights, long long floor) except *
    cdef void value(self, const Tables *problem, u64 position, u64 *packs) noexcept nogil
    cdef bint step(self, const Tables *problem, u64 position, u64 flip) noexcept nogil
