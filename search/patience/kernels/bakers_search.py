"""Kernel: best-first search of patience without cells, built in any suit (Baker's Dozen).

Every position met is remembered by a key that is the whole of it (see `bakers_layout`), so a
search that ends without a solution is a proof. Time O(positions · moves · height), memory 32 bytes
of node and 8 to 16 of index for each position met.

A position is dropped when the delete relaxation refutes it; `_never_bared` of
`search.patience.heuristics` argues for that.

    here     the position at hand, `at` its node
    index    1 + the number of a node, 0 where free; open addressing, linear probing
    heads    per score the newest node that waits, nodes[…].next the one before
    move     8 · card + the suit of the card it goes on, or HOMEWARD
    made     the moves made to get there, those home not counted
"""

import cython


class BestFirst(Kernel):
    """One search; `run` goes on with it.

    `step` is what a move counts beside the score of the layout, `memory` the bytes that nodes
    and index may take.
    """

    def __cinit__(self, layout: Layout, step: int, memory: int):
        self.here = layout
        self.step = step
        self.room = FEWEST
        self.most = memory
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.room * cython.sizeof(Node)))
        self.heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        open_index(cython.address(self.index), 2 * self.room)
        if not (self.nodes and self.heads):
            raise MemoryError
        memset(self.heads, 255, BUCKETS * 4)
        self.lowest_bucket = BUCKETS
        self.lowest = 1 << 30
        self.here.settle()
        self.state = self.meet(NO_NODE, 0, 0)

    def __dealloc__(self):
        free(self.nodes)
        free(self.index.numbers)
        free(self.heads)

    def slot(self):
        """The slot of the position at hand in the index, or the free one where it belongs."""
        node: cython.pointer(Node)
        a: u64 = self.here.a
        b: u64 = self.here.b
        c: u64 = self.here.c
        mask: u64 = self.index.slots - 1
        slot: u64 = mixed_wide(a, b, c) & mask
        while self.index.numbers[slot]:
            node = cython.address(self.nodes[self.index.numbers[slot] - 1])
            if node.a == a and node.b == b and node.c == c:
                return slot
            slot = (slot + 1) & mask
        return slot

    def meet(self, parent, move, made):
        """Enter the position at hand if it is new; SOLVED when it is won."""
        slot: u64 = self.slot()
        if self.index.numbers[slot]:
            return SEARCHING
        node: cython.pointer(Node) = cython.address(self.nodes[self.entries])
        node.a = self.here.a
        node.b = self.here.b
        node.c = cython.cast(u32, self.here.c)
        node.parent = parent
        node.move = move
        node.made = made if made < 65535 else 65535
        bucket: cython.int = self.here.score()
        if bucket < self.lowest:
            self.lowest = bucket
        bucket = min(bucket + self.step * made, BUCKETS - 1)
        node.next = self.heads[bucket]
        self.heads[bucket] = self.entries
        if bucket < self.lowest_bucket:
            self.lowest_bucket = bucket
        self.frontier += 1
        self.entries += 1
        self.index.numbers[slot] = self.entries
        if self.here.reaches(13):
            self.at = self.entries - 1
            return SOLVED
        return SEARCHING

    def attempt(self, card, suit, made):
        """Make a move, enter what comes of it, and take it back."""
        a: u64 = self.here.a
        b: u64 = self.here.b
        c: u64 = self.here.c
        share: cython.int = self.here.share
        status: cython.int
        self.here.play(card, suit)
        status = self.meet(self.at, 8 * card + suit, made)
        if status == SEARCHING:
            self.here.undo()
            self.here.a, self.here.b, self.here.c, self.here.share = a, b, c, share
        return status

    def expand(self):
        """Make every move of the position at hand."""
        made: cython.int = self.nodes[self.at].made + 1
        cython.declare(column=cython.int, card=cython.int, suit=cython.int)
        for column in range(COLUMNS + 4):
            if column < COLUMNS:
                if self.here.size[column] == 0:
                    continue
                card = self.here.pile[column * DEPTH + self.here.size[column] - 1]
            else:
                card = 4 * self.here.home[column - COLUMNS] - 4 + column - COLUMNS
                if not self.here.returns or card < 0:
                    continue
            if card < 48:
                for suit in range(4):
                    if is_top(self.here, (card & ~3) + 4 + suit) and self.attempt(card, suit, made):
                        return SOLVED
            if (
                column < COLUMNS
                and not self.here.forced
                and (card >> 2) == self.here.home[card & 3]
                and self.attempt(card, HOMEWARD, made - 1)
            ):
                return SOLVED
        return SEARCHING

    def grow(self):
        """Make room for twice the nodes; False when the budget or the machine has none."""
        number: u32
        room: u64 = 2 * self.room
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        size: u64 = cython.sizeof(Node)
        if (
            52 * room + 4 * BUCKETS > self.most  # with the old ones, while the new ones are filled
            or room >= NO_NODE // 4
            or not double_array(nodes, cython.address(self.room), size, self.most)
            or not double_index(cython.address(self.index), self.most)
        ):
            return False
        for number in range(self.entries):
            node: cython.pointer(Node) = cython.address(self.nodes[number])
            hashed: u64 = mixed_wide(node.a, node.b, node.c)
            index_put(cython.address(self.index), hashed, number)
        return True

    def advance(self, until):
        """Take positions from the queue until there are so many."""
        cython.declare(node=cython.pointer(Node), bucket=cython.int)
        while self.explored < until:
            bucket = self.lowest_bucket
            while bucket < BUCKETS and self.heads[bucket] == NO_NODE:
                bucket += 1
            self.lowest_bucket = bucket
            if bucket == BUCKETS:
                return EXHAUSTED
            if self.entries + CHILDREN > self.room and not self.grow():
                return FULL
            self.at = self.heads[bucket]
            self.heads[bucket] = self.nodes[self.at].next
            self.frontier -= 1
            self.explored += 1
            node = cython.address(self.nodes[self.at])
            self.here.load(node.a, node.b, node.c)
            if self.here.doomed():
                self.refuted += 1
            elif self.expand() == SOLVED:
                return SOLVED
        return SEARCHING

    @property
    def depth(self) -> int:
        """Moves made to the position at hand."""
        return self.nodes[self.at].made

    @property
    def size(self) -> int:
        """Bytes of the tables."""
        return self.room * (cython.sizeof(Node) + 8) + 4 * BUCKETS

    @property
    def moves(self) -> list:
        """The moves to the position at hand: (card, suit of the card it goes on, 4 for home)."""
        made = []
        node: u32 = self.at
        while self.nodes[node].parent != NO_NODE:
            made.append((self.nodes[node].move >> 3, self.nodes[node].move & 7))
            node = self.nodes[node].parent
        return made[::-1]
