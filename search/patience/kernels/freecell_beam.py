"""Kernel: a beam search of FreeCell and similar games; see beam_search.py.

Positions, scores and moves are those of the best-first search, freecell_state and freecell_moves.
The lower bound of the moves left counts the cards that *block*: that lie above a lower card of
their suit, so they must move before it can go home, and not home. Where a run of cards counts as
one move (`runs`), a stretch of a column in sequence counts once, however many of its cards block,
since cards that move together are never of two stretches.

A position of a level takes 392 bytes:

    state      the position; its score does not include the bound
    cards      by column, its cards as bits
    blocking   the cards that block; where a run counts as one move, those that block or have such
               a card beneath them in their stretch
    bound      the lower bound: the number of blocking cards; where a run counts as one move, of
               those that are the uppermost card of a stretch

The score of a neighbour is that of its state plus the weight of the bound. A move is packed as by
`pack_move`.

Limits: columns and cells as in freecell_state.py (ValueError).
"""

import cython


class FreeCellBeam(BeamSearch):
    """A beam search of one width.

    Args:
        weights: A row as in SCHEDULE of `search.patience.freecell_best_first`.
        bound_weight: The weight of the bound.
        position: (columns, cells, foundation) as for `freecell_state.set_up`.
        runs: True if a run of cards is one move.
        normalise: True if the game sends cards home after each single card.
        width: Number of positions of a level.
        max_moves: Length of the longest solution to look for.
        memory_limit: Bytes that all tables may take.
    """

    def __cinit__(
        self,
        weights: tuple,
        bound_weight: int,
        position: tuple,
        runs: bool,
        normalise: bool,
        width: int,
        max_moves: int,
        memory_limit: int,
    ):
        columns, cells, foundation = position
        start: cython.pointer(Position)
        self.begin(width, max_moves, memory_limit, cython.sizeof(Position))
        self.bound_weight, self.runs, self.normalise = bound_weight, runs, normalise
        self.columns, self.cells = len(columns), len(cells)
        if len(cells) <= MAX_CELLS:  # else `set_up` refuses the position
            set_weights(cython.address(self.w), weights, len(cells))
        w: cython.pointer(Weights) = cython.address(self.w)
        set_up(cython.address(self.root), columns, cells, foundation, w)
        start = cython.cast(cython.pointer(Position), self.level)
        start.state = self.root
        autoplay(cython.address(start.state), cython.address(self.w), self.autoplayed)
        start.state.autoplay_count = 0
        compute_score(cython.address(start.state), cython.address(self.w))
        self.trace_columns(start)
        self.add_seen(start.state.hash)

    def trace_columns(self, position):
        """Compute `cards`, `blocking` and `bound` from nothing."""
        stack = cython.declare(u8[52])
        cython.declare(column=cython.int, card=cython.int, count=cython.int)
        position.blocking, position.bound = 0, 0
        memset(position.cards, 0, cython.sizeof(position.cards))
        for column in range(self.columns):
            count = 0
            card = position.state.top[column]
            while card != BASE:
                stack[count] = card
                count += 1
                card = position.state.support[card]
            while count:
                count -= 1
                self.put(position, stack[count], position.state.support[stack[count]], column)

    def put(self, position, card, support, column):
        """Add a card on top of a column to `cards`, `blocking` and `bound`."""
        continues: cython.bint = self.runs and can_stack(card, support)
        beneath: cython.bint = continues and position.blocking >> support & 1
        if beneath or self.blocks(position, card, column):
            position.blocking |= bit(card)
            position.bound += not beneath
        position.cards[column] |= bit(card)

    def take(self, position, card, support, column):
        """Remove the top card of a column from `cards`, `blocking` and `bound`."""
        beneath: cython.bint = (
            self.runs and can_stack(card, support) and position.blocking >> support & 1
        )
        if position.blocking >> card & 1:
            position.blocking ^= bit(card)
            position.bound -= not beneath
        position.cards[column] ^= bit(card)

    def blocks(self, position, card, column):
        """Return True if a card on top of a column lies above a lower one of its suit."""
        lower: u64 = (cython.cast(u64, 0x1111111111111) << (card & 3)) & (bit(card) - 1)
        return position.cards[column] & lower != 0

    def bound_after(self, position, packed_move):
        """Return the bound of the child after a move, without autoplay."""
        cython.declare(top=cython.int, onto=cython.int, support=cython.int, column=cython.int)
        s: cython.pointer(cython.const[State]) = cython.address(position.state)
        move: Move = unpack_move(packed_move)
        card: cython.int = move.card
        bound: cython.int = position.bound
        column = column_of(s, card)
        top = card
        if column != IN_CELL:
            top = s.top[column]
            support = s.support[card]
            bound -= position.blocking >> top & 1
            if self.runs and s.runs >> support & 1:
                bound += position.blocking >> support & 1
        if move.target == IN_CELL or s.top[move.target] == BASE:
            return bound
        onto = s.top[move.target]
        if self.runs and position.blocking >> onto & 1:
            return bound
        while not self.blocks(position, top, move.target):
            if top == card:
                return bound
            top = s.support[top]
        return bound + 1

    def build(self, child, parent, packed_move, score, has_final_score):
        """Set `child` to the position after a move of `parent` and the autoplay that follows.

        Args:
            child: The position to fill.
            parent: A position after autoplay.
            packed_move: A legal move, as by `pack_move`.
            score: The score of the state.
            has_final_score: True if it includes the autoplay, False if that is to be added.
        """
        run = cython.declare(u8[13])
        move: Move = unpack_move(packed_move)
        cython.declare(index=cython.int, card=cython.int, support=cython.int, column=cython.int)
        build_child(
            cython.address(child.state),
            cython.address(parent.state),
            packed_move,
            score,
            has_final_score,
            cython.address(self.w),
            self.autoplayed,
        )
        memcpy(child.cards, parent.cards, cython.sizeof(child.cards))
        child.blocking, child.bound = parent.blocking, parent.bound
        onto: cython.int = CELL
        if move.target != NOT_IN_PLAY:
            column = column_of(cython.address(parent.state), move.card)
            card = move.card
            if column != IN_CELL:
                card = parent.state.top[column]
            for index in range(move.count - 1, -1, -1):
                run[index] = card
                if column != IN_CELL:
                    self.take(child, card, parent.state.support[card], column)
                card = parent.state.support[card]
            if move.target != IN_CELL:
                onto = card = parent.state.top[move.target]
                for index in range(move.count):
                    self.put(child, run[index], card, move.target)
                    card = run[index]
        for index in range(child.state.autoplay_count):
            card = self.autoplayed[index]
            support = parent.state.support[card]
            column = column_of(cython.address(parent.state), card)
            if card == move.card and move.target != NOT_IN_PLAY:
                support = onto
            if move.target < NOT_IN_PLAY and child.cards[move.target] >> card & 1:
                column = move.target
            if support <= BASE:
                self.take(child, card, support, column)

    def expand(self, number):
        """Add the neighbours of a position; stop and return True if one is a win, the last."""
        neighbour = cython.declare(Neighbour)
        cython.declare(index=cython.int, child=cython.pointer(Child), bound=cython.int)
        position: cython.pointer(Position) = (
            cython.cast(cython.pointer(Position), self.level) + number
        )
        count: cython.int = generate_moves(
            cython.address(position.state),
            cython.address(self.w),
            self.cells,
            self.runs,
            self.normalise,
            self.children,
        )
        neighbour.parent = number
        for index in range(count):
            prefetch(
                cython.address(self.seen.keys[self.children[index].hash & (self.seen.slots - 1)])
            )
        for index in range(count):
            child = cython.address(self.children[index])
            if may_autoplay(child.move):
                if self.add_built(position, child):
                    return True
                continue
            neighbour.bound = self.bound_after(position, child.move)
            neighbour.score = child.score + self.bound_weight * neighbour.bound
            if not self.is_pruned(neighbour.score, neighbour.bound):
                neighbour.hash, neighbour.move = child.hash, child.move
                self.append_neighbour(cython.address(neighbour), False, False)
        return False

    def add_built(self, position, child):
        """Add the neighbour after a move with autoplay; return True if it is a win."""
        neighbour = cython.declare(Neighbour)
        built: cython.pointer(Position) = cython.address(self.built)
        self.build(built, position, child.move, child.score, False)
        if self.normalise and splits_run(
            cython.address(position.state), cython.address(built.state)
        ):
            return False
        won: cython.bint = built.state.cards_left == 0
        neighbour.parent = self.cursor
        neighbour.hash, neighbour.move = built.state.hash, child.move
        neighbour.bound = built.bound
        neighbour.score = built.state.score + self.bound_weight * built.bound
        return self.append_neighbour(cython.address(neighbour), False, won) and won

    def build_state(self, number, neighbour):
        """Write the position that a selected neighbour stands for into the next level."""
        self.build(
            cython.cast(cython.pointer(Position), self.next_level) + number,
            cython.cast(cython.pointer(Position), self.level) + neighbour.parent,
            neighbour.move,
            neighbour.score - self.bound_weight * neighbour.bound,
            True,
        )

    @property
    def position(self) -> tuple:
        """The position of the current level to expand next: (columns, cells, foundation)."""
        number: cython.int = min(self.cursor, self.level_size - 1)
        position: cython.pointer(Position) = (
            cython.cast(cython.pointer(Position), self.level) + number
        )
        return position_of(cython.address(position.state), self.columns, self.cells)

    @property
    def solution(self) -> list:
        """The solution as single-card moves (card, destination); see freecell_solution."""
        self.push_path()
        return solution_moves(
            cython.address(self.root),
            cython.address(self.path),
            cython.address(self.w),
            self.cells,
            self.normalise,
        )
