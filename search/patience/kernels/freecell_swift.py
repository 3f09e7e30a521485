"""Kernel: best-first search of FreeCell and its kin, for some solution as fast as possible.

Several passes, each with weights of its own and a quota of positions to expand; the last goes on
until nothing is left. The open node of lowest score is next, of equals the newest. In a `forced`
pass cards go home as soon as they can; else only when no card can need them any more, and going
home is a move like others.

Not every line of play is searched (see freecell_moves), and keys are hashes: a search that runs
dry proves nothing. 304 bytes for each position expanded, 12 for each open node (a position is
built when its turn comes), 16 to 32 for each key. Other names are those of freecell_state.

    silent      cards go home by the rules of the game, after each single card that is moved
    heads       per score (+ OFFSET) the newest open node
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memset
from cython.cimports.ludoscope.search.patience.kernels.freecell_line import line, shown
from cython.cimports.ludoscope.search.patience.kernels.freecell_moves import (
    HOMING,
    MOVES,
    Child,
    comes_apart,
    moves,
)
from cython.cimports.ludoscope.search.patience.kernels.freecell_state import (
    COLUMNS,
    MOST_CELLS,
    Move,
    State,
    Weights,
    appraise,
    between,
    build,
    deal,
    go_home,
)

u64 = cython.typedef(cython.ulonglong)
Node = cython.struct(next=cython.int, parent=cython.int, move=Move)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

PASSES = cython.declare(cython.int, 8)
BUCKETS = cython.declare(cython.int, 1 << 12)
OFFSET = cython.declare(cython.int, 1 << 9)  # scores may be negative
SLOTS = cython.declare(cython.int, 1 << 12)


@cython.final
@cython.cclass
class Swift:
    """One search after the other: `deal` begins one, `run` goes on with it.

    `schedule` has a row for each pass, as SCHEDULE of `search.patience.freecell_best_first`.
    """

    weights: Weights[8]
    w: Weights
    passes: cython.int
    pass_: cython.int
    columns: cython.int
    cells: cython.int
    silent: cython.bint
    root: State
    start: State
    won: State
    built: State
    homed: cython.uchar[52]
    children: Child[72]
    states: cython.pointer(State)
    expanded: cython.int
    state_room: cython.int
    nodes: cython.pointer(Node)
    pushed: cython.int
    node_room: cython.int
    heads: cython.int[1 << 12]
    lowest: cython.int
    table: cython.pointer(u64)
    slots: u64
    met: u64
    memory: u64
    explored_: u64
    generated_: u64
    quota: u64
    status: cython.int

    def __cinit__(self, schedule: tuple):
        w: cython.pointer(Weights)
        if len(schedule) > PASSES:
            raise ValueError(f"found {len(schedule)} passes, the kernel takes up to {PASSES}")
        self.passes = len(schedule)
        for number, row in enumerate(schedule):
            w = cython.address(self.weights[number])
            w.quota, w.forced, w.left, w.breaks, w.cells, w.empty = row[:6]
            w.next, w.second, w.above, w.step, w.full, w.bases = row[6:]
        self.state_room, self.node_room, self.slots = 64, 1024, SLOTS
        self.states = cython.cast(
            cython.pointer(State), calloc(self.state_room, cython.sizeof(State))
        )
        self.nodes = cython.cast(cython.pointer(Node), calloc(self.node_room, cython.sizeof(Node)))
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        if not self.states or not self.nodes or not self.table:
            raise MemoryError
        self.status = EXHAUSTED

    def __dealloc__(self):
        free(self.states)
        free(self.nodes)
        free(self.table)

    def deal(
        self, columns: tuple, cells: tuple, foundation: tuple, silent: bool, memory: int
    ) -> None:
        """Begin a search: cards bottom to top, registers (-1 where free), cards home by suit."""
        if len(columns) > COLUMNS or len(cells) > MOST_CELLS:
            raise ValueError(f"the kernel takes up to {COLUMNS} columns and {MOST_CELLS} cells")
        self.columns, self.cells, self.silent, self.memory = (
            len(columns),
            len(cells),
            silent,
            memory,
        )
        deal(cython.address(self.root), columns, cells, foundation)
        self.explored_, self.generated_, self.pass_ = 0, 0, -1
        self.status = SEARCHING if self.next_pass(False) else EXHAUSTED

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_pass(self, dry: cython.bint) -> cython.bint:
        """Begin the next pass that promises something new; False when none does.

        Forced passes all search the same positions: when one has run dry, so would the others.
        """
        forced: cython.int = self.w.forced
        self.pass_ += 1
        while self.pass_ < self.passes and dry and self.weights[self.pass_].forced == forced:
            self.pass_ += 1
        if self.pass_ == self.passes:
            return False
        self.w = self.weights[self.pass_]
        self.quota = self.explored_ + self.w.quota
        small: cython.p_void = realloc(self.table, 8 * SLOTS)  # which is quicker to clear
        if small != cython.NULL:
            self.table = cython.cast(cython.pointer(u64), small)
        self.slots = SLOTS
        memset(self.table, 0, 8 * SLOTS)
        memset(self.heads, 255, cython.sizeof(self.heads))
        self.met = self.expanded = self.pushed = 0
        self.start = self.root
        go_home(cython.address(self.start), cython.address(self.w), self.homed)
        appraise(cython.address(self.start), cython.address(self.w), self.cells)
        self.insert(self.start.hash)
        self.push(self.start.score, -1, self.start.move)
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, key: u64) -> cython.bint:
        """Put a key into the table; False when it was there. 0 marks a free slot."""
        slot: u64
        key |= 1
        slot = (key >> 1) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = key
        self.met += 1
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, score: cython.int, parent: cython.int, move: Move) -> cython.void:
        """An open node; `make_room` has seen to it that there is room."""
        bucket: cython.int = between(score + OFFSET, BUCKETS - 1)
        node: cython.pointer(Node) = cython.address(self.nodes[self.pushed])
        node.next = self.heads[bucket]
        node.parent = parent
        node.move = move
        self.heads[bucket] = self.pushed
        self.pushed += 1
        if bucket < self.lowest:
            self.lowest = bucket

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Room to expand one more position; False when the budget or the machine has none."""
        more: cython.p_void
        if self.expanded == self.state_room:
            more = self.doubled(self.states, self.state_room * cython.sizeof(State))
            if more == cython.NULL:
                return False
            self.states = cython.cast(cython.pointer(State), more)
            self.state_room *= 2
        if self.pushed + MOVES > self.node_room:
            more = self.doubled(self.nodes, self.node_room * cython.sizeof(Node))
            if more == cython.NULL:
                return False
            self.nodes = cython.cast(cython.pointer(Node), more)
            self.node_room *= 2
        return 2 * (self.met + MOVES) <= self.slots or self.grow()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def doubled(self, old: cython.p_void, size: u64) -> cython.p_void:
        """Twice the room for what takes `size` bytes; NULL when there is none."""
        return realloc(old, 2 * size) if self.affords(2 * size) else cython.NULL

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        """Make the table twice as large."""
        old: cython.pointer(u64) = self.table
        slots: u64 = self.slots
        index: u64
        if not self.affords(16 * slots):
            return False
        self.table = cython.cast(cython.pointer(u64), calloc(2 * slots, 8))
        if self.table == cython.NULL:
            self.table = old
            return False
        self.slots = 2 * slots
        self.met = 0
        for index in range(slots):
            if old[index] != 0:
                self.insert(old[index])
        free(old)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def affords(self, more: u64) -> cython.bint:
        """Whether so many bytes fit into the budget, beside the old ones that they replace."""
        return self.bytes() + more <= self.memory

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bytes(self) -> u64:
        states: u64 = self.state_room * cython.sizeof(State)
        return states + self.node_room * cython.sizeof(Node) + 8 * self.slots

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, s: cython.pointer(State)) -> cython.void:
        """Queue what can be reached from a position in one move and is new."""
        child: cython.pointer(Child)
        number: cython.int
        count: cython.int = moves(
            s, cython.address(self.w), self.columns, self.cells, self.silent, self.children
        )
        self.generated_ += count
        for number in range(count):
            child = cython.address(self.children[number])
            if child.score == HOMING:
                self.meet(s, child.move)
            elif self.insert(child.hash):
                self.push(child.score, self.expanded, child.move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def meet(self, s: cython.pointer(State), move: Move) -> cython.void:
        """Queue the position after a move by which cards go home, or see that it is a win."""
        child: cython.pointer(State) = cython.address(self.built)
        build(child, s, move, cython.address(self.w), self.cells, self.homed)
        if (self.silent and comes_apart(s, child)) or not self.insert(child.hash):
            return
        if child.left == 0:
            self.won = child[0]
            self.won.parent = self.expanded
            self.status = SOLVED
        else:
            self.push(child.score, self.expanded, move)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pop(self) -> cython.int:
        """The open node to expand next, -1 when there is none."""
        node: cython.int
        while self.lowest < BUCKETS:
            node = self.heads[self.lowest]
            if node >= 0:
                self.heads[self.lowest] = self.nodes[node].next
                return node
            self.lowest += 1
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, until: u64) -> cython.void:
        """Expand positions until there are so many, or the search is at its end."""
        number: cython.int
        parent: cython.int
        s: cython.pointer(State)
        while self.status == SEARCHING and self.explored_ < until:
            number = self.pop()
            if number < 0 or self.explored_ >= self.quota:
                if not self.next_pass(number < 0):
                    self.status = EXHAUSTED
                continue
            if not self.make_room():
                self.status = FULL
                return
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
            self.explored_ += 1
            self.expand(s)
            self.expanded += 1
            if s.left == 0:
                self.won = s[0]
                self.status = SOLVED

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions; "searching", "solved", "exhausted" or "full"."""
        until: u64 = self.explored_ + budget
        with cython.nogil:
            self.advance(until)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions expanded so far, in all passes."""
        return self.explored_

    @property
    def generated(self) -> int:
        """Positions generated so far, in all passes, those met before included."""
        return self.generated_

    @property
    def entries(self) -> int:
        """Positions met in this pass."""
        return self.met

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
        return self.states[max(0, self.expanded - 1)].made

    @property
    def position(self) -> tuple:
        """(columns, cells, foundation) of the position expanded last."""
        s = cython.address(self.states[max(0, self.expanded - 1)])
        return shown(s, self.columns, self.cells)

    @property
    def line(self) -> list:
        """The moves of single cards that lead to the win; see freecell_line."""
        return line(
            self.states,
            cython.address(self.won),
            cython.address(self.root),
            cython.address(self.w),
            self.cells,
            self.silent,
        )
