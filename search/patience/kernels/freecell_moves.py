"""Kernel: move generation for FreeCell and similar games, with score and hash of each child.

Scores and hashes are those of the position plus the differences that a move makes; no child is
built here. A move that may be followed by autoplay has the score UNKNOWN_SCORE (and, to the
foundation, no hash): its child must be built.

Runs of cards are moved at once. To a column with cards goes the part of the run that fits, as far
as free cells and empty columns allow; to an empty column the whole run if they allow that, else its
top card. Other moves of part of a run are not generated, so a search of these moves is incomplete.
In a game with forced autoplay (`normalise`), which plays after each single card, a run ends above a
card that would go home as soon as it is exposed.

Fields of MoveContext, computed once a position:

    empty_column       the first empty column, NOT_IN_PLAY if there is none
    free_cells         number of free cells
    max_run            number of cards that can be moved to a column with cards at once
    score              the score of a child without free places and without what its move changes
    places             the score for free places; PLACES_ROW later that with a cell more in use,
                       1 later that with an empty column more
    burial_score[c]    change of the score for one more card on column c, because of next and
                       second cards in it
    first_target[k]    a column whose top card takes the cards of rank and colour k = card >> 1,
                       NOT_IN_PLAY if there is none; `next_target[c]` is the next such column

Limits: those of freecell_state, from which MAX_MOVES follows. Time O(columns + cells + moves).
"""

import cython


def generate_moves(s, w, columns, cells, normalise, children):
    """List the children of a position.

    Args:
        s: A position after autoplay.
        w: The weights of the pass.
        columns: Number of columns.
        cells: Number of cells.
        normalise: True if the game itself sends cards home after each single card.
        children: Room for MAX_MOVES children.

    Returns:
        The number of children.
    """
    context = cython.declare(MoveContext)
    cython.declare(column=cython.int, card=cython.int, suit=cython.int)
    child: cython.pointer(Child) = children
    fill_context(s, w, columns, cells, cython.address(context))
    child = add_cell_moves(s, w, cython.address(context), child)
    for column in range(columns - 1, -1, -1):
        if s.top[column] != BASE:
            child = add_column_moves(s, w, column, normalise, cython.address(context), child)
    if not w.forced:
        for suit in range(4):
            card = 4 * s.foundation[suit] + suit
            if is_available(s, card):
                child.move = Move(card, 1, s.column[card], NOT_IN_PLAY)
                child.score = UNKNOWN_SCORE
                child += 1
    return child - children


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_context(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    columns: cython.int,
    cells: cython.int,
    context: cython.pointer(MoveContext),
) -> cython.void:
    """Fill in all fields of the context of a position."""
    cython.declare(column=cython.int, card=cython.int, suit=cython.int, rank_and_colour=cython.int)
    here: cython.int = PLACES_ROW * s.used_cells + s.empty_columns
    context.places = cython.address(w.places[here])
    context.free_cells = cells - s.used_cells
    context.max_run = (context.free_cells + 1) << s.empty_columns
    context.score = s.score + w.step - context.places[0]
    context.empty_column = NOT_IN_PLAY
    memset(context.first_target, NOT_IN_PLAY, cython.sizeof(context.first_target))
    memset(context.burial_score, 0, cython.sizeof(context.burial_score))
    for suit in range(4):
        card = 4 * s.foundation[suit] + suit
        context.burial_score[s.column[card]] += w.next[s.foundation[suit]]
        context.burial_score[s.column[card + 4]] += w.second[s.foundation[suit]]
    for column in range(columns - 1, -1, -1):
        card = s.top[column]
        if card == BASE:
            context.empty_column = column
        elif card >= 4:
            rank_and_colour = ((card >> 1) - 2) ^ 1
            context.next_target[column] = context.first_target[rank_and_colour]
            context.first_target[rank_and_colour] = column


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_cell_moves(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    context: cython.pointer(MoveContext),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves from cells to columns and return the address after the last one."""
    cython.declare(index=cython.int, score=cython.int, target=cython.int)
    for index in range(s.used_cells):
        card: cython.int = s.cell[index]
        target = context.first_target[card >> 1]
        while target != NOT_IN_PLAY:
            score = context.score + (context.places - PLACES_ROW)[0]
            score += covering_score(s, w, context, card, 1, target)
            child = add_child(s, child, score, card, 1, IN_CELL, target)
            target = context.next_target[target]
        if context.empty_column != NOT_IN_PLAY:
            score = context.score + (context.places - PLACES_ROW - 1)[0] + w.base[card >> 2]
            child = add_child(s, child, score, card, 1, IN_CELL, context.empty_column)
    return child


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_column_moves(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    column: cython.int,
    normalise: cython.bint,
    context: cython.pointer(MoveContext),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves from a column, runs of 1, 2, … cards, to columns and to a cell."""
    cython.declare(score=cython.int, target=cython.int, covering=cython.int)
    top: cython.int = s.top[column]
    support: cython.int = s.support[top]
    burial_score: cython.int = context.burial_score[column] - burial_weight(s, w, top)
    top_leaving_score: cython.int = leaving_score(s, w, top, 1, burial_score)
    card: cython.int = top
    count: cython.int = 1
    while True:
        target = context.first_target[card >> 1]
        if target != NOT_IN_PLAY and count <= context.max_run:
            score = leaving_score(s, w, card, count, burial_score)
            score += context.score + context.places[support == BASE]
            while target != NOT_IN_PLAY:
                covering = covering_score(s, w, context, card, count, target)
                child = add_child(s, child, score + covering, card, count, column, target)
                target = context.next_target[target]
        if not can_stack(card, support) or (
            normalise and (support >> 2) == s.foundation[support & 3]
        ):
            break
        card, support = support, s.support[support]
        burial_score -= burial_weight(s, w, card)
        count += 1
    if context.empty_column != NOT_IN_PLAY:
        if 2 * count > context.max_run:
            card, count = top, 1
        if s.support[card] != BASE:
            score = context.score + (context.places - 1)[0] + w.base[card >> 2]
            score += (
                top_leaving_score if count == 1 else leaving_score(s, w, card, count, burial_score)
            )
            child = add_child(s, child, score, card, count, column, context.empty_column)
    if context.free_cells:
        score = context.score + context.places[PLACES_ROW + (s.support[top] == BASE)]
        score += top_leaving_score + w.to_cell
        child = add_child(s, child, score, top, 1, column, IN_CELL)
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
    target: cython.int = child.move.target
    if target >= NOT_IN_PLAY:
        return False
    for suit in range(4):
        card = 4 * child.foundation[suit] + suit
        if child.column[card] == target and child.index[card] >= s.height[target]:
            return True
    return False
