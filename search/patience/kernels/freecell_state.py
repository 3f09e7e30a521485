"""Kernel: positions of FreeCell and its kin, their scores, and what a move makes of them.

Columns build down in alternate colours and an empty one takes any card. A position is what lies
under each card, so moving a run changes it in one place, and so it does the hash: the exclusive
or of a random word for each card and what it lies on, free of the order of columns and cells.
Features are kept up with each move, none is counted anew but what lies on the next cards.

Cards are 4 · rank + suit, ranks from 0; suits 0 and 1 are black. 304 bytes a position.

    under[x]    the card beneath x, BASE, CELL or HOME
    low[x]      the lowest rank among x and the cards beneath it in its column
    column[x]   where x lies: a column, CELLS, or NOWHERE for what is home or no card
    index[x]    how many cards lie beneath it; its place among the cells
    next        the card of a suit that goes home next; second: the one after it
    rest        the score but for what lies on those, free places and the moves made
    sent        how many cards went home by themselves after the move, listed in `homed`
    Weights     see SCHEDULE of `search.patience.freecell_best_first`
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.ludoscope.search.patience.kernels.freecell_state import (
    BASE,
    CELL,
    CELLS,
    HOME,
    KING,
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


def _fill() -> None:
    """Random words by splitmix64, none for a card at home."""
    state = 0
    for index in range(52 * 64):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        Z[index] = 0 if index % 64 == HOME else word ^ word >> 31


_fill()


@cython.cfunc
@cython.exceptval(check=False)
def deal(s: cython.pointer(State), columns: tuple, cells: tuple, foundation: tuple) -> cython.void:
    """Lay out a position: cards bottom to top, registers (-1 where free), cards home by suit."""
    memset(s, 0, cython.sizeof(State))
    memset(s.column, NOWHERE, 60)
    memset(s.under, HOME, 52)
    number: cython.int
    card: cython.int
    beneath: cython.int
    for number in range(4):
        s.home[number] = foundation[number]
    for number in range(len(columns)):
        beneath = BASE
        for card in columns[number]:
            s.under[card] = beneath
            s.low[card] = card >> 2
            if beneath != BASE and s.low[beneath] < s.low[card]:
                s.low[card] = s.low[beneath]
            s.column[card] = number
            s.index[card] = s.height[number]
            s.height[number] += 1
            s.left += 1
            s.hash ^= Z[64 * card + beneath]
            beneath = card
        s.top[number] = beneath
        s.empty += beneath == BASE
    for card in cells:
        if card >= 0:
            hold(s, card)
            s.left += 1
            s.hash ^= Z[64 * card + CELL]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hold(s: cython.pointer(State), card: cython.int) -> cython.void:
    """Put a card into a cell."""
    s.under[card] = CELL
    s.column[card] = CELLS
    s.index[card] = s.used
    s.cell[s.used] = card
    s.used += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def appraise(
    s: cython.pointer(State), w: cython.pointer(Weights), cells: cython.int
) -> cython.void:
    """Score a position from nothing."""
    card: cython.int
    beneath: cython.int
    s.rest = w.left * s.left + w.cells * s.used - w.empty * s.empty
    for card in range(52):
        beneath = s.under[card]
        if beneath == BASE:
            s.rest += base(w, card)
        elif beneath < BASE:
            s.rest += w.breaks * (not suits(card, beneath))
            s.rest += w.above * (s.low[beneath] < (card >> 2))
    finish(s, w, cells)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish(s: cython.pointer(State), w: cython.pointer(Weights), cells: cython.int) -> cython.void:
    """Complete the score: what lies on each suit's next and second card, free places, moves."""
    suit: cython.int
    card: cython.int
    c: cython.int
    s.score = s.rest + w.step * s.made + full(w, cells - s.used + s.empty)
    for suit in range(4):
        card = 4 * s.home[suit] + suit
        c = s.column[card]
        if c < NOWHERE:
            s.score += w.next * (s.height[c] - 1 - s.index[card])
        card += 4
        c = s.column[card]
        if c < NOWHERE:
            s.score += w.second * (s.height[c] - 1 - s.index[card])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lift(
    s: cython.pointer(State),
    card: cython.int,
    count: cython.int,
    source: cython.int,
    w: cython.pointer(Weights),
) -> cython.void:
    """Take the top `count` cards of a column, `card` the lowest of them, or one from a cell."""
    beneath: cython.int = s.under[card]
    last: cython.int
    s.hash ^= Z[64 * card + beneath]
    if source == CELLS:
        s.used -= 1
        last = s.cell[s.used]
        s.cell[s.index[card]] = last
        s.index[last] = s.index[card]
        s.rest -= w.cells
        return
    s.height[source] -= count
    s.top[source] = beneath
    if beneath == BASE:
        s.empty += 1
        s.rest -= w.empty + base(w, card)
    else:
        s.rest -= w.above * between((card >> 2) - s.low[beneath], count)
        if not suits(card, beneath):
            s.rest -= w.breaks


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def put(
    s: cython.pointer(State),
    card: cython.int,
    count: cython.int,
    top: cython.int,
    target: cython.int,
    w: cython.pointer(Weights),
) -> cython.void:
    """Put what was lifted onto a column; `top` is the uppermost of these cards."""
    onto: cython.int = s.top[target]
    lowest: cython.int = KING
    index: cython.int
    s.top[target] = top
    if onto == BASE:
        s.empty -= 1
        s.rest += w.empty + base(w, card)
    else:
        lowest = s.low[onto]
        s.rest += w.above * between((card >> 2) - lowest, count)
    s.height[target] += count
    index = s.height[target]
    for _ in range(count):
        index -= 1
        s.column[top] = target
        s.index[top] = index
        s.low[top] = lowest if lowest < (top >> 2) else top >> 2
        top = s.under[top]
    s.under[card] = onto


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def send(
    s: cython.pointer(State),
    card: cython.int,
    w: cython.pointer(Weights),
    homed: cython.pointer(cython.uchar),
) -> cython.void:
    """Send a bare card home."""
    lift(s, card, 1, s.column[card], w)
    s.under[card] = HOME
    s.column[card] = NOWHERE
    s.home[card & 3] += 1
    s.left -= 1
    s.rest -= w.left
    homed[s.sent] = card
    s.sent += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def safe(s: cython.pointer(State), card: cython.int) -> cython.bint:
    """Whether a card goes home without loss, by the rule of `games.patience.home`."""
    rank: cython.int = card >> 2
    other: cython.int = ~card & 2
    return (
        s.home[other] >= rank - 1
        and s.home[other + 1] >= rank - 1
        and s.home[(card & 3) ^ 1] >= rank - 2
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def go_home(
    s: cython.pointer(State), w: cython.pointer(Weights), homed: cython.pointer(cython.uchar)
) -> cython.void:
    """Send home whatever goes by itself: all that can, or, not `forced`, what is safe."""
    suit: cython.int = 0
    idle: cython.int = 0
    card: cython.int
    while idle < 4:
        card = 4 * s.home[suit] + suit
        while bare(s, card) and (w.forced or safe(s, card)):
            send(s, card, w, homed)
            card += 4
            idle = 0
        idle += 1
        suit = (suit + 1) & 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def build(
    s: cython.pointer(State),
    parent: cython.pointer(State),
    move: Move,
    w: cython.pointer(Weights),
    cells: cython.int,
    homed: cython.pointer(cython.uchar),
) -> cython.void:
    """The position after a move and all that goes home then."""
    card: cython.int = move.card
    beneath: cython.int = parent.under[card]
    s[0] = parent[0]
    s.made += 1
    s.move = move
    s.sent = 0
    if move.target == NOWHERE:
        send(s, card, w, homed)
        go_home(s, w, homed)
        finish(s, w, cells)
        return
    lift(s, card, move.count, move.source, w)
    if move.target == CELLS:
        hold(s, card)
        s.rest += w.cells
    elif move.source == CELLS:
        put(s, card, 1, card, move.target, w)
    else:
        put(s, card, move.count, parent.top[move.source], move.target, w)
    s.hash ^= Z[64 * card + s.under[card]]
    # nothing but the card that the move has bared can be new on its way home
    if beneath < BASE and (beneath >> 2) == s.home[beneath & 3]:
        go_home(s, w, homed)
    finish(s, w, cells)
