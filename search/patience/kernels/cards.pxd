# The numbers that kernels of patience have in common. Cards are 4 · rank + suit, ranks from 0.

cdef enum:
    DECK = 52
    KING = 12  # a rank

    # what a card lies on, beside other cards
    BASE = 52
    CELL = 53
    HOME = 54
    UNDERS = 55

    NONE = 255  # no card
    FIRST_CELL = 24  # a source: a column, or this + the number of a cell
    TO_CELL = 62  # a destination: a column, or one of these
    TO_HOME = 63


cdef inline bint goes(const unsigned char *home, const unsigned char *needs, int card) noexcept nogil:
    """Whether a card that lies open goes home by itself.

    `needs` lists, by card and suit, how many cards must be home for that.
    """
    return (
        card < DECK
        and card >> 2 == home[card & 3]
        and home[0] >= needs[4 * card]
        and home[1] >= needs[4 * card + 1]
        and home[2] >= needs[4 * card + 2]
        and home[3] >= needs[4 * card + 3]
    )
