"""C declarations of `shared_search.py`. Its docstring has layout, limits and costs."""

cimport cython
from libc.string cimport memcpy
from ludoscope.search.kernels.atomic cimport fill_word_once, replace_word, set_bits_once
from ludoscope.search.kernels.bits cimport hash_word, prefetch, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, OUT_OF_MEMORY, SEARCHING
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst

cdef enum:
    CHUNK_STATES = 256  # that a worker takes at a time, some 30 µs
    BLOCK_STATES = 1024  # of the queue, that a worker fills before it takes the next one

@cython.final
cdef class SharedSearch:
    cdef readonly BreadthFirst search
    cdef int max_moves
    cdef bint unfinished
    cdef u64 end  # of the states to be expanded now
    cdef u64 gap[8]  # between what is read all the time and what is written
    cdef volatile u64 next_state
    cdef u64 other_gap[8]
    cdef volatile u64 next_place
    cdef bint take_states(self, u64 *first, u64 *last) noexcept nogil
    cdef bint take_places(self, u64 *first, u64 *last) noexcept nogil
    cdef u64 fill_holes(self, list holes)
    cdef void add_range(self, u64 first, u64 last) noexcept nogil


cdef inline u64 *table_place(BreadthFirst search, u64 state) noexcept nogil:
    """Return the slot where the search for a state begins, or the word with its bit."""
    if search.layout.hashed:
        return search.table.keys + (hash_word(state) & (search.table.slots - 1))
    return search.table.keys + (state >> search.layout.index_shift >> 6)


cdef inline bint add_once(BreadthFirst search, u64 state) noexcept nogil:
    """Add a state to the table; return True to one of the threads that add it, if it was not there."""
    cdef u64 *place = table_place(search, state)
    cdef u64 bit = <u64>1 << (state >> search.layout.index_shift & 63)
    if not search.layout.hashed:
        return not place[0] & bit and set_bits_once(place, bit)
    while place[0] != state:
        if place[0] == 0:
            if fill_word_once(place, state):
                return True
        elif place[0] != state:
            place += 1
            if place == search.table.keys + search.table.slots:
                place = search.table.keys
    return False
