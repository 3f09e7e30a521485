"""Kernel: move generation for FreeCell and similar games, with score and hash of each child.

Scores and hashes are those of the position plus the differences that a move makes; no child is
built here. After a move that exposes the next card of a suit there may be autoplay, which its score
and hash do not include; `Move.autoplay` marks it. A move to the foundation has no hash.

Runs of cards are moved at once. To a column with cards goes the part of the run that fits, as far
as free cells and empty columns allow; to an empty column the whole run if they allow that, else its
top card. Other moves of part of a run are not generated, so a search of these moves is incomplete.
Nor are those that move the same cards as the last move, which leads where one move leads as well.
In a game with forced autoplay (`normalise`), which plays after each single card, a run ends above a
card that would go home as soon as it is exposed.

Fields of MoveContext, computed once a position:

    next_cards         the next card of each suit
    wanted_in_runs     the next and second cards in the runs on top of columns that are not on top
    max_run            number of cards that can be moved to a column with cards at once
    score              the score of a child without free places and without what its move changes
    burial[c]          change of the score for one more card on column c, because of next and second
                       cards in it
    top_weight[c]      what the top card of column c contributes to `burial`
    score_without_top  by column the score of a child without its top card and without free places;
                       at IN_CELL without the card of a cell, with free places
    places             the score for free places; PLACES_ROW later that with a cell more in use,
                       1 later that with an empty column more

Limits: those of freecell_state, from which MAX_MOVES follows. Time O(columns + cells + moves).
"""

import cython


