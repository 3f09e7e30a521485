"""Kernel: the moves of FreeCell and its kin, each with the score and the hash that it leads to.

A run of cards is moved at once: to a card that takes it as far as there is room to carry it, to
an empty column whole, or else only its top card. Scores and hashes come from the differences that
a move makes; nothing is moved here. Moves by which cards may go home have the score HOMING: the
position must be built to know more.

Where the game is `silent`, so that cards go home after each single card that is moved, a run ends
above what would go home at once when bared.

MOVES, the most there can be: 2 cards on each of 14 columns, from each column and cell one into an
empty column, from each column one into a cell, 4 home.

    spare       an empty column, NOWHERE if there is none
    free        free cells
    room        how many cards may be carried
    here        the score so far, and so it is with fewer (less) or more free places
    buried[c]   what a card more on column c adds to the score, for what is wanted from below
    head[x]     a column that takes cards of that rank and colour, link[c]: another one after c
"""

import cython


def moves(s, w, columns, cells, silent, children):
    """List what can be reached from a position in one move; how many there are."""
    around = cython.declare(Around)
    cython.declare(c=cython.int, x=cython.int, suit=cython.int)
    child: cython.pointer(Child) = children
    look_around(s, w, columns, cells, cython.address(around))
    child = from_cells(s, w, cython.address(around), child)
    for c in range(columns - 1, -1, -1):
        if s.top[c] != BASE:
            child = from_column(s, w, c, silent, cython.address(around), child)
    if not w.forced:
        for suit in range(4):
            x = 4 * s.home[suit] + suit
            if bare(s, x):
                child.move = Move(x, 1, s.column[x], NOWHERE)
                child.score = HOMING
                child += 1
    return child - children


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def look_around(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    columns: cython.int,
    cells: cython.int,
    around: cython.pointer(Around),
) -> cython.void:
    """Note what all moves from a position need to know."""
    cython.declare(c=cython.int, x=cython.int, suit=cython.int)
    places: cython.int = cells - s.used + s.empty
    here: cython.int = s.score + w.step
    around.free = cells - s.used
    around.room = (around.free + 1) << s.empty
    around.here = here
    around.less = here + full(w, places - 1) - full(w, places)
    around.more = here + full(w, places + 1) - full(w, places)
    around.spare = NOWHERE
    memset(around.head, NOWHERE, 28)
    memset(around.buried, 0, 64)
    for suit in range(4):
        x = 4 * s.home[suit] + suit
        around.buried[s.column[x]] += w.next
        around.buried[s.column[x + 4]] += w.second
    for c in range(columns - 1, -1, -1):
        x = s.top[c]
        if x == BASE:
            around.spare = c
        elif x >= 4:
            x = ((x >> 1) - 2) ^ 1
            around.link[c] = around.head[x]
            around.head[x] = c


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def from_cells(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    around: cython.pointer(Around),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves out of cells."""
    cython.declare(index=cython.int, score=cython.int, t=cython.int)
    for index in range(s.used):
        x: cython.int = s.cell[index]
        t = around.head[x >> 1]
        while t != NOWHERE:
            score = around.more - w.cells + around.buried[t]
            score += w.above * ((x >> 2) > s.low[s.top[t]])
            child = add(s, child, score, x, 1, CELLS, t)
            t = around.link[t]
        if around.spare != NOWHERE:
            score = around.here - w.cells + w.empty + base(w, x)
            child = add(s, child, score, x, 1, CELLS, around.spare)
    return child


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def from_column(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    c: cython.int,
    silent: cython.bint,
    around: cython.pointer(Around),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Write the moves of longer and longer parts of the run on top of a column."""
    cython.declare(score=cython.int, t=cython.int, buried=cython.int)
    top: cython.int = s.top[c]
    beneath: cython.int = s.under[top]
    weight: cython.int = around.buried[c] - wanted(s, w, top)
    top_left: cython.int = left(s, w, top, 1, weight)
    x: cython.int = top
    count: cython.int = 1
    while True:
        t = around.head[x >> 1]
        if t != NOWHERE and count <= around.room:
            score = left(s, w, x, count, weight)
            score += around.more if beneath == BASE else around.here
            while t != NOWHERE:
                buried = count * around.buried[t]
                buried += w.above * between((x >> 2) - s.low[s.top[t]], count)
                child = add(s, child, score + buried, x, count, c, t)
                t = around.link[t]
        if not suits(x, beneath) or (silent and (beneath >> 2) == s.home[beneath & 3]):
            break
        x = beneath
        beneath = s.under[x]
        weight -= wanted(s, w, x)
        count += 1
    if around.spare != NOWHERE:
        if 2 * count > around.room:
            x, count = top, 1
        if s.under[x] != BASE:
            score = around.less + (top_left if count == 1 else left(s, w, x, count, weight))
            score += w.empty + base(w, x)
            child = add(s, child, score, x, count, c, around.spare)
    if around.free:
        score = (around.here if s.under[top] == BASE else around.less) + top_left + w.cells
        child = add(s, child, score, top, 1, c, CELLS)
    return child


def comes_apart(s, child):
    """Whether a run would not arrive whole where cards go home after every single card.

    When its base has left, cards have gone home, and now the next of some suit is in the run. In
    the game it would have gone as well, out of a cell, and those above it have no place.
    """
    cython.declare(suit=cython.int, card=cython.int)
    target: cython.int = child.move.target
    if target >= NOWHERE:
        return False
    for suit in range(4):
        card = 4 * child.home[suit] + suit
        if child.column[card] == target and child.index[card] >= s.height[target]:
            return True
    return False
