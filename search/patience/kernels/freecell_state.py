"""Kernel: positions of FreeCell and its kin, their scores, and what a move makes of them.

Columns build down in alternate colours and an empty one takes any card. A position is what lies
under each card, so moving a run changes it in one place, and so it does the hash: the exclusive
or of a random word for each card and what it lies on, whatever the order of columns and cells.
Features are updated with each move; only what lies on the next cards is counted anew.

Suits 0 and 1 are black. 304 bytes a position.

    under[x]    the card beneath x, BASE, CELL or HOME
    low[x]      the lowest rank among x and the cards beneath it in its column
    column[x]   where x lies: a column, CELLS, or NOWHERE for what is home or no card
    index[x]    how many cards lie beneath it; its place among the cells
    next        the card of a suit that goes home next; second: the one after it
    rest        the score but for what lies on those, free places and the moves made
    sent        how many cards went home by themselves after the move, listed in `homed`
    Z           the random words
    Weights     see SCHEDULE of `search.patience.freecell_best_first`
"""

import cython


def _fill() -> None:
    index: cython.int
    for index in range(52 * 64):  # none for a card at home
        word: u64 = mixed((index + 1) * cython.cast(u64, 0x9E3779B97F4A7C15))
        Z[index] = 0 if index % 64 == HOME else word


_fill()


def lay_out(s, columns, cells, foundation):
    """Lay out a position: cards bottom to top, cells (-1 where free), cards home by suit."""
    cython.declare(number=cython.int, card=cython.int, beneath=cython.int)
    memset(s, 0, cython.sizeof(State))
    s.hash = 1  # that of the win, so that none is 0
    memset(s.column, NOWHERE, 60)
    memset(s.under, HOME, 52)
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


def appraise(s, w, cells):
    """Score a position from nothing."""
    cython.declare(card=cython.int, beneath=cython.int)
    s.rest = w.left * s.left + w.cells * s.used - w.empty * s.empty
    for card in range(52):
        beneath = s.under[card]
        if beneath == BASE:
            s.rest += base(w, card)
        elif beneath < BASE:
            s.rest += w.breaks * (not suits(card, beneath))
            s.rest += w.above * (s.low[beneath] < (card >> 2))
    finish(s, w, cells)


def finish(s, w, cells):
    """Complete the score: what lies on each suit's next and second card, free places, moves."""
    cython.declare(suit=cython.int, card=cython.int, c=cython.int)
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


def go_home(s, w, homed):
    """Send home whatever goes by itself: all that can, or, not `forced`, what is safe."""
    suit: cython.int = 0
    idle: cython.int = 0
    while idle < 4:
        card: cython.int = 4 * s.home[suit] + suit
        while bare(s, card) and (w.forced or safe(s, card)):
            send(s, card, w, homed)
            card += 4
            idle = 0
        idle += 1
        suit = (suit + 1) & 3


def build(s, parent, move, w, cells, homed):
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
