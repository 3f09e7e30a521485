"""Layout of the kernel `expander`, a thread of a sweep of peg solitaire.

`Pending`, the children that a thread has generated and not inserted yet:

    keys, tags  [part * PENDING_CAPACITY + index]: the board; the moves made << 8 | the hole of the
                peg in hand
    counts      how many children each part has

`Expander`:

    image_hole       [symmetry * 64 + hole]: the image of a hole
    region_of_hole   the number of the counted region that contains the hole, −1 if none does
    pack, child      the packs of the board that is expanded, and of a child
    images           the images of the board that is expanded
    total_moves      the moves of a solution that is searched for
    number, count    of this thread, and of all threads
    part, slot       the next slot to expand
    fullest          the number of children in the fullest part of `pending` since `fill` began
    full             the board with a peg in each hole
    board            the board that was expanded last
    meeting_board    the smallest board, of the problem itself, where the sweeps meet; 0 if none
"""

cimport cython
from libc.stdlib cimport calloc, free
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.peg.kernels.bounds cimport Bounds
from ludoscope.search.peg.kernels.problem cimport (
    MAX_IMAGES, Problem, ProblemTables, canonical_form, update_packs, write_images
)
from ludoscope.search.peg.kernels.sweep_states cimport PART_COUNT, Frontier, LevelPair, Part

cdef enum:
    PENDING_CAPACITY = 1024  # more than twice the jumps of a board


cdef struct Pending:
    u64 keys[PART_COUNT * PENDING_CAPACITY]
    unsigned short tags[PART_COUNT * PENDING_CAPACITY]
    int counts[PART_COUNT]


@cython.final
cdef class Expander:
    cdef Problem problem
    cdef ProblemTables *tables
    cdef Bounds bounds
    cdef LevelPair levels
    cdef Frontier frontier
    cdef Pending *pending
    cdef unsigned char image_hole[768]
    cdef signed char region_of_hole[64]
    cdef u64 pack[4]
    cdef u64 child[4]
    cdef u64 images[MAX_IMAGES]
    cdef bint is_backward
    cdef int total_moves
    cdef int number
    cdef int count
    cdef int part
    cdef int fullest
    cdef u64 slot
    cdef u64 full
    cdef u64 explored
    cdef u64 board
    cdef u64 meeting_board

    cdef void start_level(self) noexcept nogil
    cdef void fill(self, u64 max_boards) noexcept nogil
    cdef void expand(self, u64 board, u64 hands, int depth) noexcept nogil
    cdef void add_child(self, u64 board, int jump, int depth) noexcept nogil
    cdef void check_meeting(self, u64 board, int needed_moves) noexcept nogil
