"""Kernel: what the search of FreeCell and its kin has done, in the words of the rules.

A run that was moved at once is moved card by card, by way of cells and empty columns; a move is
(card, destination) as in `games.patience.position`.

    run         the cards of a run, the base first
    hands       how many cards go at a time without an empty column: free cells + 1
    spares      empty columns, other than the target, in which part of a run may wait
"""

import cython
from cython.cimports.ludoscope.search.patience.kernels.freecell_state import (
    BASE,
    CELL,
    CELLS,
    HOME,
    NOWHERE,
    State,
    Weights,
    build,
    go_home,
)

Carrying = cython.struct(child=cython.pointer(State), silent=cython.bint, bared=cython.bint)


@cython.cfunc
def line(
    states: cython.pointer(State),
    won: cython.pointer(State),
    root: cython.pointer(State),
    w: cython.pointer(Weights),
    cells: cython.int,
    silent: cython.bint,
) -> list:
    """The moves from `root`, as it was dealt, to the win; parents are numbers of `states`.

    In a `silent` game it goes without saying that cards go home.
    """
    made: list = []
    path: list = []
    s = cython.declare(State)
    homed = cython.declare(cython.uchar[52])
    child: cython.pointer(State) = cython.address(s)
    parent: cython.pointer(State)
    after: cython.pointer(State)
    number: cython.int = won.parent
    child[0] = root[0]
    child.move.target = NOWHERE
    go_home(child, w, homed)
    tell(made, root, child, cells, silent, homed)
    while number >= 0:
        path.append(number)
        number = states[number].parent
    while path:
        parent = cython.address(states[cython.cast(cython.int, path.pop())])
        number = path[len(path) - 1] if path else -1
        after = cython.address(states[number]) if number >= 0 else won
        build(child, parent, after.move, w, cells, homed)
        tell(made, parent, child, cells, silent, homed)
    return made


@cython.cfunc
@cython.exceptval(check=False)
def tell(
    made: list,
    parent: cython.pointer(State),
    child: cython.pointer(State),
    cells: cython.int,
    silent: cython.bint,
    homed: cython.pointer(cython.uchar),
) -> cython.void:
    """Append the moves from a position to the one after it; `homed` lists what went home then."""
    run = cython.declare(cython.uchar[13])
    carrying = cython.declare(Carrying)
    target: cython.int = child.move.target
    card: cython.int = child.move.card
    index: cython.int
    onto: cython.int
    if target != NOWHERE:
        onto = CELL if target == CELLS else parent.top[target]
        if child.move.source != CELLS:
            card = parent.top[child.move.source]
        for index in range(child.move.count - 1, -1, -1):
            run[index] = card
            card = parent.under[card]
        carrying.child, carrying.silent, carrying.bared = child, silent, False
        carry(
            made,
            cython.address(carrying),
            run,
            child.move.count,
            onto,
            cells - parent.used + 1,
            parent.empty - (onto == BASE),
        )
    if not silent:
        for index in range(child.sent):
            made.append((homed[index], HOME))


@cython.cfunc
@cython.exceptval(check=False)
def carry(
    made: list,
    carrying: cython.pointer(Carrying),
    run: cython.pointer(cython.uchar),
    count: cython.int,
    onto: cython.int,
    hands: cython.int,
    spares: cython.int,
) -> cython.void:
    """Append the moves of a run, or part of one, by halves where hands do not suffice."""
    index: cython.int
    waiting: cython.int
    if count <= hands:
        for index in range(count - 1, 0, -1):
            put(made, carrying, run[index], CELL)
        put(made, carrying, run[0], onto)
        if carrying.child.move.card == run[0]:
            carrying.bared = True
        for index in range(1, count):
            put(made, carrying, run[index], run[index - 1])
        return
    waiting = min(count - 1, hands << (spares - 1))
    count -= waiting
    carry(made, carrying, run + count, waiting, BASE, hands, spares - 1)
    carry(made, carrying, run, count, onto, hands, spares - 1)
    carry(made, carrying, run + count, waiting, run[count - 1], hands, spares - 1)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def put(
    made: list, carrying: cython.pointer(Carrying), card: cython.int, onto: cython.int
) -> cython.void:
    """One move, unless the card has gone home meanwhile: some do when the base has left."""
    if not (carrying.silent and carrying.bared and carrying.child.under[card] == HOME):
        made.append((card, onto))


@cython.cfunc
def shown(s: cython.pointer(State), columns: cython.int, cells: cython.int) -> tuple:
    """(columns, cells, foundation), as positions of the rules have them."""
    piles: list = []
    for number in range(columns):
        pile: list = []
        card = s.top[number]
        while card != BASE:
            pile.append(card)
            card = s.under[card]
        piles.append(tuple(reversed(pile)))
    held = [s.cell[index] for index in range(s.used)] + [-1] * (cells - s.used)
    return tuple(piles), tuple(held), (s.home[0], s.home[1], s.home[2], s.home[3])
