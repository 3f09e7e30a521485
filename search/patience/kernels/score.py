"""Kernel: how far a position of patience seems to be from a win, lower is better.

    View    what the score of a neighbour needs to know of a node: cells held and columns
            empty; per column the length of the run on top, the lowest rank beneath the run and in
            all, the same for each suit, and the run's share of the bound; for the next (0 to 3)
            and the second next card (4 to 7) of each suit its column and the cards above it
    weight  of cards left, breaks, cells used, empty columns, cards above next cards and above
            second next ones, cards above a lower rank, lack of free places, bases other than
            kings, and the bound
    bound   moves that are needed at the least: a card above a lower one of its suit has to move
            before that one goes home, so it moves other than home. Where runs count as one move,
            those count once for each stretch of a column that is in sequence, since no run that
            is carried holds cards of two.

The score of a neighbour is a sum over two columns; only where cards go home is it counted anew.
"""

import cython


class Score:
    """The score of a game; `weights` in the order above, `runs` whether a run is one move."""

    def __cinit__(self, rules: Rules, weights: tuple, runs: bool):
        self.rules, self.runs = rules, runs
        for index, weight in enumerate(weights):
            self.weight[index] = weight

    def lack(self, places):
        """What it counts to have so few free places."""
        return self.weight[LACK] * (4 if places == 0 else 1 if places == 1 else 0)

    def must(self, node, low, top, count):
        """How many of `count` cards from `top` down lie above a lower one of their suit, whose
        ranks `low` has; where runs count as one move, whether any does."""
        found: cython.int = 0
        while count > 0:
            if low[top & 3] < top >> 2:
                found += 1
            top = node.under[top]
            count -= 1
        return 1 if found and self.runs else found

    def look(self, node, view):
        """Fill the view; set the score and the bound of the node."""
        cython.declare(number=cython.int, index=cython.int)
        score: cython.int = self.weight[LEFT] * self.rules.left(node)
        view.held, view.empty = 0, 0
        for index in range(8):
            view.place[index], view.above[index] = NONE, 0
        for number in range(self.rules.cells):
            view.held += node.cell[number] != NONE
        node.bound = 0
        for number in range(self.rules.columns):
            score += self.look_at(node, view, number)
        score += self.weight[CELLS] * view.held - self.weight[EMPTY] * view.empty
        score += self.weight[BOUND] * node.bound
        node.score = score + self.lack(self.rules.cells - view.held + view.empty)

    def look_at(self, node, view, number):
        """What a column adds to the score, the bound not counted, which is added to the node's."""
        stack = cython.declare(u8[52])
        cython.declare(after=cython.int, index=cython.int)
        score: cython.int = 0
        count: cython.int = 0
        card: cython.int = node.top[number]
        while card < DECK:
            stack[count] = card
            after = (card >> 2) - node.home[card & 3]
            if after <= 1:
                index = 4 * after + (card & 3)
                view.place[index], view.above[index] = number, count
                score += self.weight[NEXT + after] * count
            count += 1
            card = node.under[card]
        if count == 0:
            view.empty += 1
        elif stack[count - 1] >> 2 != KING:
            score += self.weight[BASES]
        return score + self.climb(node, view, number, stack, count)

    def climb(self, node, view, number, stack, count):
        """The same of the order of its cards, which `stack` lists from top to bottom."""
        cython.declare(card=cython.int, rank=cython.int, suit=cython.int)
        low: cython.pointer(u8) = cython.address(view.low[4 * number])
        lowest: cython.int = KING + 1
        breaks: cython.int = 0
        above: cython.int = 0
        flags: cython.int = 0
        run: cython.int = 0
        index: cython.int = count
        for suit in range(4):
            low[suit] = KING + 1
        while index > 0:
            index -= 1
            card = stack[index]
            rank = card >> 2
            run += 1
            if index == count - 1 or not self.rules.takers[card] >> stack[index + 1] & 1:
                breaks += index < count - 1
                run = 1
                view.lowest_below[number] = lowest
                for suit in range(4):
                    view.low_below[4 * number + suit] = low[suit]
                node.bound += 1 if flags and self.runs else flags
                flags = 0
            if low[card & 3] < rank:
                flags += 1
            else:
                low[card & 3] = rank
            if rank > lowest:
                above += 1
            else:
                lowest = rank
        view.run[number] = run
        view.must[number] = 1 if flags and self.runs else flags
        view.lowest[number] = lowest
        node.bound += view.must[number]
        return self.weight[BREAKS] * breaks + self.weight[ABOVE] * above

    def bounded(self, node, view, source, card, count, dest):
        """The bound once `count` cards from `card` up have moved, if none goes home for it."""
        bound: cython.int = node.bound
        top: cython.int = card
        more: cython.int
        if source < FIRST_CELL:
            top = node.top[source]
            bound -= view.must[source]
            if view.run[source] > count:
                bound += self.must(
                    node,
                    cython.address(view.low_below[4 * source]),
                    node.under[card],
                    view.run[source] - count,
                )
        if dest != TO_CELL and node.top[dest] != NONE:
            more = self.must(node, cython.address(view.low[4 * dest]), top, count)
            bound += 0 if self.runs and view.must[dest] else more
        return bound

    def rescored(self, node, view, source, card, count, dest, bound):
        """The score once `count` cards from `card` up have moved, if none goes home for it."""
        score: cython.int = node.score + self.weight[BOUND] * (bound - node.bound)
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
                score -= self.weight[BASES] if rank != KING else 0
            elif not self.rules.takers[card] >> below & 1:
                score -= self.weight[BREAKS]
            score -= self.weight[ABOVE] * ranked_over(
                view.lowest_below[source], rank - count + 1, rank
            )
        if dest == TO_CELL:
            held += 1
        elif node.top[dest] == NONE:
            empty -= 1
            score += self.weight[BASES] if rank != KING else 0
        else:
            score += self.weight[ABOVE] * ranked_over(view.lowest[dest], rank - count + 1, rank)
        for index in range(8):
            if view.place[index] == dest:
                score += self.weight[NEXT + (index >> 2)] * count
            elif view.place[index] == source and view.above[index] >= count:
                score -= self.weight[NEXT + (index >> 2)] * count
        score += self.weight[CELLS] * (held - view.held) - self.weight[EMPTY] * (empty - view.empty)
        score -= self.lack(self.rules.cells - view.held + view.empty)
        return score + self.lack(self.rules.cells - held + empty)
