"""Kernel: the score and the lower bound of positions in a beam search of patience.

The score estimates the distance to a win, lower is better. It is a weighted sum of the features
that beam_score.pxd lists. The bound is a number of moves that is needed at least: a card above a
lower one of its suit has to move before that one can go home, and not to the foundation. Where a
run of cards counts as one move (`runs`), such cards count once for each stretch of a column in
sequence, since a run that is moved never has cards of two stretches.

The score of a child is computed as a difference from its parent's, from what changes in two
columns, and only these change in its View; where cards go home the child is evaluated anew. The
difference needs a View of the parent, 306 bytes:

    cells_used, empty_columns   their numbers
    run_length                  by column, the length of the run on top
    run_bound                   by column, what the run on top adds to the bound
    min_rank                    by column, its lowest rank, KING + 1 for an empty column;
                                `min_rank_below_run` without the run on top
    suit_min_rank               the same by 4 * column + suit; `suit_min_rank_below_run`
    wanted_column               by suit for the next card for the foundation (0 to 3) and for the
                                second one (4 to 7), its column or NO_CARD
    wanted_depth                the number of cards above it

Limits: those of beam_node.py; scores are C integers without overflow checks, some 1,000 in
practice. Time O(cards) to evaluate a position, O(length of the run) for a child.
"""

import cython