def generate_moves(s, w, cells, runs, normalise, children):
    """List the children of a position.

    Args:
        s: A position after autoplay.
        w: The weights of the pass.
        cells: Number of cells.
        runs: True to move runs, False to move only single cards.
        normalise: True if the game itself sends cards home after each single card.
        children: Room for MAX_MOVES + 1 children.

    Returns:
        The number of children.
    """
    context = cython.declare(MoveContext)
    cython.declare(suit=cython.int, card=cython.int)
    child: cython.pointer(Child) = children
    fill_context(s, w, cells, runs, cython.address(context))
    movable: u64 = s.runs
    if normalise and context.next_cards & s.runs:
        movable = cards_above_next(s, context.next_cards & s.runs)
    # a position that one move leads to as well, unless cards went home in between
    moved_last: u64 = bit(unpack_move(s.move).card) if s.autoplay_count == 0 else 0
    if s.used_cells < cells:
        child = add_cell_moves(s, w, cython.address(context), s.tops & ~moved_last, child)
    child = add_building_moves(
        s, w, cython.address(context), (movable | s.in_cells) & ~moved_last, child
    )
    if s.empty:
        child = add_filling_moves(s, w, cython.address(context), movable, child)
    if not w.forced:
        for suit in range(4):
            card = 4 * s.foundation[suit] + suit
            if is_available(s, card):
                child = add_child(child, 0, s.score + w.step, card, 1, NOT_IN_PLAY, 1)
    return child - children


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_context(
    s: cython.pointer(cython.const[State]),
    w: cython.pointer(cython.const[Weights]),
    cells: cython.int,
    runs: cython.bint,
    context: cython.pointer(MoveContext),
) -> cython.void:
    """Fill in all fields of the context of a position."""
    cython.declare(index=cython.int, card=cython.int, weight=cython.int)
    cython.declare(column=cython.int)
    wanted: u64 = 0
    context.places = cython.address(w.places[PLACES_ROW * s.used_cells + s.empty_columns])
    context.max_run = (cells - s.used_cells + 1) << s.empty_columns if runs else 1
    context.score = s.score + w.step - context.places[0]
    context.next_cards = next_cards(s)
    memset(context.burial, 0, cython.sizeof(context.burial))
    memset(context.top_weight, 0, cython.sizeof(context.top_weight))
    for index in range(8):
        card = wanted_card(s, index)
        weight = wanted_weight(s, w, index)
        context.burial[column_of(s, card)] += weight
        context.top_weight[column_of(s, card)] += weight * (s.tops >> card & 1)
        wanted |= bit(card)
    context.wanted_in_runs = wanted & s.runs & ~s.tops
    for column in range(MAX_COLUMNS):
        context.score_without_top[column] = context.score - s.top_score[column]
        context.score_without_top[column] -= context.burial[column] - context.top_weight[column]
    context.score_without_top[IN_CELL] = context.score
    if s.used_cells:
        context.score_without_top[IN_CELL] += (context.places - PLACES_ROW)[0]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cards_above_next(s: cython.pointer(cython.const[State]), next_in_runs: u64) -> u64:
    """Return the cards of the runs on top of columns that lie above those of `next_in_runs`."""
    card: cython.int
    movable: u64 = s.runs
    while next_in_runs:
        card = lowest_bit_number(next_in_runs)
        next_in_runs &= next_in_runs - 1
        movable &= ~bit(card)
        while s.runs >> s.support[card] & 1:
            card = s.support[card]
            movable &= ~bit(card)
    return movable


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_cell_moves(
    s: cython.pointer(cython.const[State]),
    w: cython.pointer(cython.const[Weights]),
    context: cython.pointer(cython.const[MoveContext]),
    cards: u64,
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves of top cards to a cell and return the address after the last one."""
    cython.declare(card=cython.int, score=cython.int, support=cython.int)
    while cards:
        card = lowest_bit_number(cards)
        cards &= cards - 1
        support = s.support[card]
        score = context.score_without_top[column_of(s, card)] + w.to_cell
        score += context.places[PLACES_ROW + (support == BASE)]
        child = add_child(
            child, hash_after(s, card, support, CELL), score, card, 1, IN_CELL,
            context.next_cards >> support & 1,
        )  # fmt: skip
    return child


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_building_moves(
    s: cython.pointer(cython.const[State]),
    w: cython.pointer(cython.const[Weights]),
    context: cython.pointer(cython.const[MoveContext]),
    movable: u64,
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves of the movable cards onto cards, without branches where possible."""
    cython.declare(card=cython.int, count=cython.int, score=cython.int, target=cython.int)
    cython.declare(support=cython.int, column=cython.int, suit_change=cython.int)
    onto: u64 = cards_on(s.tops)
    for suit_change in range(2, 4):
        cards: u64 = onto & movable
        while cards:
            card = lowest_bit_number(cards)
            cards &= cards - 1
            support = s.support[card]
            column = column_of(s, card)
            target = (card + 4) ^ suit_change
            count = 1
            score = context.score_without_top[column]
            if column != IN_CELL:
                count = (card >> 2) - (s.top[column] >> 2) + 1
                score = context.score + context.places[support == BASE]
                score += leaving_score(s, w, card, count, burial_beneath(s, w, context, card))
            score += count * context.burial[column_of(s, target)]
            score += w.above * clamp((card >> 2) - min_rank(s, target), count)
            add_child(
                child, hash_after(s, card, support, target), score, card, count,
                column_of(s, target), context.next_cards >> support & 1,
            )  # fmt: skip
            child += count <= context.max_run
        onto = swap_suits(onto)
    return child


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_filling_moves(
    s: cython.pointer(cython.const[State]),
    w: cython.pointer(cython.const[Weights]),
    context: cython.pointer(cython.const[MoveContext]),
    movable: u64,
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves to the first empty column and return the address after the last one."""
    cython.declare(top=cython.int, card=cython.int, count=cython.int, score=cython.int)
    cython.declare(support=cython.int)
    target: cython.int = lowest_bit_number(s.empty)
    cards: u64 = s.in_cells
    while cards:
        card = lowest_bit_number(cards)
        cards &= cards - 1
        score = context.score + (context.places - PLACES_ROW - 1)[0] + w.base[card >> 2]
        child = add_child(child, hash_after(s, card, CELL, BASE), score, card, 1, target, 0)
    cards = s.tops
    while cards:
        top = lowest_bit_number(cards)
        cards &= cards - 1
        card, count = top, 1
        while movable >> s.support[card] & 1:
            card = s.support[card]
            count += 1
        if 2 * count > context.max_run:
            card, count = top, 1
        support = s.support[card]
        if support != BASE:
            score = context.score + (context.places - 1)[0] + w.base[card >> 2]
            score += leaving_score(s, w, card, count, burial_beneath(s, w, context, card))
            child = add_child(
                child, hash_after(s, card, support, BASE), score, card, count, target,
                context.next_cards >> support & 1,
            )  # fmt: skip
    return child


def splits_run(s, child):
    """Return True if autoplay after each single card would take a card out of a moved run.

    The case: when the lowest card of the run leaves its column, cards go home, and now the next
    card of some suit is in the run. In the game it would go home as well, out of a cell, and the
    cards above it in the run would have no card to be put on.

    Args:
        s: A position.
        child: The position after one of its moves.
    """
    cython.declare(suit=cython.int, card=cython.int)
    target: cython.int = unpack_move(child.move).target
    if target >= NOT_IN_PLAY:
        return False
    for suit in range(4):
        card = wanted_card(child, suit)
        if column_of(child, card) == target and column_of(s, card) != target:
            return True
    return False
