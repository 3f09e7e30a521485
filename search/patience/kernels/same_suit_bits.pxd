"""Sets of cards for patience that builds in suit, as words of 64 bits.

A set has 16 bits for each suit, 13 of them used. In a set named `…_down` bit 0 of a suit is the
king and bit 12 the ace, in one named `…_up` bit 0 is the ace and bit 12 the king. A set of kings is
a `…_down` set; `suit_bits` is the set of all kings or, as an `…_up` set, of all aces.
"""

from ludoscope.search.kernels.bits cimport popcount, u64
from ludoscope.search.patience.kernels.cards cimport KING

cdef enum:
    NO_COLUMN = 63
    KINGS_SHIFT = 56  # the first of the four bits of a key for the kings

# see same_suit_search.py
cdef struct State:
    u64 key
    u64 freed_down
    u64 freed_up
    u64 tops_down
    u64 tops_up
    u64 standing_kings
    int cleared_columns


cdef inline u64 suit_bits() noexcept nogil:
    """Return bit 0 of every suit."""
    return 0x0001000100010001


cdef inline int pile_height(u64 freed_down, int bit) noexcept nogil:
    """Return 1 + the number of freed cards that lie on the card `bit`, each on the next rank."""
    cdef int count = 1
    freed_down >>= bit + 1
    while freed_down & 1:
        freed_down >>= 1
        count += 1
    return count


cdef inline u64 complete_suits(const State *state) noexcept nogil:
    """Return bit 0 of each suit whose cards are all home."""
    return (state.freed_up + suit_bits()) >> 13 & suit_bits()


cdef inline u64 cards_on_piles(u64 freed_down, u64 bases_down, u64 kings) noexcept nogil:
    """Return the freed cards that lie on these bases, or on these kings, which are included.

    A bit added just below a series of freed cards carries through all of it.
    """
    return freed_down & ~(freed_down + (bases_down << 1 | kings))


cdef inline int down_bit(int card) noexcept nogil:
    """Return the bit of a card in a `…_down` set."""
    return 16 * (card & 3) + 12 - (card >> 2)


cdef inline int up_bit(int card) noexcept nogil:
    """Return the bit of a card in an `…_up` set."""
    return 16 * (card & 3) + (card >> 2)


cdef inline int length_without_run(const int *cards, int length) noexcept nogil:
    """Return the length of a column without the run on top, of which the lowest card stays.

    Args:
        cards: The cards of the column, bottom to top.
        length: Number of cards considered.

    Returns:
        A length; 0 if a king's run is the whole column.
    """
    while length > 1 and cards[length - 2] == cards[length - 1] + 4:
        length -= 1
    return 0 if length == 1 and cards[0] >> 2 == KING else length


cdef inline int count_home(const State *state) noexcept nogil:
    """Return the number of cards home: the freed cards of each suit from the ace on."""
    return popcount(state.freed_up & ~(state.freed_up + suit_bits()))


cdef inline int count_used_cells(const State *state) noexcept nogil:
    """Return the number of cells used: by freed cards that are neither on a pile nor home."""
    cdef u64 piled = cards_on_piles(state.freed_down, state.tops_down, state.standing_kings)
    return popcount(state.freed_down & ~piled) - count_home(state)
