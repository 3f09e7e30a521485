"""Kernel: two searches of patience without cells that builds in any suit (Baker's Dozen).

Best-first search expands the open position with the lowest score, moves made included. A beam
search goes by levels, the positions first met after equally many moves, and expands the best
`width` of each level. Dead positions, by the delete relaxation (`Layout.is_dead`), are tested when
they are taken and do not count, but of a level at most 1.5 · width + SPARE_NODES are taken; those
that remain are left out for good. So are all of the level after the last one allowed.

Every position met is stored, and its key is the whole position (see bakers_layout). A position is
dropped when it was met before or is dead. So if a search ends without a solution and no position
was ever left out, each position that can be reached has been expanded, or is reached only through
dead ones: EXHAUSTED, a proof. If some were left out, the search ends with FAILED, which proves
nothing, not even that those not left out are lost.

Data:

    nodes       the positions met, 40 bytes each, in the order in which they were met
    index       hash table of node numbers + 1, 0 for a free slot; 8 to 16 bytes a position
    queue       the open nodes; in a beam search those of the level being expanded
    next_level  the nodes met in that level; not used by best-first search
    complete    False once a position was left out
    layout      the position being expanded, which is the node `current`

A queue has for each score the newest node, or NO_NODE, and each node the next older one of its
score. Scores below LOWEST_SCORE or beyond the buckets share the first or the last bucket, so only
their order is lost.

Limits: fewer than 2^30 nodes (status OUT_OF_MEMORY, as for the memory limit). Depths beyond
MAX_DEPTH count as MAX_DEPTH, which only affects the order of expansion. Time O(moves · height) a
position.
"""

import cython


