"""Numbers and checks shared by the patience kernels.

A card is 4 * rank + suit: ranks 0 (ace) to 12 (king), suits 0 clubs, 1 spades, 2 hearts,
3 diamonds. The *support* of a card is what it lies on: another card (0 to 51), the bottom of a
column (BASE), a cell (CELL) or the foundation (HOME). The foundation is four counts, one per suit;
a card is *home* when it is on the foundation. *Autoplay* sends cards home without a move.

Cards are stored in unsigned bytes. All kernels play with one deck of 52 cards.
"""

cdef enum:
    DECK = 52
    KING = 12  # a rank

    # supports other than cards
    BASE = 52
    CELL = 53
    HOME = 54
    SUPPORT_COUNT = 55

    NO_CARD = 255

    # A source of a move is a column number or FIRST_CELL + cell number, a destination a column
    # number or one of the two others. All fit in 6 bits.
    FIRST_CELL = 24
    TO_CELL = 62
    TO_HOME = 63


cdef inline bint can_autoplay(
    const unsigned char *foundation, const unsigned char *required, int card
) noexcept nogil:
    """Return True if an available card goes home by autoplay.

    Args:
        foundation: Number of cards home, by suit.
        required: At 4 * card + suit, how many cards of the suit must be home before the card may
            go; all 0 if every card goes as soon as it can.
        card: A card on top of a column or in a cell, or any number >= DECK for none.
    """
    return (
        card < DECK
        and card >> 2 == foundation[card & 3]
        and foundation[0] >= required[4 * card]
        and foundation[1] >= required[4 * card + 1]
        and foundation[2] >= required[4 * card + 2]
        and foundation[3] >= required[4 * card + 3]
    )


cdef inline unsigned long long add_card(unsigned long long cards, int card) except? 0:
    """Return a bit set of cards with one more; raise ValueError if it cannot be added."""
    if card < 0 or card >= DECK:
        raise ValueError(f"found card {card}, expected a number from 0 to {DECK - 1}")
    if cards >> card & 1:
        raise ValueError(f"found card {card} twice")
    return cards | <unsigned long long>1 << card


cdef inline int check_deck(columns, cells, foundation, int no_card) except -1:
    """Raise ValueError unless each card is in exactly one place.

    Args:
        columns: A sequence of cards for each column.
        cells: A card for each cell, or `no_card`.
        foundation: Number of cards home, by suit.
        no_card: The number that marks a free cell.
    """
    cdef unsigned long long cards = 0
    cdef int card, suit, home_count
    for column in columns:
        for card in column:
            cards = add_card(cards, card)
    for card in cells:
        if card != no_card:
            cards = add_card(cards, card)
    for suit in range(4):
        home_count = foundation[suit]
        for card in range(suit, 4 * home_count + suit, 4):
            cards = add_card(cards, card)
    if cards != (<unsigned long long>1 << DECK) - 1:
        raise ValueError(f"expected each of the {DECK} cards in a column, a cell or home")
    return 0
