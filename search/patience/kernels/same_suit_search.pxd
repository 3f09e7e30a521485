"""Types of same_suit_search.py, which describes them, and inline functions."""

cimport cython
from libc.stdlib cimport free, malloc
from ludoscope.search.kernels.arrays cimport double_array
from ludoscope.search.kernels.bits cimport hash_word, popcount, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, insert, init_set, reset_set
from ludoscope.search.patience.kernels.cards cimport KING, add_card
from ludoscope.search.patience.kernels.same_suit_bits cimport (
    KINGS_SHIFT, NO_COLUMN, State, cards_on_piles, complete_suits, count_home, count_used_cells,
    down_bit, length_without_run, pile_height, suit_bits, up_bit
)

cdef enum:
    MAX_COLUMNS = 64  # checked when a search is made; at most 52 of them are searched
    BUCKETS = 512  # more than any score
    INITIAL_NODES = 1 << 10
    MAX_NODE_BITS = 31
    MAX_STEPS = 128  # of a state: one a column, 4 · 4 with kings of columns, 4 · 4 of cells
    NODE_BYTES = 24
    SLOT_BYTES = 16  # two slots a node

cdef struct Node:
    u64 key
    u32 parent
    u32 step  # column | suit of the displaced king + 1 << 6
    u32 next  # 1 + the next older open node of the bucket, 0 for none

@cython.final
cdef class SameSuitSearch(Kernel):
    # rules
    cdef int cells
    cdef bint kings
    # the position as given, by column
    cdef int given_columns
    cdef int columns
    cdef int cleared_columns
    cdef int place[52]
    cdef int first_entry[52]
    cdef int shift[52]
    cdef u64 mask[52]
    cdef u64 base_king[52]
    # the position as given, by entry: a column at one of its lengths
    cdef int entry_count
    cdef int key_bits
    cdef u64 entry_freed_down[104]
    cdef u64 entry_freed_up[104]
    cdef u64 entry_top_down[104]
    cdef u64 entry_top_up[104]
    cdef int entry_top_bit[104]
    cdef bint entry_above_lower[104]
    cdef int entry_length_without_run[104]
    # the cards that are freed in every state
    cdef u64 loose_down
    cdef u64 loose_up
    cdef State root
    # the state being expanded
    cdef int entry[52]
    cdef int pile[52]
    cdef u32 current
    # the search
    cdef Node *nodes
    cdef Set seen
    cdef u64 capacity
    cdef u64 memory_limit
    cdef u32 bucket_heads[BUCKETS]
    cdef int lowest_bucket
    cdef readonly u32 entries
    cdef readonly u32 frontier
    cdef u32 won
    cdef readonly u64 stuck
    cdef readonly u64 refuted

    cdef u64 set_up_column(self, int number, tuple cards, u64 placed) except? 0
    cdef void fill_entry(self, int *cards, int length, int height) noexcept nogil
    cdef void load(self, State *state) noexcept nogil
    cdef void settle(self, State *state) noexcept nogil
    cdef int score(self, State *state) noexcept nogil
    cdef bint is_refuted(self, State *state) noexcept nogil
    cdef void expand(self) noexcept nogil
    cdef inline bint can_relax(self) noexcept nogil
    cdef bint is_stuck(self, State *state) noexcept nogil
    cdef bint is_calm(self, State *state) noexcept nogil
    cdef bint take_safe_step(self, State *state, int cell_capacity, u64 exposed_down) noexcept nogil
    cdef void clear_column(
        self, State *state, int column, int cell_capacity, u64 exposed_down
    ) noexcept nogil
    cdef void exchange_kings(self, State *state, int cell_capacity) noexcept nogil
    cdef void take_step(self, State *parent, int column, int displaced_suit, u64 placed_king) noexcept nogil
    cdef void add_node(self, State *state, u32 step) noexcept nogil
    cdef bint grow(self) noexcept nogil


cdef inline int entry_of(SameSuitSearch search, u64 key, int column) noexcept nogil:
    """Return the entry of a column at its length in a key."""
    return search.first_entry[column] + <int>(key >> search.shift[column] & search.mask[column])


cdef inline void remove_run(SameSuitSearch search, State *state, int column) noexcept nogil:
    """Free the run of a column; `settle` completes the state."""
    cdef int old = entry_of(search, state.key, column)
    cdef int new = search.first_entry[column] + search.entry_length_without_run[old]
    state.key -= <u64>(old - new) << search.shift[column]
    state.freed_down |= search.entry_freed_down[new]
    state.freed_up |= search.entry_freed_up[new]
    state.tops_down ^= search.entry_top_down[old] ^ search.entry_top_down[new]
    state.tops_up ^= search.entry_top_up[old] ^ search.entry_top_up[new]
    if new == search.first_entry[column]:
        state.cleared_columns += 1
        state.standing_kings |= search.base_king[column]


cdef inline u64 waiting_kings(SameSuitSearch search, State *state) noexcept nogil:
    """Return the kings in cells, if empty columns take kings."""
    if not search.kings:
        return 0
    return state.freed_down & suit_bits() & ~state.standing_kings & ~complete_suits(state)
