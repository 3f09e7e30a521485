"""Kernel parts: positions of patience as nodes of a beam search, their moves and their score.

    Node    a position: per card what it lies on (a card, BASE, CELL, HOME), per column the last
            card, the registers, the foundation; a hash free of order; the score
    View    what the score of a neighbour needs to know of a node, per column: the length of the
            run on top, the lowest rank beneath the run and in all; and for the next (0 to 3) and
            the second next card (4 to 7) of each suit its column and how many cards lie above it
    weight  of cards left, breaks, cells used, empty columns, cards above next cards and above
            second next ones, cards above a lower rank, lack of free places, bases other than kings

A source is a column or FIRST_CELL + the register, a destination a column, TO_CELL or TO_HOME.
A move changes what lies under one card, so the hash of a neighbour is the exclusive or of two
terms, and its score a sum over the two columns; only where cards go home is it counted anew.
"""

import cython
from cython.cimports.search.kernels.patience_node import Node, View

u8 = cython.typedef(cython.uchar)
u64 = cython.typedef(cython.ulonglong)

DECK = cython.declare(cython.int, 52)
BASE = cython.declare(cython.int, 52)
CELL = cython.declare(cython.int, 53)
HOME = cython.declare(cython.int, 54)
UNDERS = cython.declare(cython.int, 55)
NONE = cython.declare(cython.int, 255)
FIRST_CELL = cython.declare(cython.int, 24)
TO_CELL = cython.declare(cython.int, 62)
TO_HOME = cython.declare(cython.int, 63)
HIGHEST = cython.declare(cython.int, 12)

LEFT = cython.declare(cython.int, 0)
BREAKS = cython.declare(cython.int, 1)
CELLS = cython.declare(cython.int, 2)
EMPTY = cython.declare(cython.int, 3)
NEXT = cython.declare(cython.int, 4)
SECOND = cython.declare(cython.int, 5)
ABOVE = cython.declare(cython.int, 6)
LACK = cython.declare(cython.int, 7)
BASES = cython.declare(cython.int, 8)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def ranked_over(low: cython.int, top: cython.int, base: cython.int) -> cython.int:
    """How many of the ranks `top` to `base` are over `low`."""
    least: cython.int = low + 1 if low >= top else top
    return base - least + 1 if base >= least else 0


