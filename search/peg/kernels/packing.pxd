"""Functions of the kernel `packing`; its docstring describes the format."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport u64

ctypedef unsigned char u8


cdef void sort(u64 *keys, u64 *scratch, u64 count) noexcept nogil
cdef u64 encode(u64 *keys, u64 count, u8 *text) noexcept nogil
cdef bint decode(u8 *text, u64 length, u64 *keys, u64 count) noexcept nogil
