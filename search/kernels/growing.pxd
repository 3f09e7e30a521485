cdef class KeySet:
    cdef unsigned long long *first
    cdef unsigned long long *second
    cdef unsigned int *third
    cdef unsigned long long slots
    cdef unsigned long long met
    cdef unsigned long long size(self) noexcept nogil
    cdef bint insert(self, const unsigned long long *key) noexcept nogil
    cdef bint make_room(self, unsigned long long budget) noexcept nogil

cdef class HashSet:
    cdef unsigned long long *hashes
    cdef unsigned long long slots
    cdef unsigned long long met
    cdef unsigned long long size(self) noexcept nogil
    cdef bint insert(self, unsigned long long value) noexcept nogil
    cdef bint make_room(self, unsigned long long count, unsigned long long budget) noexcept nogil

cdef class Stack:
    cdef unsigned int *items
    cdef unsigned long long top
    cdef unsigned long long room
    cdef unsigned long long size(self) noexcept nogil
    cdef bint make_room(self, unsigned long long count, unsigned long long budget) noexcept nogil
