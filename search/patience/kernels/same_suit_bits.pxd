# What the kernels of patience built in suit share; same_suit_layout.py says what the names mean.

from ludoscope.search.kernels.bits cimport ones, u64
from ludoscope.search.patience.kernels.cards cimport KING

cdef enum:
    NO_COLUMN = 63
    KINGS_SHIFT = 56

cdef struct State:
    u64 key
    u64 down
    u64 up
    u64 tops_down
    u64 tops_up
    u64 standing
    int empty


cdef inline u64 each() noexcept nogil:
    """Bit 0 of every suit."""
    return 0x0001000100010001


cdef inline int held(u64 down, int bit) noexcept nogil:
    """The cards of the pile on the base `bit`."""
    cdef int count = 1
    down >>= bit + 1
    while down & 1:
        down >>= 1
        count += 1
    return count


cdef inline u64 complete(const State *state) noexcept nogil:
    """The suits that are home, kings and all."""
    return (state.up + each()) >> 13 & each()


cdef inline u64 piled(u64 down, u64 bases, u64 kings) noexcept nogil:
    """The freed cards that lie on these bases or kings: a bit added below a pile carries through."""
    return down & ~(down + (bases << 1 | kings))


cdef inline int down_bit(int card) noexcept nogil:
    return 16 * (card & 3) + 12 - (card >> 2)


cdef inline int up_bit(int card) noexcept nogil:
    return 16 * (card & 3) + (card >> 2)


cdef inline int without_run(const int *laid, int length) noexcept nogil:
    """Up to and with the base of the run that ends at `length`; 0 when a king's run is all."""
    while length > 1 and laid[length - 2] == laid[length - 1] + 4:
        length -= 1
    return 0 if length == 1 and laid[0] >> 2 == KING else length


cdef inline int home(const State *state) noexcept nogil:
    """How many cards are home."""
    return ones(state.up & ~(state.up + each()))


cdef inline int used(const State *state) noexcept nogil:
    """Cells filled: the freed cards that are neither on a pile nor home."""
    cdef u64 on_piles = piled(state.down, state.tops_down, state.standing)
    return ones(state.down & ~on_piles) - home(state)
