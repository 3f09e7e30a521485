"""Kernel: what the search of FreeCell and its kin has done, in the words of the rules.

A run that was moved at once is moved card by card, by way of cells and empty columns; a move is
(card, destination) as in `games.patience.position`.

    run         the cards of a run, the base first
    hands       how many cards go at a time without an empty column: free cells + 1
    spares      empty columns, other than the target, in which part of a run may wait
    bared       whether the base of the run has left, so that cards may have gone home
"""

import cython


def card_moves(states, won, root, w, cells, silent):
    """The moves from `root`, as it was dealt, to the win; parents are numbers of `states`.

    In a `silent` game moves home are left out.
    """
    s = cython.declare(State)
    homed = cython.declare(cython.uchar[52])
    parent: cython.pointer(State)
    after: cython.pointer(State)
    child: cython.pointer(State) = cython.address(s)
    made: list = []
    path: list = []
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


def tell(made, parent, child, cells, silent, homed):
    """Append the moves from a position to the one after it; `homed` lists what went home then."""
    run = cython.declare(cython.uchar[13])
    carrying = cython.declare(Carrying)
    cython.declare(index=cython.int, onto=cython.int)
    target: cython.int = child.move.target
    card: cython.int = child.move.card
    count: cython.int = child.move.count
    if target != NOWHERE:
        onto = CELL if target == CELLS else parent.top[target]
        if child.move.source != CELLS:
            card = parent.top[child.move.source]
        for index in range(count - 1, -1, -1):
            run[index] = card
            card = parent.under[card]
        carrying.child, carrying.silent, carrying.bared = child, silent, False
        hands: cython.int = cells - parent.used + 1
        spares: cython.int = parent.empty - (onto == BASE)
        carry(made, cython.address(carrying), run, count, onto, hands, spares)
    if not silent:
        for index in range(child.sent):
            made.append((homed[index], HOME))


def carry(made, carrying, run, count, onto, hands, spares):
    """Append the moves of a run, or part of one, by halves where hands do not suffice."""
    index: cython.int
    if count <= hands:
        for index in range(count - 1, 0, -1):
            put(made, carrying, run[index], CELL)
        put(made, carrying, run[0], onto)
        if carrying.child.move.card == run[0]:
            carrying.bared = True
        for index in range(1, count):
            put(made, carrying, run[index], run[index - 1])
        return
    waiting: cython.int = min(count - 1, hands << (spares - 1))
    count -= waiting
    carry(made, carrying, run + count, waiting, BASE, hands, spares - 1)
    carry(made, carrying, run, count, onto, hands, spares - 1)
    carry(made, carrying, run + count, waiting, run[count - 1], hands, spares - 1)


def put(made, carrying, card, onto):
    """Append one move, unless the card has gone home meanwhile."""
    if not (carrying.silent and carrying.bared and carrying.child.under[card] == HOME):
        made.append((card, onto))


def shown(s, columns, cells):
    """(columns, cells, foundation), as positions of the rules have them."""
    piles: list = []
    for number in range(columns):
        pile: list = []
        card = s.top[number]
        while card != BASE:
            pile.insert(0, card)
            card = s.under[card]
        piles.append(tuple(pile))
    held = [s.cell[index] for index in range(s.used)] + [-1] * (cells - s.used)
    return tuple(piles), tuple(held), (s.home[0], s.home[1], s.home[2], s.home[3])