class Score:
    """The score of a game.

    Args:
        rules: The rules.
        weights: Weights in the order of beam_score.pxd.
        runs: True if a run of cards is one move.

    Raises:
        ValueError: If there are not 10 weights.
    """

    def __cinit__(self, rules: Rules, weights: tuple, runs: bool):
        if len(weights) != WEIGHTS:
            raise ValueError(f"found {len(weights)} weights, expected {WEIGHTS}")
        self.rules, self.runs = rules, runs
        for index, weight in enumerate(weights):
            self.weight[index] = weight

    def shortage_score(self, free_places):
        """Return the score for `free_places` free cells and empty columns; 0 for two or more."""
        return self.weight[LACK] * (4 if free_places == 0 else 1 if free_places == 1 else 0)

    def count_bound(self, node, suit_min_rank, top, count):
        """Return what part of a run adds to the bound.

        Args:
            node: The position.
            suit_min_rank: By suit, the lowest rank beneath the cards.
            top: The uppermost card.
            count: Number of cards, from `top` down.

        Returns:
            The number of cards above a lower one of their suit; where a run is one move, at most 1.
        """
        blockers: cython.int = 0
        while count > 0:
            if suit_min_rank[top & 3] < top >> 2:
                blockers += 1
            top = node.support[top]
            count -= 1
        return 1 if blockers and self.runs else blockers

    def evaluate(self, node, view):
        """Set the score and the bound of a node, and fill its view."""
        cython.declare(number=cython.int, index=cython.int)
        score: cython.int = self.weight[LEFT] * self.rules.cards_left(node)
        view.cells_used, view.empty_columns = 0, 0
        for index in range(8):
            view.wanted_column[index], view.wanted_depth[index] = NO_CARD, 0
        for number in range(self.rules.cells):
            view.cells_used += node.cell[number] != NO_CARD
        node.bound = 0
        for number in range(self.rules.columns):
            score += self.evaluate_column(node, view, number)
        score += self.weight[CELLS] * view.cells_used - self.weight[EMPTY] * view.empty_columns
        score += self.weight[BOUND] * node.bound
        free_places: cython.int = self.rules.cells - view.cells_used + view.empty_columns
        node.score = score + self.shortage_score(free_places)

    def update(self, node, view, source, dest):
        """Bring the view of a node up to date after a move without cards going home.

        Args:
            node: The position after the move, whose score and bound are kept.
            view: The view of the position before.
            source: The column or cell that a run has left.
            dest: The column or TO_CELL where it is now.
        """
        cython.declare(index=cython.int)
        bound: cython.int = node.bound
        for index in range(8):
            if view.wanted_column[index] == source or view.wanted_column[index] == dest:
                view.wanted_column[index], view.wanted_depth[index] = NO_CARD, 0
        if source >= FIRST_CELL:
            view.cells_used -= 1
        else:
            self.evaluate_column(node, view, source)
        if dest == TO_CELL:
            view.cells_used += 1
        else:
            if view.run_length[dest] == 0:
                view.empty_columns -= 1
            self.evaluate_column(node, view, dest)
        node.bound = bound

    def evaluate_column(self, node, view, number):
        """Return what a column adds to the score without the bound; add to the node's bound."""
        stack = cython.declare(u8[52])  # its cards from top to bottom
        cython.declare(cards_before=cython.int, index=cython.int)
        score: cython.int = 0
        count: cython.int = 0
        card: cython.int = node.top[number]
        while card < DECK:
            stack[count] = card
            cards_before = (card >> 2) - node.foundation[card & 3]
            if cards_before <= 1:
                index = 4 * cards_before + (card & 3)
                view.wanted_column[index], view.wanted_depth[index] = number, count
                score += self.weight[NEXT + cards_before] * count
            count += 1
            card = node.support[card]
        if count == 0:
            view.empty_columns += 1
        elif stack[count - 1] >> 2 != KING:
            score += self.weight[BASES]
        return score + self.evaluate_order(node, view, number, stack, count)

    def evaluate_order(self, node, view, number, stack, count):
        """Return what the order of a column's cards adds to the score; add to the node's bound."""
        cython.declare(card=cython.int, rank=cython.int, suit=cython.int)
        suit_min_rank: cython.pointer(u8) = cython.address(view.suit_min_rank[4 * number])
        min_rank: cython.int = KING + 1
        breaks: cython.int = 0
        cards_above_lower: cython.int = 0
        blockers: cython.int = 0
        run_length: cython.int = 0
        index: cython.int = count
        for suit in range(4):
            suit_min_rank[suit] = KING + 1
        while index > 0:
            index -= 1
            card = stack[index]
            rank = card >> 2
            run_length += 1
            if index == count - 1 or not self.rules.build_targets[card] >> stack[index + 1] & 1:
                breaks += index < count - 1
                run_length = 1
                view.min_rank_below_run[number] = min_rank
                for suit in range(4):
                    view.suit_min_rank_below_run[4 * number + suit] = suit_min_rank[suit]
                node.bound += 1 if blockers and self.runs else blockers
                blockers = 0
            if suit_min_rank[card & 3] < rank:
                blockers += 1
            else:
                suit_min_rank[card & 3] = rank
            if rank > min_rank:
                cards_above_lower += 1
            else:
                min_rank = rank
        view.run_length[number] = run_length
        view.run_bound[number] = 1 if blockers and self.runs else blockers
        view.min_rank[number] = min_rank
        node.bound += view.run_bound[number]
        return self.weight[BREAKS] * breaks + self.weight[ABOVE] * cards_above_lower

    def bound_after(self, node, view, source, card, count, dest):
        """Return the bound of a child without autoplay.

        Args:
            node: The parent.
            view: The view of the parent.
            source: The column or cell that the run leaves.
            card: The lowest card of the run.
            count: Number of cards of the run.
            dest: The column or TO_CELL where it goes.
        """
        bound: cython.int = node.bound
        top: cython.int = card
        run_bound: cython.int
        if source < FIRST_CELL:
            top = node.top[source]
            bound -= view.run_bound[source]
            if view.run_length[source] > count:
                bound += self.count_bound(
                    node,
                    cython.address(view.suit_min_rank_below_run[4 * source]),
                    node.support[card],
                    view.run_length[source] - count,
                )
        if dest != TO_CELL and node.top[dest] != NO_CARD:
            run_bound = self.count_bound(
                node, cython.address(view.suit_min_rank[4 * dest]), top, count
            )
            bound += 0 if self.runs and view.run_bound[dest] else run_bound
        return bound

    def write_burial(self, view, burial):
        """Write what one more card on each column adds to the score for burying wanted cards.

        `min_depth` is the least number of cards above a wanted card of the column.
        """
        cython.declare(index=cython.int, column=cython.int)
        memset(burial.weight, 0, cython.sizeof(burial.weight))
        memset(burial.min_depth, NO_CARD, cython.sizeof(burial.min_depth))
        for index in range(8):
            column = view.wanted_column[index]
            if column != NO_CARD:
                burial.weight[column] += self.weight[NEXT + (index >> 2)]
                if view.wanted_depth[index] < burial.min_depth[column]:
                    burial.min_depth[column] = view.wanted_depth[index]

    def score_after(self, node, view, burial, source, card, count, dest, bound):
        """Return the score of a child without autoplay.

        Args:
            node: The parent.
            view: The view of the parent.
            burial: What `write_burial` wrote for it.
            source: The column or cell that the run leaves.
            card: The lowest card of the run.
            count: Number of cards of the run.
            dest: The column or TO_CELL where it goes.
            bound: The bound of the child.
        """
        score: cython.int = node.score + self.weight[BOUND] * (bound - node.bound)
        rank: cython.int = card >> 2
        cells_used: cython.int = view.cells_used
        empty_columns: cython.int = view.empty_columns
        index: cython.int
        support: cython.int = node.support[card]
        if source >= FIRST_CELL:
            cells_used -= 1
        else:
            if support == BASE:
                empty_columns += 1
                score -= self.weight[BASES] if rank != KING else 0
            elif not self.rules.build_targets[card] >> support & 1:
                score -= self.weight[BREAKS]
            score -= self.weight[ABOVE] * count_ranks_above(
                view.min_rank_below_run[source], rank - count + 1, rank
            )
            score -= burial.weight[source] * count
            if burial.min_depth[source] < count:
                for index in range(8):
                    if view.wanted_column[index] == source and view.wanted_depth[index] < count:
                        score += self.weight[NEXT + (index >> 2)] * count
        if dest == TO_CELL:
            cells_used += 1
        elif node.top[dest] == NO_CARD:
            empty_columns -= 1
            score += self.weight[BASES] if rank != KING else 0
        else:
            score += self.weight[ABOVE] * count_ranks_above(
                view.min_rank[dest], rank - count + 1, rank
            )
            score += burial.weight[dest] * count
        score += self.weight[CELLS] * (cells_used - view.cells_used)
        score -= self.weight[EMPTY] * (empty_columns - view.empty_columns)
        score -= self.shortage_score(self.rules.cells - view.cells_used + view.empty_columns)
        return score + self.shortage_score(self.rules.cells - cells_used + empty_columns)
