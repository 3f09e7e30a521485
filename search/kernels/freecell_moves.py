"""Kernel: the moves of FreeCell and its kin, each with the score and the hash that it leads to.

A run of cards is moved at once: to a card that takes it as far as there is room to carry it, to
an empty column whole, or else only its top card. Scores and hashes come from the differences that
a move makes; nothing is moved here. Moves that cards may go home by have the score HOMING, which
says that the position must be built to know more.

Where the game is `silent`, so that cards go home after each single card that is moved, a run ends
above what would go home at once when bared.

MOVES, the most there can be: 2 cards on each of 14 columns, from each column and cell one into an
empty column, from each column one into a cell, 4 home.

    spare       an empty column, NOWHERE if there is none
    room        how many cards may be carried
    places      free cells and empty columns
    buried[c]   what a card more on column c adds to the score, for what is wanted from below
    head[x]     a column that takes cards of that rank and colour, link[c]: another one after c
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.search.kernels.freecell_moves import HOMING, Child
from cython.cimports.search.kernels.freecell_state import (
    BASE,
    CELL,
    CELLS,
    NOWHERE,
    Move,
    State,
    Weights,
    Z,
    bare,
    base,
    between,
    full,
    suits,
)

u8 = cython.typedef(cython.uchar)
Around = cython.struct(
    spare=cython.int, head=cython.uchar[28], link=cython.uchar[14], buried=cython.int[16]
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def moves(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    columns: cython.int,
    cells: cython.int,
    silent: cython.bint,
    children: cython.pointer(Child),
) -> cython.int:
    """List what can be reached from a position in one move; how many there are."""
    around = cython.declare(Around)
    child: cython.pointer(Child) = children
    c: cython.int
    x: cython.int
    suit: cython.int
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
    child = from_cells(s, w, cells, cython.address(around), child)
    for c in range(columns - 1, -1, -1):
        if s.top[c] != BASE:
            child = from_column(s, w, c, cells, silent, cython.address(around), child)
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
def add(
    s: cython.pointer(State),
    child: cython.pointer(Child),
    score: cython.int,
    card: cython.int,
    count: cython.int,
    source: cython.int,
    target: cython.int,
) -> cython.pointer(Child):
    """One more child."""
    beneath: cython.int = s.under[card]
    onto: cython.int = CELL if target == CELLS else s.top[target]
    homing: cython.bint = beneath < BASE and (beneath >> 2) == s.home[beneath & 3]
    child.score = HOMING if homing else score
    child.hash = s.hash ^ Z[64 * card + beneath] ^ Z[64 * card + onto]
    child.move = Move(card, count, source, target)
    return child + 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def from_cells(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    cells: cython.int,
    around: cython.pointer(Around),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    here: cython.int = s.score + w.step - w.cells
    places: cython.int = cells - s.used + s.empty
    more: cython.int = here + full(w, places + 1) - full(w, places)
    score: cython.int
    index: cython.int
    x: cython.int
    t: cython.int
    for index in range(s.used):
        x = s.cell[index]
        t = around.head[x >> 1]
        while t != NOWHERE:
            score = more + around.buried[t] + w.above * ((x >> 2) > s.low[s.top[t]])
            child = add(s, child, score, x, 1, CELLS, t)
            t = around.link[t]
        if around.spare != NOWHERE:
            score = here + w.empty + base(w, x)
            child = add(s, child, score, x, 1, CELLS, around.spare)
    return child


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def from_column(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    c: cython.int,
    cells: cython.int,
    silent: cython.bint,
    around: cython.pointer(Around),
    child: cython.pointer(Child),
) -> cython.pointer(Child):
    """Longer and longer parts of the run on top of a column."""
    free: cython.int = cells - s.used
    places: cython.int = free + s.empty
    room: cython.int = (free + 1) << s.empty
    here: cython.int = s.score + w.step
    less: cython.int = here + full(w, places - 1) - full(w, places)
    top: cython.int = s.top[c]
    x: cython.int = top
    count: cython.int = 1
    weight: cython.int = around.buried[c]
    beneath: cython.int
    score: cython.int
    t: cython.int
    while True:
        beneath = s.under[x]
        weight -= wanted(s, w, x)
        t = around.head[x >> 1]
        if t != NOWHERE and count <= room:
            score = here + left(s, w, x, count, weight)
            if beneath == BASE:
                score += full(w, places + 1) - full(w, places)
            while t != NOWHERE:
                child = add(
                    s,
                    child,
                    score
                    + count * around.buried[t]
                    + w.above * between((x >> 2) - s.low[s.top[t]], count),
                    x,
                    count,
                    c,
                    t,
                )
                t = around.link[t]
        if not suits(x, beneath) or (silent and (beneath >> 2) == s.home[beneath & 3]):
            break
        x = beneath
        count += 1
    if around.spare != NOWHERE:
        if 2 * count > room:
            x, count, weight = top, 1, around.buried[c] - wanted(s, w, top)
        if s.under[x] != BASE:
            score = less + left(s, w, x, count, weight) + w.empty + base(w, x)
            child = add(s, child, score, x, count, c, around.spare)
    if free:
        score = left(s, w, top, 1, around.buried[c] - wanted(s, w, top)) + w.cells
        score += here if s.under[top] == BASE else less
        child = add(s, child, score, top, 1, c, CELLS)
    return child


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def wanted(s: cython.pointer(State), w: cython.pointer(Weights), x: cython.int) -> cython.int:
    """What a card adds to `buried` of its column."""
    ahead: cython.int = (x >> 2) - s.home[x & 3]
    return w.next if ahead == 0 else w.second if ahead == 1 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def left(
    s: cython.pointer(State),
    w: cython.pointer(Weights),
    x: cython.int,
    count: cython.int,
    weight: cython.int,
) -> cython.int:
    """What it adds to the score that the run from x up leaves its column.

    `weight` is what each of its cards added by lying on what is wanted.
    """
    beneath: cython.int = s.under[x]
    score: cython.int
    if beneath == BASE:
        return -w.empty - base(w, x)
    score = -w.above * between((x >> 2) - s.low[beneath], count) - count * weight
    return score if suits(x, beneath) else score - w.breaks
