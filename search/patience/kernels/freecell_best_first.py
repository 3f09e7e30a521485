"""Kernel: best-first search of FreeCell and similar games, for any solution as fast as possible.

The search consists of passes, each with its own weights and a quota of positions to expand. The
open node of lowest score is expanded next, of equal scores the newest. In a *forced* pass every
card goes home as soon as it can; in other passes only safe cards do, and sending another one home
is a move.

Not every move is generated (see freecell_moves) and positions are compared by 48 bits of a hash, so
a search that finds no solution proves nothing and ends with FAILED.

Data, renewed for each pass:

    states         the expanded positions in order, 264 bytes each
    nodes          open nodes with the number of the parent state, 16 bytes each; `next` chains
                   the nodes of a bucket
    bucket_heads   for each score + SCORE_OFFSET the newest open node; scores outside the buckets
                   share the first or the last one, so only their order is lost
    full_buckets   the buckets that are not empty, as bits; `full_words`: its words that are not 0
    seen           hashes of the positions met, 8 bytes a slot, at most half full

`root` is the position as given, `start` the one after autoplay, `built` a child with autoplay,
`won` the win, `path` a stack for the moves that lead to it.

Limits: MAX_PASSES passes (ValueError), columns and cells as in freecell_state (ValueError),
2^31 nodes a pass (status OUT_OF_MEMORY, as for the memory limit). Time O(moves) a position.
"""

import cython


