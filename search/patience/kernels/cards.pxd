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