class BakersDozenSearch(Kernel):
    """A best-first search or a beam search; `run` continues it.

    `explored` counts the positions expanded, `refuted` those of them that were dead, `entries` the
    positions met and `frontier` the open ones; `best_score` is the lowest score met, moves
    excluded.

    Args:
        layout: The position to start from, with the rules and weights.
        move_weight: What each move made adds to the score; not used by a beam search.
        memory_limit: Bytes that nodes and index may take.
        width: Positions of a level that a beam search expands; 0 for best-first search.
        max_levels: Levels after which a beam search ends.

    Raises:
        ValueError: If the width or the number of levels is negative, or the width over MAX_WIDTH.
    """

    def __cinit__(
        self,
        layout: Layout,
        move_weight: int,
        memory_limit: int,
        width: int = 0,
        max_levels: int = 0,
    ):
        if not 0 <= width <= MAX_WIDTH or max_levels < 0:
            raise ValueError(f"found a beam of width {width} and {max_levels} levels")
        self.layout = layout
        self.move_weight = move_weight
        self.capacity = INITIAL_NODES
        self.memory_limit = memory_limit
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.capacity * cython.sizeof(Node)))
        self.queue.heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        self.next_level.heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        init_index(cython.address(self.index), 2 * self.capacity)
        if not (self.nodes and self.queue.heads and self.next_level.heads):
            raise MemoryError
        clear_queue(cython.address(self.queue))
        clear_queue(cython.address(self.next_level))
        self.width = width
        self.levels_left = max_levels
        self.complete = True
        self.best_score = 1 << 30
        self.layout.autoplay()
        self.state = self.add_position(NO_NODE, 0, 0)

    def __dealloc__(self):
        free(self.nodes)
        free(self.index.numbers)
        free(self.queue.heads)
        free(self.next_level.heads)

    def find_slot(self):
        """Return the slot of the current position in the index, or the free one for it."""
        node: cython.pointer(Node)
        a: u64 = self.layout.a
        b: u64 = self.layout.b
        c: u64 = self.layout.c
        mask: u64 = self.index.slots - 1
        slot: u64 = hash_words(a, b, c) & mask
        while self.index.numbers[slot]:
            node = cython.address(self.nodes[self.index.numbers[slot] - 1])
            if node.a == a and node.b == b and node.c == c:
                return slot
            slot = (slot + 1) & mask
        return slot

    def add_position(self, parent, move, depth):
        """Open the current position if it is new; return SOLVED if it is won, else SEARCHING."""
        slot: u64 = self.find_slot()
        if self.index.numbers[slot]:
            return SEARCHING
        node: cython.pointer(Node) = cython.address(self.nodes[self.entries])
        node.a = self.layout.a
        node.b = self.layout.b
        node.c = cython.cast(u32, self.layout.c)
        node.parent = parent
        node.move = move
        node.partial_score = self.layout.partial_score
        node.depth = depth if depth < MAX_DEPTH else MAX_DEPTH
        score: cython.int = self.layout.score()
        if score < self.best_score:
            self.best_score = score
        if self.width:
            self.open_node(cython.address(self.next_level), score)
        else:
            self.open_node(cython.address(self.queue), score + self.move_weight * depth)
        self.entries += 1
        self.index.numbers[slot] = self.entries
        if self.layout.all_suits_reach(13):
            self.current = self.entries - 1
            return SOLVED
        return SEARCHING

    def open_node(self, queue, score):
        """Add the node to be entered next, number `entries`, to a queue."""
        bucket: cython.int = max(0, min(score - LOWEST_SCORE, BUCKETS - 1))
        self.nodes[self.entries].next = queue.heads[bucket]
        queue.heads[bucket] = self.entries
        if bucket < queue.lowest:
            queue.lowest = bucket
        queue.size += 1

    def pop(self):
        """Remove the newest of the nodes of the lowest score from the queue, which is not empty."""
        bucket: cython.int = self.queue.lowest
        while self.queue.heads[bucket] == NO_NODE:
            bucket += 1
        self.queue.lowest = bucket
        node: u32 = self.queue.heads[bucket]
        self.queue.heads[bucket] = self.nodes[node].next
        self.queue.size -= 1
        return node

    def leave_out(self, queue):
        """Empty a queue; the search proves nothing any more if there were nodes in it."""
        if queue.size:
            self.complete = False
        clear_queue(queue)

    def start_level(self):
        """Leave out what is left of the level, and begin the next one unless it was the last."""
        self.queue, self.next_level = self.next_level, self.queue
        self.leave_out(cython.address(self.next_level))
        if self.levels_left == 0:
            self.leave_out(cython.address(self.queue))
        else:
            self.levels_left -= 1
        self.level_taken = self.level_expanded = 0

    def try_move(self, card, target, depth):
        """Make a move, add the position, and undo it unless it is won; return the status."""
        a: u64 = self.layout.a
        b: u64 = self.layout.b
        c: u64 = self.layout.c
        partial_score: cython.int = self.layout.partial_score
        status: cython.int
        self.layout.play(card, target)
        status = self.add_position(self.current, 8 * card + target, depth)
        if status == SEARCHING:
            self.layout.undo()
            self.layout.a, self.layout.b, self.layout.c = a, b, c
            self.layout.partial_score = partial_score
        return status

    def expand(self):
        """Try every move of the current position; return SOLVED after a win, else SEARCHING."""
        depth: cython.int = self.nodes[self.current].depth + 1
        cython.declare(source=cython.int, card=cython.int, suit=cython.int)
        for source in range(COLUMNS + 4):  # the columns, then the suits of the foundation
            if source < COLUMNS:
                if self.layout.height[source] == 0:
                    continue
                card = self.layout.pile[source * MAX_HEIGHT + self.layout.height[source] - 1]
            else:
                card = 4 * self.layout.home_counts[source - COLUMNS] - 4 + source - COLUMNS
                if not self.layout.can_return or card < 0:
                    continue
            if card < 48:  # kings are put on nothing
                for suit in range(4):
                    if is_top(self.layout, (card & ~3) + 4 + suit) and self.try_move(
                        card, suit, depth
                    ):
                        return SOLVED
            if (
                source < COLUMNS
                and not self.layout.forced
                and (card >> 2) == self.layout.home_counts[card & 3]
                and self.try_move(card, TARGET_HOME, depth - 1)
            ):
                return SOLVED
        return SEARCHING

    def grow(self):
        """Make room for twice as many nodes; return False if memory or numbers do not suffice."""
        number: u32
        capacity: u64 = 2 * self.capacity
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        size: u64 = cython.sizeof(Node)
        if (
            # at the peak, for each new node: 40 bytes, 20 of the old nodes, 4 of the old index
            64 * capacity + 8 * BUCKETS > self.memory_limit
            or capacity >= NO_NODE // 4
            or not double_array(nodes, cython.address(self.capacity), size, self.memory_limit)
            or not double_index(cython.address(self.index), self.memory_limit)
        ):
            return False
        for number in range(self.entries):
            node: cython.pointer(Node) = cython.address(self.nodes[number])
            hashed: u64 = hash_words(node.a, node.b, node.c)
            index_insert(cython.address(self.index), hashed, number)
        return True

    def advance(self, explored_limit):
        """Expand positions, up to `explored_limit` in all, and return the status."""
        node: cython.pointer(Node)
        max_taken: cython.int = self.width + self.width // 2 + SPARE_NODES
        while self.explored < explored_limit:
            if self.width and (
                self.queue.size == 0
                or self.level_expanded == self.width
                or self.level_taken == max_taken
            ):
                self.start_level()
            if self.queue.size == 0:
                return EXHAUSTED if self.complete else FAILED
            if self.entries + MAX_CHILDREN > self.capacity and not self.grow():
                return OUT_OF_MEMORY
            self.current = self.pop()
            self.explored += 1
            self.level_taken += 1
            node = cython.address(self.nodes[self.current])
            self.layout.load(node.a, node.b, node.c, node.partial_score)
            if self.layout.is_dead():
                self.refuted += 1
                continue
            self.level_expanded += 1
            if self.expand() == SOLVED:
                return SOLVED
        return SEARCHING

    @property
    def frontier(self) -> int:
        """Number of open positions."""
        return self.queue.size + self.next_level.size

    @property
    def depth(self) -> int:
        """Number of moves to the current position, those home not counted."""
        return self.nodes[self.current].depth

    @property
    def size_bytes(self) -> int:
        """Bytes of the tables."""
        return self.capacity * (cython.sizeof(Node) + 8) + 8 * BUCKETS

    @property
    def solution(self) -> list:
        """The moves to the current position: (card, suit of its new support or 4 for home)."""
        line = []
        node: u32 = self.current
        while self.nodes[node].parent != NO_NODE:
            line.append((self.nodes[node].move >> 3, self.nodes[node].move & 7))
            node = self.nodes[node].parent
        return line[::-1]
