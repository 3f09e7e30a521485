# The C types of bakers_search.py, whose docstring says what the names mean.

from search.kernels.bakers_layout cimport Layout

cdef struct Node:
    unsigned long long a
    unsigned long long b
    unsigned int c
    unsigned int parent
    unsigned int next
    unsigned short move
    unsigned short made

cdef class BestFirst:
    cdef Layout here
    cdef int step
    cdef int lowest_
    cdef Node* nodes
    cdef unsigned int room
    cdef unsigned int met
    cdef unsigned int* index
    cdef unsigned int* heads
    cdef int lowest_bucket
    cdef unsigned int waiting
    cdef unsigned long long most
    cdef unsigned int at
    cdef unsigned long long explored_
    cdef unsigned long long refuted_
    cdef int status

    cdef int meet(self, unsigned int parent, int move, int made) noexcept nogil
    cdef int attempt(self, int card, int suit, int made) noexcept nogil
    cdef int expand(self) noexcept nogil
    cdef bint grow(self) noexcept nogil
    cdef int advance(self, unsigned long long budget) noexcept nogil