@cython.final
@cython.cclass
class Rules:
    """A game and a score. `rules` as in `search.freecell_proof`, `weights` in the order above."""

    def __cinit__(self, columns: int, cells: int, rules: tuple, weights: tuple):
        takers, fills, needs = rules
        if columns > 24 or cells > 16:
            raise ValueError("the kernel takes 24 columns and 16 registers")
        self.columns, self.cells, self.spares = columns, cells, all(fills)
        for index, weight in enumerate(weights):
            self.weight[index] = weight
        for card in range(DECK):
            self.takers[card] = sum(1 << taker for taker in takers[card])
            self.fills[card] = fills[card]
            for suit in range(4):
                self.needs[4 * card + suit] = needs[card][suit]
        state = 0
        for index in range(DECK * UNDERS):  # splitmix64
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            bits = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % 2**64
            self.places[index] = bits ^ bits >> 31

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes(self, node: cython.pointer(cython.const[Node]), card: cython.int) -> cython.bint:
        """Whether a card that lies open goes home by itself."""
        return (
            card < DECK
            and card >> 2 == node.home[card & 3]
            and node.home[0] >= self.needs[4 * card]
            and node.home[1] >= self.needs[4 * card + 1]
            and node.home[2] >= self.needs[4 * card + 2]
            and node.home[3] >= self.needs[4 * card + 3]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def left(self, node: cython.pointer(cython.const[Node])) -> cython.int:
        """How many cards are not home."""
        return DECK - node.home[0] - node.home[1] - node.home[2] - node.home[3]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lack(self, places: cython.int) -> cython.int:
        """What it counts to have so few free places."""
        return self.weight[LACK] * (4 if places == 0 else 1 if places == 1 else 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(
        self, node: cython.pointer(cython.const[Node]), view: cython.pointer(View)
    ) -> cython.int:
        """Fill the view; the score."""
        score: cython.int = self.weight[LEFT] * self.left(node)
        number: cython.int
        index: cython.int
        card: cython.int
        low: cython.int
        count: cython.int
        after: cython.int
        stack = cython.declare(u8[52])
        view.held, view.empty = 0, 0
        for index in range(8):
            view.place[index], view.above[index] = NONE, 0
        for number in range(self.cells):
            view.held += node.cell[number] != NONE
        for number in range(self.columns):
            view.run[number] = 0
            card = node.top[number]
            count = 0
            while card < DECK:
                stack[count] = card
                after = (card >> 2) - node.home[card & 3]
                if after <= 1:
                    index = 4 * after + (card & 3)
                    view.place[index], view.above[index] = number, count
                    score += self.weight[NEXT + after] * count
                count += 1
                index = card
                card = node.under[card]
                if card < DECK and not self.takers[index] >> card & 1:
                    score += self.weight[BREAKS]
                    if view.run[number] == 0:
                        view.run[number] = count
            view.lowest_below[number] = HIGHEST + 1
            if count == 0:
                view.empty += 1
                view.lowest[number] = HIGHEST + 1
                continue
            if view.run[number] == 0:
                view.run[number] = count
            if stack[count - 1] >> 2 != HIGHEST:
                score += self.weight[BASES]
            low = HIGHEST + 1
            while count > 0:
                if count == view.run[number]:
                    view.lowest_below[number] = low
                count -= 1
                if stack[count] >> 2 > low:
                    score += self.weight[ABOVE]
                else:
                    low = stack[count] >> 2
            view.lowest[number] = low
        score += self.weight[CELLS] * view.held - self.weight[EMPTY] * view.empty
        return score + self.lack(self.cells - view.held + view.empty)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rescored(
        self,
        node: cython.pointer(cython.const[Node]),
        view: cython.pointer(cython.const[View]),
        source: cython.int,
        card: cython.int,
        count: cython.int,
        dest: cython.int,
    ) -> cython.int:
        """The score once `count` cards from `card` up have moved, if none goes home for it."""
        score: cython.int = node.score
        rank: cython.int = card >> 2
        held: cython.int = view.held
        empty: cython.int = view.empty
        index: cython.int
        below: cython.int = node.under[card]
        if source >= FIRST_CELL:
            held -= 1
        else:
            if below == BASE:
                empty += 1
                score -= self.weight[BASES] if rank != HIGHEST else 0
            elif not self.takers[card] >> below & 1:
                score -= self.weight[BREAKS]
            score -= self.weight[ABOVE] * ranked_over(
                view.lowest_below[source], rank - count + 1, rank
            )
        if dest == TO_CELL:
            held += 1
        elif node.top[dest] == NONE:
            empty -= 1
            score += self.weight[BASES] if rank != HIGHEST else 0
        else:
            score += self.weight[ABOVE] * ranked_over(view.lowest[dest], rank - count + 1, rank)
        for index in range(8):
            if view.place[index] == dest:
                score += self.weight[NEXT + (index >> 2)] * count
            elif view.place[index] == source and view.above[index] >= count:
                score -= self.weight[NEXT + (index >> 2)] * count
        score += self.weight[CELLS] * (held - view.held) - self.weight[EMPTY] * (empty - view.empty)
        score -= self.lack(self.cells - view.held + view.empty)
        return score + self.lack(self.cells - held + empty)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rehashed(
        self, node: cython.pointer(cython.const[Node]), card: cython.int, dest: cython.int
    ) -> u64:
        """The hash once `card` has moved."""
        below: cython.int
        if dest == TO_CELL:
            below = CELL
        elif dest == TO_HOME:
            below = HOME
        else:
            below = node.top[dest] if node.top[dest] != NONE else BASE
        return (node.hash ^ self.places[UNDERS * card + node.under[card]]) ^ self.places[
            UNDERS * card + below
        ]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shift(
        self,
        node: cython.pointer(Node),
        source: cython.int,
        card: cython.int,
        dest: cython.int,
    ) -> cython.void:
        """Take `card`, and what lies on it, from its place to another."""
        top: cython.int = card
        number: cython.int = 0
        node.hash = self.rehashed(node, card, dest)
        if source >= FIRST_CELL:
            node.cell[source - FIRST_CELL] = NONE
        else:
            top = node.top[source]
            node.top[source] = NONE if node.under[card] == BASE else node.under[card]
        if dest == TO_CELL:
            while node.cell[number] != NONE:
                number += 1
            node.cell[number] = card
            node.under[card] = CELL
        elif dest == TO_HOME:
            node.home[card & 3] += 1
            node.under[card] = HOME
        else:
            node.under[card] = BASE if node.top[dest] == NONE else node.top[dest]
            node.top[dest] = top

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, node: cython.pointer(Node)) -> cython.void:
        """Send home all that goes by itself."""
        busy: cython.bint = True
        number: cython.int
        while busy:
            busy = False
            for number in range(self.columns):
                while self.goes(node, node.top[number]):
                    self.shift(node, number, node.top[number], TO_HOME)
                    busy = True
            for number in range(self.cells):
                if self.goes(node, node.cell[number]):
                    self.shift(node, FIRST_CELL + number, node.cell[number], TO_HOME)
                    busy = True
