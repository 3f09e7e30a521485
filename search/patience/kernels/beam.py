"""Kernel: one pass of a beam search of patience, for a solution in few moves.

The search goes level by level; a level is a move, of a run of cards or of a single card. Of the
neighbours of a level the `width` of lowest score form the next one. A position is dropped if it was
met before, on any level and selected or not, or if more moves are needed than are left (see
beam_score.py). Positions are compared by 64-bit hashes, so a pass proves nothing.

Data:

    level        the positions of the current level, `next_level` room for the next, 424 bytes each;
                 `cursor` is the one to expand next, `view`, `burial` and `top_cards` are of the
                 one that is being expanded
    seen         hashes of the positions met, 8 bytes a slot, 3/8 to 3/4 full
    neighbours   the positions to select from, as moves; 32 bytes each
    pending      a ring of neighbours before they are looked up in `seen` in their order, so that
                 the memory of their slots is fetched meanwhile
    rank_counts  number of neighbours of each rank, which is the score + SCORE_OFFSET, limited to
                 the range 0 to RANKS - 1
    max_rank     the highest rank that can still be selected; `candidates` is the number of
                 neighbours up to it
    trail        for each position of all levels two 32-bit items, the number of its parent and its
                 move: source, card, count and destination with 6, 6, 4 and 6 bits from the lowest;
                 `level_start` is the number of the first position of the level

Limits: columns and cells as in beam_node.py (ValueError), 2^32 positions on all levels (status
OUT_OF_MEMORY, as for the memory limit), positive width (ValueError). Time O(width · moves) a level.
"""

import cython


