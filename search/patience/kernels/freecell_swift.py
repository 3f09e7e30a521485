"""Kernel: best-first search of FreeCell and its kin, for some solution as fast as possible.

Several passes, each with weights of its own and a quota of positions to expand; the last goes on
until nothing is left. The open node of lowest score is next, of equals the newest. In a `forced`
pass cards go home as soon as they can; else only when no card can need them any more, and going
home is a move like others.

Not every line of play is searched (see freecell_moves), and keys are hashes: a search that finds
no solution proves nothing. 304 bytes for each position expanded, 12 for each open node (a position
is built when its turn comes), 16 to 32 for each key. Other names are those of freecell_state.

    silent      cards go home by the rules of the game, after each single card that is moved
    heads       per score (+ OFFSET) the newest open node
    seen        the hashes of the positions met in this pass, at most half full
"""

import cython


class Swift(Kernel):
    """One search after the other: `deal` begins one, `run` goes on with it.

    `schedule` has a row for each pass, as SCHEDULE of `search.patience.freecell_best_first`.
    `explored` and `generated` count the positions expanded and generated in all passes, those met
    before included.
    """

    def __cinit__(self, schedule: tuple):
        w: cython.pointer(Weights)
        if len(schedule) > PASSES:
            raise ValueError(f"found {len(schedule)} passes, the kernel takes up to {PASSES}")
        self.passes = len(schedule)
        for number, row in enumerate(schedule):
            w = cython.address(self.weights[number])
            # at once: two slices of it would take a good part of an easy deal's time
            (w.quota, w.forced, w.left, w.breaks, w.cells, w.empty,
             w.next, w.second, w.above, w.step, w.full, w.bases) = row  # fmt: skip
        self.state_room, self.node_room = 64, 1024
        self.states = cython.cast(
            cython.pointer(State), calloc(self.state_room, cython.sizeof(State))
        )
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.node_room * cython.sizeof(Node)))
        if not self.states or not self.nodes:
            raise MemoryError
        self.state = FAILED

    def __dealloc__(self):
        free(self.states)
        free(self.nodes)
        free(self.seen.keys)

    def deal(
        self, columns: tuple, cells: tuple, foundation: tuple, silent: bool, memory: int
    ) -> None:
        """Begin a search: cards bottom to top, cells (-1 where free), cards home by suit."""
        if len(columns) > COLUMNS or len(cells) > MOST_CELLS:
            raise ValueError(f"the kernel takes up to {COLUMNS} columns and {MOST_CELLS} cells")
        self.columns, self.cells, self.silent = len(columns), len(cells), silent
        self.memory = memory
        lay_out(cython.address(self.root), columns, cells, foundation)
        self.explored, self.generated, self.number = 0, 0, -1
        self.state = SEARCHING if self.next_pass(False) else FAILED

    def next_pass(self, dry):
        """Begin the next pass that promises something new; False when there is none.

        Forced passes all search the same positions: when one has run dry, so would the others.
        """
        forced: cython.int = self.w.forced
        self.number += 1
        while self.number < self.passes and dry and self.weights[self.number].forced == forced:
            self.number += 1
        if self.number == self.passes:
            return False
        self.w = self.weights[self.number]
        self.quota = self.explored + self.w.quota
        if not renew_set(cython.address(self.seen), SLOTS, True):  # a small one is quicker to clear
            return False
        memset(self.heads, 255, cython.sizeof(self.heads))
        self.expanded = self.pushed = 0
        self.start = self.root
        go_home(cython.address(self.start), cython.address(self.w), self.homed)
        appraise(cython.address(self.start), cython.address(self.w), self.cells)
        self.insert(self.start.hash)
        self.push(self.start.score, -1, self.start.move)
        return True

    def insert(self, hash):  # noqa: A002
        """Whether a position is new; then it is kept."""
        return insert(cython.address(self.seen), hash, hash)

    def push(self, score, parent, move):
        """Add an open node; `make_room` has seen to it that there is room."""
        bucket: cython.int = between(score + OFFSET, BUCKETS - 1)
        node: cython.pointer(Node) = cython.address(self.nodes[self.pushed])
        node.next = self.heads[bucket]
        node.parent = parent
        node.move = move
        self.heads[bucket] = self.pushed
        self.pushed += 1
        if bucket < self.lowest:
            self.lowest = bucket

    def make_room(self):
        """Make room to expand one more position; False when there is none."""
        return (
            (self.expanded < self.state_room or self.more_states())
            and (self.pushed + MOVES <= self.node_room or self.more_nodes())
            and (2 * (self.seen.entries + MOVES) <= self.seen.slots or self.more_seen())
        )

    def more_states(self):
        states = cython.cast(cython.pp_void, cython.address(self.states))
        size: u64 = cython.sizeof(State)
        return double_array(states, cython.address(self.state_room), size, self.left())

    def more_nodes(self):
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        size: u64 = cython.sizeof(Node)
        return double_array(nodes, cython.address(self.node_room), size, self.left())

    def more_seen(self):
        return double_set(cython.address(self.seen), self.left())

    def left(self):
        return left(self.memory, self.bytes())

    def bytes(self):
        states: u64 = self.state_room * cython.sizeof(State)
        nodes: u64 = self.node_room * cython.sizeof(Node)
        return states + nodes + set_bytes(cython.address(self.seen))

    def expand(self, s):
        """Queue what can be reached from a position in one move and is new."""
        number: cython.int
        child: cython.pointer(Child)
        count: cython.int = moves(
            s, cython.address(self.w), self.columns, self.cells, self.silent, self.children
        )
        self.generated += count
        for number in range(count):
            child = cython.address(self.children[number])
            if child.score == HOMING:
                self.meet(s, child.move)
            elif self.insert(child.hash):
                self.push(child.score, self.expanded, child.move)

    def meet(self, s, move):
        """Queue the position after a move by which cards go home, or see that it is a win."""
        child: cython.pointer(State) = cython.address(self.built)
        build(child, s, move, cython.address(self.w), self.cells, self.homed)
        if (self.silent and comes_apart(s, child)) or not self.insert(child.hash):
            return
        if child.left == 0:
            self.won = child[0]
            self.won.parent = self.expanded
            self.state = SOLVED
        else:
            self.push(child.score, self.expanded, move)

    def pop(self):
        """The open node to expand next, -1 when there is none."""
        while self.lowest < BUCKETS:
            node: cython.int = self.heads[self.lowest]
            if node >= 0:
                self.heads[self.lowest] = self.nodes[node].next
                return node
            self.lowest += 1
        return -1

    def advance(self, until):
        """Expand positions until there are so many."""
        cython.declare(s=cython.pointer(State), parent=cython.int)
        while self.state == SEARCHING and self.explored < until:
            number: cython.int = self.pop()
            if number < 0 or self.explored >= self.quota:
                if not self.next_pass(number < 0):
                    return FAILED
                continue
            if not self.make_room():
                return FULL
            s = cython.address(self.states[self.expanded])
            parent = self.nodes[number].parent
            if parent < 0:
                s[0] = self.start
            else:
                build(
                    s,
                    cython.address(self.states[parent]),
                    self.nodes[number].move,
                    cython.address(self.w),
                    self.cells,
                    self.homed,
                )
            s.parent = parent
            self.explored += 1
            self.expand(s)
            self.expanded += 1
            if s.left == 0:
                self.won = s[0]
                self.state = SOLVED
        return self.state

    @property
    def entries(self) -> int:
        """Positions met in this pass."""
        return self.seen.entries

    @property
    def size(self) -> int:
        """Bytes of all tables."""
        return self.bytes()

    @property
    def frontier(self) -> int:
        """Open nodes."""
        return self.pushed - self.expanded

    @property
    def depth(self) -> int:
        """The moves to the position expanded last, a run counting as one."""
        return self.states[self.latest()].made

    def latest(self):
        """The number of the position expanded last."""
        return self.expanded - 1 if self.expanded else 0

    @property
    def position(self) -> tuple:
        """(columns, cells, foundation) of the position expanded last."""
        return shown(cython.address(self.states[self.latest()]), self.columns, self.cells)

    @property
    def line(self) -> list:
        """The moves of single cards that lead to the win; see freecell_line."""
        won, root = cython.address(self.won), cython.address(self.root)
        return card_moves(self.states, won, root, cython.address(self.w), self.cells, self.silent)