class FreeCellSearch(Kernel):
    """A best-first search in passes: `start_search` begins one, `run` continues it.

    An instance serves any number of searches. `explored` and `generated` count the positions
    expanded and generated in all passes; generated positions include those met before.

    Args:
        schedule: A row for each pass, as in SCHEDULE of `search.patience.freecell_best_first`.
        cells: Number of cells of the game.
    """

    def __cinit__(self, schedule: tuple, cells: int):
        if len(schedule) > MAX_PASSES:
            raise ValueError(f"found {len(schedule)} passes, the kernel takes up to {MAX_PASSES}")
        if cells < 0 or cells > MAX_CELLS:
            raise ValueError(f"found {cells} cells, the kernel takes up to {MAX_CELLS}")
        self.pass_count = len(schedule)
        for number, row in enumerate(schedule):
            set_weights(cython.address(self.weights[number]), row, cells)
        self.state_capacity, self.node_capacity = INITIAL_STATES, INITIAL_NODES
        self.states = cython.cast(
            cython.pointer(State), calloc(self.state_capacity, cython.sizeof(State))
        )
        self.nodes = cython.cast(
            cython.pointer(Node), malloc(self.node_capacity * cython.sizeof(Node))
        )
        if not self.states or not self.nodes:
            raise MemoryError
        init_stack(cython.address(self.path))
        self.cells, self.w = cells, cython.address(self.weights[0])
        self.state = FAILED

    def __dealloc__(self):
        free(self.states)
        free(self.nodes)
        free(self.seen.keys)
        free(self.path.items)

    def start_search(
        self, columns: tuple, cells: tuple, foundation: tuple, normalise: bool, memory_limit: int
    ) -> None:
        """Begin the search of a position.

        Args:
            columns: Tuples of cards, bottom to top.
            cells: Cards, -1 for a free cell.
            foundation: Number of cards home, by suit.
            normalise: True if the game sends cards home after each single card.
            memory_limit: Bytes that all tables may take.

        Raises:
            ValueError: If the position is beyond the limits of freecell_state.
        """
        self.state = FAILED
        set_up(cython.address(self.root), columns, cells, foundation, self.w)
        if len(cells) != self.cells:
            raise ValueError(f"found {len(cells)} cells, expected {self.cells}")
        self.columns, self.normalise = len(columns), normalise
        self.memory_limit = memory_limit
        self.explored, self.generated, self.pass_number = 0, 0, -1
        self.state = self.next_pass(False)

    def next_pass(self, exhausted):
        """Begin the next pass, skipping passes that cannot find anything new.

        All forced passes search the same positions, and so do all others: if one of them has
        exhausted its positions, the rest of its kind need not be run.

        Args:
            exhausted: True if the last pass ended because no node was open.

        Returns:
            SEARCHING, FAILED if there is no such pass, or OUT_OF_MEMORY if memory cannot be
            allocated.
        """
        forced: cython.int = self.w.forced
        self.pass_number += 1
        while (
            self.pass_number < self.pass_count
            and exhausted
            and self.weights[self.pass_number].forced == forced
        ):
            self.pass_number += 1
        if self.pass_number == self.pass_count:
            return FAILED
        self.w = cython.address(self.weights[self.pass_number])
        self.pass_end = self.explored + self.w.quota
        if not clear_hash_set(cython.address(self.seen), INITIAL_SLOTS):
            return OUT_OF_MEMORY
        memset(self.full_buckets, 0, cython.sizeof(self.full_buckets))
        self.expanded = self.node_count = self.full_words = 0
        self.start = self.root
        autoplay(cython.address(self.start), self.w, self.autoplayed)
        compute_score(cython.address(self.start), self.w)
        self.start.parent = -1
        self.add_seen(self.start.hash)
        self.push(self.start.score, self.start.move)
        return SEARCHING

    def add_seen(self, hash):  # noqa: A002
        """Add a position to those met and return True if it is new."""
        return insert_hash(cython.address(self.seen), hash)

    def push(self, score, move):
        """Add an open node for a child of the position being expanded; there is room for it."""
        bucket: cython.int = clamp(score + SCORE_OFFSET, BUCKETS - 1)
        word: cython.int = bucket >> 6
        bucket_bit: u64 = cython.cast(u64, 1) << (bucket & 63)
        node: cython.pointer(Node) = cython.address(self.nodes[self.node_count])
        # without a branch, which could not be predicted: -1 if the bucket is empty
        node.next = self.bucket_heads[bucket] | ((self.full_buckets[word] >> (bucket & 63) & 1) - 1)
        node.parent = self.expanded
        node.move = move
        node.score = score
        self.bucket_heads[bucket] = self.node_count
        self.full_buckets[word] |= bucket_bit
        self.full_words |= cython.cast(u64, 1) << word
        self.node_count += 1

    def reserve_space(self):
        """Make room to expand one more position and return True if there is enough memory."""
        return (
            (self.expanded < self.state_capacity or self.grow_states())
            and (self.node_count + MAX_MOVES <= self.node_capacity or self.grow_nodes())
            and (2 * (self.seen.entries + MAX_MOVES) <= self.seen.slots or self.grow_seen())
        )

    def grow_states(self):
        """Double the room for states and return True if memory suffices."""
        states = cython.cast(cython.pp_void, cython.address(self.states))
        capacity: cython.pointer(u64) = cython.address(self.state_capacity)
        return double_array(states, capacity, cython.sizeof(State), self.bytes_left())

    def grow_nodes(self):
        """Double the room for nodes and return True if memory and node numbers suffice."""
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        capacity: cython.pointer(u64) = cython.address(self.node_capacity)
        if self.node_capacity >> MAX_NODE_BITS:
            return False
        return double_array(nodes, capacity, cython.sizeof(Node), self.bytes_left())

    def grow_seen(self):
        """Double the table of positions met and return True if memory suffices."""
        return reserve_hashes(cython.address(self.seen), MAX_MOVES, self.bytes_left())

    def bytes_left(self):
        """Return the bytes that the memory limit leaves."""
        return bytes_left(self.memory_limit, self.bytes_used())

    def bytes_used(self):
        """Return the bytes of all tables."""
        states: u64 = self.state_capacity * cython.sizeof(State)
        nodes: u64 = self.node_capacity * cython.sizeof(Node)
        return states + nodes + self.seen.slots * cython.sizeof(u64)

    def expand(self, s):
        """Open the children of a position that were not met before."""
        number: cython.int
        child: cython.pointer(Child)
        count: cython.int = generate_moves(
            s, self.w, self.cells, True, self.normalise, self.children
        )
        self.generated += count
        for number in range(count):
            prefetch(hash_slot(cython.address(self.seen), self.children[number].hash))
        for number in range(count):
            child = cython.address(self.children[number])
            if may_autoplay(child.move):
                self.open_built(s, child)
            elif self.add_seen(child.hash):
                self.push(child.score, child.move)

    def open_built(self, s, child):
        """Build the child after a move with autoplay; open it if new, or end with a win."""
        built: cython.pointer(State) = cython.address(self.built)
        build_child(built, s, child.move, child.score, False, self.w, self.autoplayed)
        if (self.normalise and splits_run(s, built)) or not self.add_seen(built.hash):
            return
        if built.cards_left == 0:
            self.won = built[0]
            self.won.parent = self.expanded
            self.state = SOLVED
        else:
            self.push(built.score, child.move)

    def pop(self):
        """Remove the open node to expand next and return its number, -1 if there is none."""
        if not self.full_words:
            return -1
        word: cython.int = lowest_bit_number(self.full_words)
        buckets: u64 = self.full_buckets[word]
        bucket: cython.int = 64 * word + lowest_bit_number(buckets)
        node: cython.int = self.bucket_heads[bucket]
        # without branches, which could not be predicted
        was_last: u64 = self.nodes[node].next < 0
        self.bucket_heads[bucket] = self.nodes[node].next
        buckets &= buckets - was_last
        self.full_buckets[word] = buckets
        self.full_words &= self.full_words - (buckets == 0)
        return node

    def advance(self, explored_limit):
        """Expand positions, up to `explored_limit` in all, and return the status."""
        cython.declare(s=cython.pointer(State), parent=cython.pointer(State), status=cython.int)
        node: cython.pointer(Node)
        while self.state == SEARCHING and self.explored < explored_limit:
            number: cython.int = self.pop()
            if number < 0 or self.explored >= self.pass_end:
                status = self.next_pass(number < 0)
                if status != SEARCHING:
                    return status
                continue
            if not self.reserve_space():
                return OUT_OF_MEMORY
            s = cython.address(self.states[self.expanded])
            node = cython.address(self.nodes[number])
            if number == 0:
                s[0] = self.start
            else:
                parent = cython.address(self.states[node.parent])
                build_child(s, parent, node.move, node.score, True, self.w, self.autoplayed)
                s.parent = node.parent
            self.explored += 1
            self.expand(s)
            self.expanded += 1
            if s.cards_left == 0:
                self.won = s[0]
                self.state = SOLVED
        return self.state

    @property
    def entries(self) -> int:
        """Number of positions met in this pass."""
        return self.seen.entries

    @property
    def size_bytes(self) -> int:
        """Bytes of all tables."""
        return self.bytes_used()

    @property
    def frontier(self) -> int:
        """Number of open nodes."""
        return self.node_count - self.expanded

    @property
    def depth(self) -> int:
        """Number of moves to the position expanded last, a run counting as one."""
        return self.states[self.last_expanded()].depth

    def last_expanded(self):
        """Return the number of the state expanded last."""
        return self.expanded - 1 if self.expanded else 0

    @property
    def position(self) -> tuple:
        """The position expanded last, or the given one before: (columns, cells, foundation)."""
        state = cython.address(self.root)
        if self.explored:
            state = cython.address(self.states[self.last_expanded()])
        return position_of(state, self.columns, self.cells)

    @property
    def solution(self) -> list:
        """The solution as single-card moves (card, destination); see freecell_solution."""
        path: cython.pointer(Stack) = cython.address(self.path)
        state: cython.pointer(State) = cython.address(self.won)
        path.top = 0
        while state.parent >= 0:
            append(path, state.move)
            state = cython.address(self.states[state.parent])
        root = cython.address(self.root)
        return solution_moves(root, path, self.w, self.cells, self.normalise)
