"""Types of beam_search.py, which describes them, and its inline methods."""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport (
    Stack, append, bytes_left, double_array, init_stack, push, reserve, stack_bytes
)
from ludoscope.search.kernels.bits cimport u32, u64
from ludoscope.search.kernels.kernel cimport FAILED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, init_set, insert, reserve_set, set_bytes

cdef enum:
    RANKS = 1 << 12  # distinct ranks in the selection; see `rank_counts`
    SCORE_OFFSET = 256  # scores may be negative
    MAX_NEIGHBOURS = 1024  # of one position: 24 · 4 to cards, 40 to bases, 24 to cells, 40 home
    INITIAL_NEIGHBOURS = 1 << 12
    INITIAL_LEVEL = 1 << 7
    INITIAL_SLOTS = 1 << 10
    PENDING = 32  # neighbours whose slots in the set are being fetched; a power of two
    # the trail has two items a position, whose number has 32 bits
    MAX_TRAIL_BITS = 33

cdef struct Neighbour:
    u64 hash
    int score
    int bound
    u32 parent
    u32 move
    int rank

cdef class BeamSearch(Kernel):
    cdef u32 width
    cdef int max_moves
    cdef u64 memory_limit
    cdef public u64 max_explored
    cdef u32 level_width
    cdef u64 state_bytes
    cdef char *level
    cdef char *next_level
    cdef u64 level_capacity
    cdef u64 next_capacity
    cdef u32 level_size
    cdef u32 cursor
    cdef u32 level_start
    cdef readonly int depth
    cdef Set seen
    cdef Neighbour *neighbours
    cdef u64 neighbour_count
    cdef u64 neighbour_capacity
    cdef u32 rank_counts[RANKS]
    cdef int max_rank
    cdef u32 candidates
    cdef Stack trail
    cdef Stack path
    cdef readonly bint pruned_by_width

    cdef begin(self, long long width, int max_moves, u64 memory_limit, u64 state_bytes)
    cdef bint expand(self, u32 number) noexcept nogil
    cdef void build_state(self, u32 number, const Neighbour *neighbour) noexcept nogil
    cdef bint take_all_pending(self) noexcept nogil
    cdef u64 bytes_used(self) noexcept nogil
    cdef u64 bytes_left(self) noexcept nogil
    cdef bint reserve_space(self) noexcept nogil
    cdef void set_level_width(self) noexcept nogil
    cdef bint reserve_level(self, u64 size) noexcept nogil
    cdef bint append_to_trail(self, const Neighbour *neighbour) noexcept nogil
    cdef bint select_next_level(self) noexcept nogil
    cdef push_path(self)

    cdef inline bint add_seen(self, u64 hash) noexcept nogil:
        """Add a position to those met and return True if it is new."""
        return insert(&self.seen, hash, hash)

    cdef inline bint is_pruned(self, int score, int bound) noexcept nogil:
        """Return True if a neighbour cannot be selected."""
        if self.depth + 1 + bound > self.max_moves:
            return True
        if score + SCORE_OFFSET > self.max_rank and self.max_rank < RANKS - 1:
            self.pruned_by_width = True
            return True
        return False

    cdef inline bint append_neighbour(
        self, const Neighbour *neighbour, bint is_seen, bint won
    ) noexcept nogil:
        """Append a neighbour if it may be selected.

        Args:
            neighbour: The neighbour, without its rank.
            is_seen: True if it is in the set of seen positions already, and new.
            won: True if it is a win.

        Returns:
            True if it was appended.
        """
        cdef int rank = neighbour.score + SCORE_OFFSET
        if self.depth + 1 + neighbour.bound > self.max_moves:
            return False
        rank = 0 if rank < 0 else RANKS - 1 if rank >= RANKS else rank
        if rank > self.max_rank and not won:
            self.pruned_by_width = True
            return False
        if not is_seen and not self.add_seen(neighbour.hash):
            return False
        self.rank_counts[rank] += 1
        self.candidates += 1
        while self.candidates - self.rank_counts[self.max_rank] >= self.level_width:
            self.candidates -= self.rank_counts[self.max_rank]
            self.max_rank -= 1
        self.neighbours[self.neighbour_count] = neighbour[0]
        self.neighbours[self.neighbour_count].rank = rank
        self.neighbour_count += 1
        return True
