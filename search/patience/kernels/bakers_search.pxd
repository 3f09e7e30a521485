"""Types of bakers_search.py, which describes them."""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport double_array
from ludoscope.search.kernels.bits cimport hash_words, u32, u64
from ludoscope.search.kernels.kernel cimport (
    EXHAUSTED, FAILED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
)
from ludoscope.search.kernels.tables cimport Index, double_index, index_insert, init_index
from ludoscope.search.patience.kernels.bakers_layout cimport (
    COLUMNS, MAX_HEIGHT, TARGET_HOME, Layout, is_top
)

cdef enum:
    BUCKETS = 8192
    INITIAL_NODES = 256
    MAX_CHILDREN = 128  # 13 columns and 4 foundation piles · 4 targets and home: at most 85
    MAX_DEPTH = 65535
    NO_NODE = 0xFFFFFFFF
    LOWEST_SCORE = -512  # that of the first bucket
    SPARE_NODES = 8  # taken from a level besides 1.5 * width
    MAX_WIDTH = 1 << 30

cdef struct Node:
    u64 a  # the key, see bakers_layout.py
    u64 b
    u32 c
    u32 parent
    u32 next  # the next older open node of the bucket
    unsigned short move  # 8 · card + target
    int partial_score  # see bakers_layout.py; computing it takes a tenth of the search
    unsigned short depth  # moves made, those home not counted; MAX_DEPTH stands for more

cdef struct Queue:
    u32 *heads
    int lowest  # no open node is in a bucket below it
    u32 size


cdef inline void clear_queue(Queue *queue) noexcept nogil:
    """Make a queue empty."""
    memset(queue.heads, 255, BUCKETS * sizeof(u32))
    queue.lowest = BUCKETS
    queue.size = 0


@cython.final
cdef class BakersDozenSearch(Kernel):
    cdef Layout layout
    cdef int move_weight
    cdef readonly int best_score
    cdef Node *nodes
    cdef u64 capacity
    cdef readonly u32 entries
    cdef Index index
    cdef int width
    cdef int levels_left
    cdef int level_taken
    cdef int level_expanded
    cdef bint complete
    cdef Queue queue
    cdef Queue next_level
    cdef u64 memory_limit
    cdef u32 current
    cdef readonly u64 refuted

    cdef inline u64 find_slot(self) noexcept nogil
    cdef void open_node(self, Queue *queue, int score) noexcept nogil
    cdef u32 pop(self) noexcept nogil
    cdef void leave_out(self, Queue *queue) noexcept nogil
    cdef void start_level(self) noexcept nogil
    cdef int add_position(self, u32 parent, int move, int depth) noexcept nogil
    cdef int try_move(self, int card, int target, int depth) noexcept nogil
    cdef int expand(self) noexcept nogil
    cdef bint grow(self) noexcept nogil
