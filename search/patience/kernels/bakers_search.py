"""Kernel: best-first search of patience without cells that builds in any suit (Baker's Dozen).

Every position met is stored, and its key is the whole position (see bakers_layout), so a search
that ends without a solution, EXHAUSTED, is a proof. A position is dropped when it is dead by the
delete relaxation (`Layout.is_dead`).

Data:

    nodes         the positions met, 32 bytes each, in the order in which they were met
    index         hash table of node numbers + 1, 0 for a free slot; 8 to 16 bytes a position
    bucket_heads  for each score the newest open node, NO_NODE for none; scores outside the
                  buckets share the first or the last one, so only their order is lost
    layout        the position being expanded, which is the node `current`

Limits: fewer than 2^30 nodes (status OUT_OF_MEMORY, as for the memory limit). Depths beyond
MAX_DEPTH count as MAX_DEPTH, which only affects the order of expansion. Time O(moves · height) a
position.
"""

import cython


class BakersDozenSearch(Kernel):
    """A best-first search; `run` continues it.

    `explored` counts the positions expanded, `refuted` those of them that were dead, `entries` the
    positions met and `frontier` the open ones; `best_score` is the lowest score met, moves
    excluded.

    Args:
        layout: The position to start from, with the rules and weights.
        move_weight: What each move made adds to the score.
        memory_limit: Bytes that nodes and index may take.
    """

    def __cinit__(self, layout: Layout, move_weight: int, memory_limit: int):
        self.layout = layout
        self.move_weight = move_weight
        self.capacity = INITIAL_NODES
        self.memory_limit = memory_limit
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.capacity * cython.sizeof(Node)))
        self.bucket_heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        init_index(cython.address(self.index), 2 * self.capacity)
        if not (self.nodes and self.bucket_heads):
            raise MemoryError
        memset(self.bucket_heads, 255, BUCKETS * 4)
        self.lowest_bucket = BUCKETS
        self.best_score = 1 << 30
        self.layout.autoplay()
        self.state = self.add_position(NO_NODE, 0, 0)

    def __dealloc__(self):
        free(self.nodes)
        free(self.index.numbers)
        free(self.bucket_heads)

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
        node.depth = depth if depth < MAX_DEPTH else MAX_DEPTH
        score: cython.int = self.layout.score()
        if score < self.best_score:
            self.best_score = score
        bucket: cython.int = max(0, min(score + self.move_weight * depth, BUCKETS - 1))
        node.next = self.bucket_heads[bucket]
        self.bucket_heads[bucket] = self.entries
        if bucket < self.lowest_bucket:
            self.lowest_bucket = bucket
        self.frontier += 1
        self.entries += 1
        self.index.numbers[slot] = self.entries
        if self.layout.all_suits_reach(13):
            self.current = self.entries - 1
            return SOLVED
        return SEARCHING

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
            # at the peak, for each new node: 32 bytes, 16 of the old nodes, 4 of the old index
            52 * capacity + 4 * BUCKETS > self.memory_limit
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
        cython.declare(node=cython.pointer(Node), bucket=cython.int)
        while self.explored < explored_limit:
            bucket = self.lowest_bucket
            while bucket < BUCKETS and self.bucket_heads[bucket] == NO_NODE:
                bucket += 1
            self.lowest_bucket = bucket
            if bucket == BUCKETS:
                return EXHAUSTED
            if self.entries + MAX_CHILDREN > self.capacity and not self.grow():
                return OUT_OF_MEMORY
            self.current = self.bucket_heads[bucket]
            self.bucket_heads[bucket] = self.nodes[self.current].next
            self.frontier -= 1
            self.explored += 1
            node = cython.address(self.nodes[self.current])
            self.layout.load(node.a, node.b, node.c)
            if self.layout.is_dead():
                self.refuted += 1
            elif self.expand() == SOLVED:
                return SOLVED
        return SEARCHING

    @property
    def depth(self) -> int:
        """Number of moves to the current position, those home not counted."""
        return self.nodes[self.current].depth

    @property
    def size_bytes(self) -> int:
        """Bytes of the tables."""
        return self.capacity * (cython.sizeof(Node) + 8) + 4 * BUCKETS

    @property
    def solution(self) -> list:
        """The moves to the current position: (card, suit of its new support or 4 for home)."""
        line = []
        node: u32 = self.current
        while self.nodes[node].parent != NO_NODE:
            line.append((self.nodes[node].move >> 3, self.nodes[node].move & 7))
            node = self.nodes[node].parent
        return line[::-1]
