"""Kernel: a beam search of any variant of patience; see beam_search.py.

The score of a position and the lower bound of its moves are those of beam_score.py. A state of a
level takes 424 bytes. `view`, `burial` and `top_cards` are of the position that is being expanded.
`pending` is a ring of neighbours before they are looked up in `seen` in their order, so that the
memory of their slots is fetched meanwhile. A move is packed as source, card, count and destination,
with 6, 6, 4 and 6 bits from the lowest.

Limits: columns and cells as in beam_node.py (ValueError).
"""

import cython


class Beam(BeamSearch):
    """A beam search of one width.

    Args:
        rules: The rules.
        score: The score.
        position: (columns, cells, foundation) as for `Rules.set_up`.
        runs: True if a run of cards is one move.
        home_is_move: True if sending a card home, unless it is done by autoplay, is a move.
        normalise: True if the game sends cards home after each single card.
        width: Number of positions of a level.
        max_moves: Length of the longest solution to look for.
        memory_limit: Bytes that all tables may take.
    """

    def __cinit__(
        self,
        rules: Rules,
        score: Score,
        position: tuple,
        runs: bool,
        home_is_move: bool,
        normalise: bool,
        width: int,
        max_moves: int,
        memory_limit: int,
    ):
        self.rules, self.score = rules, score
        self.runs, self.home_is_move, self.normalise = runs, home_is_move, normalise
        self.begin(width, max_moves, memory_limit, cython.sizeof(State))
        columns, cells, foundation = position
        start: cython.pointer(State) = cython.cast(cython.pointer(State), self.level)
        root: cython.pointer(Node) = cython.address(start.node)
        self.rules.set_up(root, columns, cells, foundation)
        self.score.evaluate(root, cython.address(start.view))
        self.add_seen(root.hash)

    def add_neighbour(self, node, source, card, count, dest):
        """Add the neighbour that a move leads to, unless it was met before.

        Args:
            node: The position being expanded, whose view is `view`.
            source: A column, or FIRST_CELL + a cell.
            card: The lowest card moved.
            count: Number of cards moved.
            dest: A column, TO_CELL or TO_HOME.

        Returns:
            True if the neighbour is a win, which is then the last of `neighbours`.
        """
        cython.declare(score=cython.int, bound=cython.int)
        support: cython.int = node.support[card]
        view: cython.pointer(View) = self.view
        sends_home: cython.bint = dest == TO_HOME or (
            source < FIRST_CELL and can_autoplay(node.foundation, self.rules.required, support)
        )
        if not sends_home:
            bound = self.score.bound_after(node, view, source, card, count, dest)
            score = self.score.score_after(
                node, view, cython.address(self.burial), source, card, count, dest, bound
            )
            if self.is_pruned(score, bound):
                return False
        if self.pending_end - self.pending_start == PENDING:
            self.take_pending()
        pending: cython.pointer(Pending) = cython.address(
            self.pending[self.pending_end & (PENDING - 1)]
        )
        child: cython.pointer(Node) = cython.address(pending.child)
        neighbour: cython.pointer(Neighbour) = cython.address(pending.neighbour)
        if sends_home:
            child[0] = node[0]
            self.rules.move_run(child, source, card, dest)
            self.rules.autoplay(child)
            if count > 1 and self.normalise and self.rules.splits_run(child, node, source, card):
                return False
            neighbour.hash = child.hash
        else:
            neighbour.hash = self.rules.hash_after(node, card, dest)
            neighbour.score, neighbour.bound = score, bound
        pending.sends_home = sends_home
        neighbour.parent = self.cursor
        neighbour.move = source | card << 6 | count << 12 | dest << 16
        self.pending_end += 1
        prefetch(cython.address(self.seen.keys[neighbour.hash & (self.seen.slots - 1)]))
        won: cython.bint = sends_home and self.rules.cards_left(child) == 0
        return won and self.take_all_pending()

    def take_all_pending(self):
        """Append the pending neighbours in their order; stop and return True if one is a win."""
        while self.pending_start != self.pending_end:
            if self.take_pending():
                return True
        return False

    def take_pending(self):
        """Append the first of the pending neighbours if it is new; return True if it is a win."""
        pending: cython.pointer(Pending) = cython.address(
            self.pending[self.pending_start & (PENDING - 1)]
        )
        neighbour: cython.pointer(Neighbour) = cython.address(pending.neighbour)
        won: cython.bint = False
        self.pending_start += 1
        if pending.sends_home:
            if not self.add_seen(neighbour.hash):  # before the score, which costs more
                return False
            won = self.rules.cards_left(cython.address(pending.child)) == 0
            self.score.evaluate(cython.address(pending.child), cython.address(self.child_view))
            neighbour.score, neighbour.bound = pending.child.score, pending.child.bound
        return self.append_neighbour(neighbour, pending.sends_home, won) and won

    def expand(self, number):
        """Add the neighbours of a position; stop and return True if one is a win, the last."""
        cython.declare(card=cython.int)
        state: cython.pointer(State) = cython.cast(cython.pointer(State), self.level) + number
        node: cython.pointer(Node) = cython.address(state.node)
        self.view = cython.address(state.view)
        self.score.write_burial(self.view, cython.address(self.burial))
        self.top_cards = 0
        for number in range(self.rules.columns):
            if node.top[number] != NO_CARD:
                self.top_cards |= cython.cast(u64, 1) << node.top[number]
        for number in range(self.rules.columns):
            card = node.top[number]
            if card != NO_CARD and self.expand_source(node, number, card):
                return True
        for number in range(FIRST_CELL, FIRST_CELL + self.rules.cells):
            card = node.cell[number - FIRST_CELL]
            if card != NO_CARD and self.expand_source(node, number, card):
                return True
        return False

    def expand_source(self, node, source, top):
        """Add the moves from a column or cell, whose top card is `top`; return True at a win.

        A run is moved to a card as far as free cells and empty columns allow. To an empty column
        goes the whole run if they allow that, else its top card.
        """
        cell_capacity: cython.int = self.rules.cells - self.view.cells_used + 1
        spare_columns: cython.int = self.view.empty_columns if self.rules.fills_any else 0
        run_length: cython.int = self.view.run_length[source] if source < FIRST_CELL else 1
        max_count: cython.int = run_length if self.runs else 1
        count: cython.int = 1
        number: cython.int
        card: cython.int = top
        can_go_home: cython.bint = self.home_is_move and top >> 2 == node.foundation[top & 3]
        if can_go_home and self.add_neighbour(node, source, top, 1, TO_HOME):
            return True
        if (
            source < FIRST_CELL
            and cell_capacity > 1
            and self.add_neighbour(node, source, top, 1, TO_CELL)
        ):
            return True
        while True:
            if self.rules.build_targets[card] & self.top_cards:
                for number in range(self.rules.columns):
                    if (
                        node.top[number] != NO_CARD
                        and self.rules.build_targets[card] >> node.top[number] & 1
                        and number != source
                        and self.add_neighbour(node, source, card, count, number)
                    ):
                        return True
            # with forced autoplay, a card that is next would leave the run as soon as it is exposed
            if (
                count == max_count
                or count == cell_capacity << spare_columns
                or (
                    self.normalise
                    and node.support[card] >> 2 == node.foundation[node.support[card] & 3]
                )
            ):
                break
            card = node.support[card]
            count += 1
        if self.view.empty_columns == 0:
            return False
        if spare_columns:
            cell_capacity <<= spare_columns - 1
        if count == run_length and count <= cell_capacity and self.can_fill(node, card):
            return self.add_to_empty_column(node, source, card, count)
        return self.can_fill(node, top) and self.add_to_empty_column(node, source, top, 1)

    def add_to_empty_column(self, node, source, card, count):
        """Add the move of a run to the first empty column; return True at a win."""
        empty: cython.int = 0
        while node.top[empty] != NO_CARD:
            empty += 1
        return self.add_neighbour(node, source, card, count, empty)

    def can_fill(self, node, card):
        """Return True if an empty column takes a card that is not the lowest of a column."""
        return self.rules.can_fill[card] and node.support[card] != BASE

    def build_state(self, number, neighbour):
        """Write the position that a selected neighbour stands for into the next level."""
        cython.declare(state=cython.pointer(State), node=cython.pointer(Node))
        source: cython.int = neighbour.move & 63
        dest: cython.int = neighbour.move >> 16 & 63
        state = cython.cast(cython.pointer(State), self.next_level) + number
        node = cython.address(state.node)
        state[0] = cython.cast(cython.pointer(State), self.level)[neighbour.parent]
        self.rules.move_run(node, source, neighbour.move >> 6 & 63, dest)
        if dest == TO_HOME or node.hash != neighbour.hash:
            self.rules.autoplay(node)
            self.score.evaluate(node, cython.address(state.view))
        else:
            self.score.update(node, cython.address(state.view), source, dest)
        node.score = neighbour.score
        node.bound = neighbour.bound

    @property
    def position(self) -> tuple:
        """The position of the current level to expand next: (columns, cells, foundation)."""
        number: cython.int = min(self.cursor, self.level_size - 1)
        state: cython.pointer(State) = cython.cast(cython.pointer(State), self.level) + number
        return self.rules.to_lists(cython.address(state.node))

    @property
    def solution(self) -> list:
        """The moves to the win: (source, card, count, destination) each."""
        self.push_path()
        moves: list = []
        while self.path.top:
            move: cython.uint = pop(cython.address(self.path))
            moves.append((move & 63, move >> 6 & 63, move >> 12 & 15, move >> 16 & 63))
        return moves
