"""Kernel: positions of FreeCell and similar games, their scores, and how a move changes them.

Columns build down in alternate colours, and an empty column takes any card. A position is stored
as the support of each card (see cards.pxd), so that moving a run changes the support of one card,
and with it one term of the hash: the exclusive or of a random word for each card and its support,
which does not depend on the order of columns and cells (Zobrist, 1970). The features of the score
are updated with each move; only what depends on the next cards for the foundation and on the free
places is computed anew.

A state takes 304 bytes; `build_child` copies one and takes O(cards moved). Arrays by card (x):

    support[x]     the card beneath x, BASE, CELL or HOME
    min_rank[x]    lowest rank among x and the cards beneath it in its column
    column[x]      the column of x, IN_CELL, or NOT_IN_PLAY if x is home; 60 items, because the
                   "next card" of a suit that is complete is one of the numbers 52 to 59
    index[x]       number of cards beneath x in its column, or the number of its cell

Arrays by column: `height`, and `top`, the uppermost card or BASE. By cell: `cell`, of which the
first `used_cells` hold cards. By suit: `foundation`, the number of cards home. Other fields:

    partial_score  the score without cards above the next and second cards and free places
    depth          moves made, a run counting as one
    parent         number of the parent among the expanded states
    autoplay_count cards that went home after the move; the caller's `autoplayed` lists them

The *next* card of a suit is the one that goes home next, the *second* the one after it. The weights
are explained at SCHEDULE in `search.patience.freecell_best_first`.

Invariant: hash = 1 ^ the words of all cards in play, so that the won position has the hash 1.
Limits: MAX_COLUMNS columns, MAX_CELLS cells, one deck; `set_up` raises ValueError beyond them.
Different positions may have the same hash (64 bits), which a search must allow for.
"""

import cython


def _fill_zobrist() -> None:
    index: cython.int
    for index in range(52 * 64):
        random_word: u64 = hash_word((index + 1) * cython.cast(u64, 0x9E3779B97F4A7C15))
        ZOBRIST[index] = 0 if index % 64 == HOME else random_word


_fill_zobrist()


def set_up(s, columns, cells, foundation):
    """Set up a position without its score.

    Args:
        s: The state to fill.
        columns: Tuples of cards, bottom to top.
        cells: Cards, -1 for a free cell.
        foundation: Number of cards home, by suit.

    Raises:
        ValueError: If there are too many columns or cells, or not each card in one place.
    """
    cython.declare(number=cython.int, card=cython.int, support=cython.int, home_count=cython.int)
    if len(columns) > MAX_COLUMNS or len(cells) > MAX_CELLS:
        raise ValueError(f"the kernel takes up to {MAX_COLUMNS} columns and {MAX_CELLS} cells")
    memset(s, 0, cython.sizeof(State))
    s.hash = 1
    memset(s.column, NOT_IN_PLAY, 60)
    memset(s.support, HOME, 52)
    for number in range(4):
        home_count = foundation[number]
        if home_count < 0 or home_count > KING + 1:
            raise ValueError(f"found {home_count} cards home, expected 0 to {KING + 1}")
        s.foundation[number] = home_count
        s.cards_left += home_count
    for number in range(len(columns)):
        support = BASE
        for card in columns[number]:
            check_card(s, card)
            s.support[card] = support
            s.min_rank[card] = card >> 2
            if support != BASE and s.min_rank[support] < s.min_rank[card]:
                s.min_rank[card] = s.min_rank[support]
            s.column[card] = number
            s.index[card] = s.height[number]
            s.height[number] += 1
            s.cards_left += 1
            s.hash ^= ZOBRIST[64 * card + support]
            support = card
        s.top[number] = support
        s.empty_columns += support == BASE
    for card in cells:
        if card >= 0:
            check_card(s, card)
            put_in_cell(s, card)
            s.cards_left += 1
            s.hash ^= ZOBRIST[64 * card + CELL]
    if s.cards_left != DECK:
        raise ValueError(f"found {s.cards_left} cards, expected {DECK}")
    for number in range(4):
        s.cards_left -= s.foundation[number]
    return 0


@cython.cfunc
@cython.inline
@cython.exceptval(-1)
def check_card(s: cython.pointer(State), card: cython.int) -> cython.int:
    """Raise ValueError if a card cannot be put into the position being set up."""
    if card < 0 or card >= DECK:
        raise ValueError(f"found card {card}, expected a number from 0 to {DECK - 1}")
    if s.support[card] != HOME or card >> 2 < s.foundation[card & 3]:
        raise ValueError(f"found card {card} twice")
    return 0