class Beam(Kernel):
    """A beam search of one width; `run` continues it.

    `explored` counts the positions expanded; `depth` is the number of moves to the current level;
    `pruned_by_width` is True if positions were left out because of the width. `max_explored`, if it
    is not 0, is how many positions the pass should expand in all: levels are then made narrower
    than the width so that it lasts for `max_moves` levels. It may be changed at any time. The
    status is FAILED if a level is empty or `max_moves` is reached.

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
        if width < 1:
            raise ValueError(f"found width {width}, expected at least 1")
        self.rules, self.score = rules, score
        self.runs, self.home_is_move, self.normalise = runs, home_is_move, normalise
        self.width, self.max_moves, self.memory_limit = width, max_moves, memory_limit
        self.neighbour_capacity, self.max_rank = INITIAL_NEIGHBOURS, RANKS - 1
        init_set(cython.address(self.seen), INITIAL_SLOTS, True)
        init_stack(cython.address(self.trail))
        self.level_width = width
        self.level_capacity = self.next_capacity = INITIAL_LEVEL
        level_bytes: u64 = INITIAL_LEVEL * cython.sizeof(State)
        self.level = cython.cast(cython.pointer(State), malloc(level_bytes))
        self.next_level = cython.cast(cython.pointer(State), malloc(level_bytes))
        self.neighbours = cython.cast(
            cython.pointer(Neighbour), malloc(self.neighbour_capacity * cython.sizeof(Neighbour))
        )
        if not (self.level and self.next_level and self.neighbours):
            raise MemoryError
        columns, cells, foundation = position
        root: cython.pointer(Node) = cython.address(self.level[0].node)
        self.rules.set_up(root, columns, cells, foundation)
        self.score.evaluate(root, cython.address(self.level[0].view))
        self.add_seen(root.hash)
        self.level_size = 1
        self.trail.top = 2  # the start has number 0, its items are not used

    def __dealloc__(self):
        free(self.level)
        free(self.next_level)
        free(self.neighbours)
        free(self.seen.keys)
        free(self.trail.items)

    def bytes_used(self):
        """Return the bytes of all tables."""
        return (
            set_bytes(cython.address(self.seen))
            + cython.sizeof(Neighbour) * self.neighbour_capacity
            + cython.sizeof(State) * (self.level_capacity + self.next_capacity)
            + stack_bytes(cython.address(self.trail))
        )

    def bytes_left(self):
        """Return the bytes that the memory limit leaves."""
        return bytes_left(self.memory_limit, self.bytes_used())

    def reserve_space(self):
        """Make room for the neighbours of one position and return True if memory suffices."""
        if self.neighbour_count + MAX_NEIGHBOURS + PENDING > self.neighbour_capacity:
            neighbours = cython.cast(cython.pp_void, cython.address(self.neighbours))
            capacity: cython.pointer(u64) = cython.address(self.neighbour_capacity)
            if not double_array(neighbours, capacity, cython.sizeof(Neighbour), self.bytes_left()):
                return False
        return reserve_set(cython.address(self.seen), MAX_NEIGHBOURS + PENDING, self.bytes_left())

    def add_seen(self, hash):  # noqa: A002
        """Add a position to those met and return True if it is new."""
        return insert(cython.address(self.seen), hash, hash)

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

    def is_pruned(self, score, bound):
        """Return True if a neighbour cannot be selected."""
        if self.depth + 1 + bound > self.max_moves:
            return True
        if score + SCORE_OFFSET > self.max_rank and self.max_rank < RANKS - 1:
            self.pruned_by_width = True
            return True
        return False

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

    def append_neighbour(self, neighbour, is_seen, won):
        """Append a neighbour if it may be selected.

        Args:
            neighbour: The neighbour, without its rank.
            is_seen: True if it is in the set of seen positions already, and new.
            won: True if it is a win.

        Returns:
            True if it was appended.
        """
        if self.depth + 1 + neighbour.bound > self.max_moves:
            return False
        rank: cython.int = neighbour.score + SCORE_OFFSET
        rank = 0 if rank < 0 else RANKS - 1 if rank >= RANKS else rank
        if rank > self.max_rank and not won:
            self.pruned_by_width = True
            return False
        if not is_seen and not self.add_seen(neighbour.hash):
            return False
        self.rank_counts[rank] += 1
        self.candidates += 1
        while self.candidates - self.rank_counts[self.max_rank] >= self.level_width:
            self.candidates -= self.rank_counts[self.max_rank]
            self.max_rank -= 1
        self.neighbours[self.neighbour_count] = neighbour[0]
        self.neighbours[self.neighbour_count].rank = rank
        self.neighbour_count += 1
        return True

    def expand(self, state):
        """Add the neighbours of a position; stop and return True if one is a win, the last."""
        cython.declare(number=cython.int, card=cython.int)
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

    def append_to_trail(self, neighbour):
        """Store where a selected position comes from; return True if there is room."""
        trail = cython.address(self.trail)
        if trail.top >> MAX_TRAIL_BITS or not reserve(trail, 2, self.bytes_left()):
            return False
        push(trail, self.level_start + neighbour.parent)
        push(trail, neighbour.move)
        return True

    def select_next_level(self):
        """Make the neighbours of lowest rank the current level; return True if there is room."""
        cython.declare(index=u64, node=cython.pointer(Node), neighbour=cython.pointer(Neighbour))
        cython.declare(source=cython.int, dest=cython.int, state=cython.pointer(State))
        # of the neighbours of the highest rank, the first ones fill the level
        last_places: u32 = self.level_width - (self.candidates - self.rank_counts[self.max_rank])
        level_start: u32 = cython.cast(u32, self.trail.top // 2)
        self.pruned_by_width |= self.neighbour_count > self.level_width
        if not self.reserve_level(min(self.neighbour_count, self.level_width)):
            return False
        self.level_size = 0
        for index in range(self.neighbour_count):
            neighbour = cython.address(self.neighbours[index])
            if neighbour.rank > self.max_rank:
                continue
            if neighbour.rank == self.max_rank:
                if last_places == 0:
                    continue
                last_places -= 1
            if not self.append_to_trail(neighbour):
                return False
            state = cython.address(self.next_level[self.level_size])
            state[0] = self.level[neighbour.parent]
            node = cython.address(state.node)
            source, dest = neighbour.move & 63, neighbour.move >> 16 & 63
            self.rules.move_run(node, source, neighbour.move >> 6 & 63, dest)
            if dest == TO_HOME or node.hash != neighbour.hash:
                self.rules.autoplay(node)
                self.score.evaluate(node, cython.address(state.view))
            else:
                self.score.update(node, cython.address(state.view), source, dest)
            node.score = neighbour.score
            node.bound = neighbour.bound
            self.level_size += 1
        self.level, self.next_level = self.next_level, self.level
        self.level_capacity, self.next_capacity = self.next_capacity, self.level_capacity
        self.level_start, self.cursor, self.neighbour_count = level_start, 0, 0
        self.depth += 1
        memset(self.rank_counts, 0, cython.sizeof(self.rank_counts))
        self.max_rank, self.candidates = RANKS - 1, 0
        if self.max_explored:
            self.set_level_width()
        return True

    def set_level_width(self):
        """Divide the positions that may still be expanded among the levels after this one."""
        done: u64 = self.explored + self.level_size
        levels: u64 = max(1, self.max_moves - self.depth - 1)
        share: u64 = (self.max_explored - done) // levels if self.max_explored > done else 0
        self.level_width = max(1, min(share, self.width))

    def reserve_level(self, size):
        """Make room for the next level and return True if memory suffices."""
        while self.next_capacity < size:
            if not double_array(
                cython.cast(cython.pp_void, cython.address(self.next_level)),
                cython.address(self.next_capacity),
                cython.sizeof(State),
                self.bytes_left(),
            ):
                return False
        return True

    def advance(self, explored_limit):
        """Expand positions, up to `explored_limit` in all, and return the status."""
        neighbour: cython.pointer(Neighbour)
        while self.explored < explored_limit:
            if self.cursor == self.level_size:
                self.take_all_pending()
                if not self.select_next_level():
                    return OUT_OF_MEMORY
                if self.level_size == 0 or self.depth >= self.max_moves:
                    return FAILED
            if not self.reserve_space():
                return OUT_OF_MEMORY
            self.explored += 1
            if self.expand(cython.address(self.level[self.cursor])):
                neighbour = cython.address(self.neighbours[self.neighbour_count - 1])
                return SOLVED if self.append_to_trail(neighbour) else OUT_OF_MEMORY
            self.cursor += 1
        return SEARCHING

    @property
    def entries(self) -> int:
        """Number of positions met."""
        return self.seen.entries

    @property
    def frontier(self) -> int:
        """Number of positions of the current level that are not expanded."""
        return self.level_size - self.cursor

    @property
    def size_bytes(self) -> int:
        """Bytes of all tables."""
        return self.bytes_used()

    @property
    def position(self) -> tuple:
        """The position of the current level to expand next: (columns, cells, foundation)."""
        number = min(self.cursor, self.level_size - 1)
        return self.rules.to_lists(cython.address(self.level[number].node))

    @property
    def solution(self) -> list:
        """The moves to the win: (source, card, count, destination) each."""
        moves = []
        number = self.trail.top // 2 - 1
        while number:
            move = self.trail.items[2 * number + 1]
            moves.insert(0, (move & 63, move >> 6 & 63, move >> 12 & 15, move >> 16 & 63))
            number = self.trail.items[2 * number]
        return moves
