"""Kernel: positions of FreeCell and similar games, their scores, and how a move changes them.

Columns build down in alternate colours, and an empty column takes any card. A position is stored
as the support of each card (see cards.pxd), so that moving a run changes the support of one card,
and with it one term of the hash: the exclusive or of a random word for each card in play, rotated
by the number of its support, which does not depend on the order of columns and cells (after
Zobrist, 1970). A set of cards is a word with a bit for each.

A state takes 264 bytes; `build_child` copies one and takes O(cards moved). Sets:

    tops           the uppermost card of each column
    runs           the cards in sequence at the top of each column
    in_cells       the cards in cells
    empty          the empty columns, as bits

Arrays by card (x):

    support[x]     the card beneath x, BASE, CELL or HOME
    place[x]       the column of x, IN_CELL, or NOT_IN_PLAY if x is home; in a column also, from
                   bit 4 on, the lowest rank among x and the cards beneath it and, from bit 8 on,
                   their number without x. 60 items, because the next cards of a suit that is
                   complete are the numbers 52 to 59

`top` is by column the uppermost card or BASE, and `top_score` what it scores for what it lies on:
being out of sequence, above a lower rank, or at the bottom. `foundation` is by suit the number of
cards home. Other fields:

    score          the score, lower is better
    depth          moves made, a run counting as one
    parent         number of the parent among the expanded states
    autoplay_count cards that went home after the move; the caller's `autoplayed` lists them

The *next* card of a suit is the one that goes home next, the *second* the one after it. The weights
are explained at SCHEDULE in `search.patience.freecell_best_first`.

Invariant: hash = 1 ^ the terms of all cards in play, so that the won position has the hash 1.
Limits: MAX_COLUMNS columns, MAX_CELLS cells, one deck; `set_up` raises ValueError beyond them.
Different positions may have the same hash, which a search must allow for.
"""

import cython


def _fill_card_words() -> None:
    card: cython.int
    for card in range(DECK):
        CARD_WORDS[card] = hash_word((card + 1) * cython.cast(u64, 0x9E3779B97F4A7C15))


_fill_card_words()


def set_up(s, columns, cells, foundation, w):
    """Set up a position without its score.

    Args:
        s: The state to fill.
        columns: Tuples of cards, bottom to top.
        cells: Cards, -1 for a free cell.
        foundation: Number of cards home, by suit.
        w: The weights, for `top_score`.

    Raises:
        ValueError: If there are too many columns or cells, or not each card in one place.
    """
    cython.declare(number=cython.int, card=cython.int, home_count=cython.int)
    if len(columns) > MAX_COLUMNS or len(cells) > MAX_CELLS:
        raise ValueError(f"the kernel takes up to {MAX_COLUMNS} columns and {MAX_CELLS} cells")
    memset(s, 0, cython.sizeof(State))
    s.hash = 1
    for card in range(60):
        s.place[card] = NOT_IN_PLAY
    memset(s.support, HOME, 52)
    memset(s.top, BASE, 14)
    s.move = pack_move(HOME, 0, NOT_IN_PLAY, 0)  # no card
    for number in range(4):
        home_count = foundation[number]
        if home_count < 0 or home_count > KING + 1:
            raise ValueError(f"found {home_count} cards home, expected 0 to {KING + 1}")
        s.foundation[number] = home_count
        s.cards_left += home_count
    s.empty_columns = len(columns)
    s.empty = (1 << s.empty_columns) - 1
    for number in range(len(columns)):
        for card in columns[number]:
            check_card(s, card)
            put(s, card, card, 1, number, w)
            s.cards_left += 1
    s.runs = 0
    for number in range(len(columns)):
        if s.top[number] != BASE:
            expose(s, number, s.top[number], w)
    for card in cells:
        if card >= 0:
            check_card(s, card)
            put_in_cell(s, card)
            s.cards_left += 1
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

    Raises:
        ValueError: If a card could score more than `top_score` holds.
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
    if max(abs(w.above) + abs(w.breaks), max(abs(w.base[rank]) for rank in range(13))) > 127:
        raise ValueError("the weights of above and breaks, or of bases, exceed 127")
    for used in range(cells + 1):
        for empty in range(MAX_COLUMNS + 1):
            free = cells - used + empty
            shortage = (
                4 * full if free == 0 else full if free == 1 else two_free if free == 2 else 0
            )
            w.places[PLACES_ROW * used + empty] = (
                used_weight * used - empty_weight * empty + shortage
            )
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.cdivision(True)
def divide(dividend: cython.int, divisor: cython.int) -> cython.int:
    """Return a quotient rounded towards zero, as the schedule was tuned."""
    return dividend // divisor


def compute_score(s, w):
    """Compute the score of a position, and of its top cards, as if no move had been made."""
    cython.declare(card=cython.int, support=cython.int)
    s.score = w.left * s.cards_left + burial_score(s, w) + places_score(s, w)
    for card in range(DECK):
        support = s.support[card]
        if support == BASE:
            s.score += w.base[card >> 2]
        elif support < BASE:
            s.score += w.breaks * (not can_stack(card, support))
            s.score += w.above * (min_rank(s, support) < (card >> 2))
        if s.tops >> card & 1:
            s.top_score[column_of(s, card)] = order_score(s, card, w)


def autoplay(s, w, autoplayed):
    """Send home every card that can go or, in a pass that is not `forced`, every safe one.

    The score changes by all but what depends on free places and next and second cards.
    """
    cards: u64 = next_cards(s) & (s.tops | s.in_cells)
    while cards:
        card: cython.int = lowest_bit_number(cards)
        cards &= cards - 1
        if goes_home(s, card, w):
            send_home(s, card, w, autoplayed)
            cards = next_cards(s) & (s.tops | s.in_cells)


def build_child(s, parent, packed_move, score, has_final_score, w, autoplayed):
    """Set `s` to the position after a move of `parent` and the autoplay that follows.

    Args:
        s: The state to fill.
        parent: A position after autoplay.
        packed_move: A legal move, as by `pack_move`.
        score: The score of the child.
        has_final_score: True if the score includes the autoplay, False if it is to be computed.
        w: The weights of the pass.
        autoplayed: Receives the cards that go home, `s.autoplay_count` of them.
    """
    move: Move = unpack_move(packed_move)
    card: cython.int = move.card
    column: cython.int = column_of(parent, card)
    copy_block(s, parent, cython.sizeof(State))
    s.depth += 1
    s.move = packed_move
    s.score = score
    s.autoplay_count = 0
    if move.target != NOT_IN_PLAY:
        take(s, card, w)
        if move.target == IN_CELL:
            put_in_cell(s, card)
        else:
            top: cython.int = card if column == IN_CELL else parent.top[column]
            put(s, card, top, move.count, move.target, w)
    if not move.autoplay:
        return
    if not has_final_score:
        s.score -= burial_score(s, w) + places_score(s, w)
    if move.target == NOT_IN_PLAY:
        send_home(s, card, w, autoplayed)
    autoplay(s, w, autoplayed)
    s.score = score if has_final_score else s.score + burial_score(s, w) + places_score(s, w)