def set_weights(w, row, cells):
    """Set the weights of a pass.

    Args:
        w: The weights to set.
        row: A row of SCHEDULE.
        cells: Number of cells of the game.
    """
    cython.declare(used=cython.int, free=cython.int, home=cython.int, rank=cython.int)
    cython.declare(used_weight=cython.int, empty_weight=cython.int, full=cython.int)
    cython.declare(two_free=cython.int, next_weight=cython.int, second=cython.int)
    cython.declare(base=cython.int, next_slope=cython.int, second_slope=cython.int)
    cython.declare(base_slope=cython.int, empty=cython.int, shortage=cython.int)
    # one assignment: slices of the row would take a good part of the time of an easy deal
    (w.quota, w.forced, w.left, w.breaks, used_weight, empty_weight, next_weight, second,
     w.above, w.step, full, base,
     w.to_cell, next_slope, second_slope, base_slope, two_free) = row  # fmt: skip
    for home in range(14):
        w.next[home] = next_weight + divide(next_slope * (6 - home), 6)
        w.second[home] = second + divide(second_slope * (6 - home), 6) if home < KING else 0
    for rank in range(KING):
        w.base[rank] = base + divide(base_slope * (6 - rank), 6)
    w.base[KING] = 0
    for used in range(cells + 1):
        for empty in range(MAX_COLUMNS + 1):
            free = cells - used + empty
            shortage = (
                4 * full if free == 0 else full if free == 1 else two_free if free == 2 else 0
            )
            w.places[PLACES_ROW * used + empty] = (
                used_weight * used - empty_weight * empty + shortage
            )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def divide(dividend: cython.int, divisor: cython.int) -> cython.int:
    """Return a quotient rounded towards zero, as the schedule was tuned."""
    return dividend // divisor


def compute_score(s, w):
    """Compute the score of a position from nothing, as if no move had been made."""
    cython.declare(card=cython.int, support=cython.int)
    s.partial_score = w.left * s.cards_left
    for card in range(52):
        support = s.support[card]
        if support == BASE:
            s.partial_score += w.base[card >> 2]
        elif support < BASE:
            s.partial_score += w.breaks * (not can_stack(card, support))
            s.partial_score += w.above * (s.min_rank[support] < (card >> 2))
    complete_score(s, w)


def complete_score(s, w):
    """Set the score: the partial one plus cards above next cards and free places."""
    cython.declare(suit=cython.int, card=cython.int, column=cython.int)
    s.score = s.partial_score + w.places[PLACES_ROW * s.used_cells + s.empty_columns]
    for suit in range(4):
        card = 4 * s.foundation[suit] + suit
        column = s.column[card]
        if column < NOT_IN_PLAY:
            s.score += w.next[s.foundation[suit]] * (s.height[column] - 1 - s.index[card])
        card += 4
        column = s.column[card]
        if column < NOT_IN_PLAY:
            s.score += w.second[s.foundation[suit]] * (s.height[column] - 1 - s.index[card])


def autoplay(s, w, autoplayed):
    """Send home every card that can go or, in a pass that is not `forced`, every safe one."""
    suit: cython.int = 0
    idle_suits: cython.int = 0
    while idle_suits < 4:
        card: cython.int = 4 * s.foundation[suit] + suit
        while is_available(s, card) and (w.forced or is_safe_home(s, card)):
            send_home(s, card, w, autoplayed)
            card += 4
            idle_suits = 0
        idle_suits += 1
        suit = (suit + 1) & 3


def build_child(s, parent, move, w, autoplayed):
    """Set `s` to the position after a move of `parent` and the autoplay that follows.

    Args:
        s: The state to fill.
        parent: A position after autoplay.
        move: A legal move.
        w: The weights of the pass.
        autoplayed: Receives the cards that go home, `s.autoplay_count` of them.
    """
    card: cython.int = move.card
    support: cython.int = parent.support[card]
    s[0] = parent[0]
    s.depth += 1
    s.partial_score += w.step
    s.move = move
    s.autoplay_count = 0
    if move.target == NOT_IN_PLAY:
        send_home(s, card, w, autoplayed)
        autoplay(s, w, autoplayed)
        complete_score(s, w)
        return
    remove(s, card, move.count, move.source, w)
    if move.target == IN_CELL:
        put_in_cell(s, card)
        s.partial_score += w.to_cell
    elif move.source == IN_CELL:
        put_on_column(s, card, 1, card, move.target, w)
    else:
        put_on_column(s, card, move.count, parent.top[move.source], move.target, w)
    s.hash ^= ZOBRIST[64 * card + s.support[card]]
    # only the card that the move exposed can have become able to go home
    if support < BASE and (support >> 2) == s.foundation[support & 3]:
        autoplay(s, w, autoplayed)
    complete_score(s, w)
