"""C declarations of `level_worker.py`. Its docstring has layout, limits and costs."""

cimport cython
from libc.stdlib cimport free
from libc.string cimport memcpy
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.atomic cimport fill_word_once, set_bits_once
from ludoscope.search.kernels.bits cimport hash_word, lowest_bit_number, prefetch, u64
from ludoscope.search.kernels.kernel cimport SEARCHING
from ludoscope.search.rush.kernels.breadth_first cimport BreadthFirst
from ludoscope.search.rush.kernels.layout cimport MAX_MOVES, Layout, generate_moves

@cython.final
cdef class LevelWorker:
    cdef BreadthFirst search
    cdef int max_moves
    cdef u64 *found
    cdef u64 found_count
    cdef u64 expanded
    cdef u64 successors[2 * MAX_MOVES]
    cdef void add_range(self, u64 first, u64 last) noexcept nogil
    cdef void expand_states(self, u64 first, u64 last) noexcept nogil
    cdef int generate(self, u64 state, u64 *successors) noexcept nogil
    cdef void add_new(self, const u64 *successors, int count) noexcept nogil


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
