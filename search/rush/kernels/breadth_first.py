"""Kernel: breadth-first search of ORush, each position once, in cells or in slides.

Start reading at `BreadthFirst.advance`. States are those of `layout.py`.

Data layout:
    queue        the states reached, in the order of discovery; `entries` of them, `explored` of
                 which are expanded; grows by doubling (`queue_capacity`)
    level_start  by depth d: the number of states reached before the first one d moves away;
                 `level_count` depths have begun
    table        the states reached. A bit for each index (see `layout.py`), or, if `hashed`, a
                 set of the states themselves (open addressing, at most half full)

Invariants:
    The table has exactly the states queue[0] to queue[entries − 1]. Keys are exact in both kinds of
    table. No parents are stored: moves are reversible, so a neighbour of a state of depth d is of
    depth d − 1, d or d + 1. To trace a solution back, the last states of the queue, to the first
    one of depth d, are removed from the table; a neighbour that is still there is of depth d − 1.

Limits:
    Those of `layout.py`: fields of more than 63 bits raise ValueError. `memory_limit` bytes for
    queue and table, while they grow too: the status is OUT_OF_MEMORY where they do not suffice. The
    first 50 KB are allocated whatever the limit is. Depths and states are counted in 64 bits.

Complexity:
    Time O(states · moves), some 40 ns a state. Memory: 8 bytes a state in the queue (24 while it
    grows), and one bit for each of `index_range` indices, or 16 to 32 bytes a state if hashed.
    A bit table is cleared by walking the queue, so its size costs no time after its creation.
"""

import cython

MIN_QUEUE_CAPACITY = 1 << 11  # states
MIN_LEVEL_CAPACITY = 256  # depths


class BreadthFirst(Kernel):
    """A breadth-first search from one position, or from several at once.

    Args:
        lines: 8 rows, then 8 columns; each a `Line`, or None if it has no boats.
        hero: The row of boat A.
        exit_arrangements: The arrangements of that row with A at the exit, a bit each; 0 for a
            search without a goal.
        measure: 0 to count cells, 1 to count slides.
        memory_limit: Bytes for queue and table.

    Raises:
        ValueError: There are too many boats for a state of 64 bits.
        MemoryError: The machine is out of memory.
    """

    def __cinit__(
        self, lines: list, hero: int, exit_arrangements: int, measure: int, memory_limit: int
    ):
        cython.declare(place=cython.int, line=Line)
        tables = cython.declare(cython.pointer(LineTables)[16])
        self.lines = tuple(lines)  # keeps the tables alive
        for place in range(LINES):
            tables[place] = cython.NULL
            if lines[place] is not None:
                line = lines[place]
                tables[place] = cython.address(line.tables)
        self.memory_limit = memory_limit
        self.queue_capacity, self.level_capacity = MIN_QUEUE_CAPACITY, MIN_LEVEL_CAPACITY
        self.queue, self.level_start = (
            allocate_words(self.queue_capacity),
            allocate_words(self.level_capacity),
        )
        assemble(
            cython.address(self.layout), tables, hero, exit_arrangements, measure, memory_limit
        )
        if self.layout.index_shift > MAX_FIELD_BITS:
            raise ValueError(
                f"the lines take {self.layout.index_shift} bits of a state,"
                f" expected at most {MAX_FIELD_BITS}"
            )
        if not (self.open_table() and self.queue and self.level_start):
            raise MemoryError

    def __dealloc__(self):
        free(self.table.keys)
        free(self.queue)
        free(self.level_start)

    def open_table(self):
        """Replace the table by an empty one for the layout; return False if out of memory."""
        self.entries = 0
        free(self.table.keys)
        if self.layout.hashed:
            self.table.slots = 2 * self.queue_capacity
        else:
            self.table.slots = (self.layout.index_range + 63) >> 6
        self.table.keys = allocate_words(self.table.slots)
        return self.table.keys != cython.NULL

    def is_visited(self, state):
        """Return True if a state is in the table."""
        index: u64 = state >> self.layout.index_shift
        if self.layout.hashed:
            return contains(cython.address(self.table), state, hash_word(state))
        return self.table.keys[index >> 6] >> (index & 63) & 1

    def remove_last(self, state):
        """Remove the state that was inserted last.

        In the order of insertion reversed, no gap can open between another key and its hash.
        """
        index: u64 = state >> self.layout.index_shift
        if self.layout.hashed:
            self.table.keys[set_slot(cython.address(self.table), state, hash_word(state))] = 0
        else:
            self.table.keys[index >> 6] &= ~(cython.cast(u64, 1) << (index & 63))

    def clear(self):
        """Remove all states."""
        cython.declare(index=u64)
        if self.layout.hashed:
            memset(self.table.keys, 0, set_bytes(cython.address(self.table)))
        else:
            for index in range(self.entries):
                self.table.keys[self.queue[index] >> self.layout.index_shift >> 6] = 0
        self.entries = 0

    def restart(self, entries):
        """Restart with `entries` starts, which the caller writes to the queue and the table."""
        self.entries = entries
        self.explored = 0
        self.level_start[0] = 0
        self.level_count = 1
        self.state = SEARCHING

    def add_start(self, state):
        """Add a start to an otherwise empty search; return False if memory does not suffice."""
        index: u64 = state >> self.layout.index_shift
        if self.entries == 0:
            self.restart(0)
        if self.entries + MAX_MOVES > self.queue_capacity and not self.grow_queue():
            return False
        if not self.is_visited(state):
            if self.layout.hashed:
                insert(cython.address(self.table), state, hash_word(state))
            else:
                self.table.keys[index >> 6] |= cython.cast(u64, 1) << (index & 63)
            self.queue[self.entries] = state
            self.entries += 1
        return True

    def grow_queue(self):
        """Double the queue, and a hash set with it; return False if memory does not suffice."""
        cython.declare(index=u64)
        if not self.double_tables():
            return False
        if self.layout.hashed:
            for index in range(self.entries):  # in the order of discovery, for `remove_last`
                insert(cython.address(self.table), self.queue[index], hash_word(self.queue[index]))
        return True

    def double_tables(self):
        """Double the queue, and replace a hash set by an empty one; return False without memory."""
        capacity: u64 = 2 * self.queue_capacity
        # old and new arrays exist side by side: 12 bytes a place for queues, 24 for hash sets
        table_bytes: u64 = 24 * capacity if self.layout.hashed else 8 * self.table.slots
        if 12 * capacity + table_bytes > self.memory_limit:
            return False
        keys: cython.pointer(u64) = cython.NULL
        if self.layout.hashed:
            keys = cython.cast(cython.pointer(u64), allocate_table(2 * capacity, 8))
            if not keys:
                return False
        if not double_words(
            cython.address(self.queue), cython.address(self.queue_capacity), self.memory_limit
        ):
            free(keys)
            return False
        if self.layout.hashed:
            free(self.table.keys)
            self.table.keys, self.table.slots = keys, 2 * capacity
        return True

    def start_next_level(self):
        """Start the next depth where the queue ends; return False if memory does not suffice."""
        capacity: cython.pointer(u64) = cython.address(self.level_capacity)
        if self.level_count == capacity[0] and not double_words(
            cython.address(self.level_start), capacity, self.memory_limit
        ):
            return False
        self.level_start[self.level_count] = self.entries
        self.level_count += 1
        return True

    def advance(self, explored_limit):
        """Expand states until a winning move is found or `explored_limit` states are expanded."""
        cython.declare(level_end=u64)
        without = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        while True:
            if self.explored == self.level_start[self.level_count - 1]:
                if self.explored == self.entries:
                    return EXHAUSTED
                if not self.start_next_level():
                    return OUT_OF_MEMORY
            level_end = self.level_start[self.level_count - 1]
            while self.explored < level_end:
                if self.explored == explored_limit:
                    return SEARCHING
                if self.entries + MAX_MOVES > self.queue_capacity and not self.grow_queue():
                    return OUT_OF_MEMORY
                generate_moves(layout, self.queue[self.explored], without, moves)
                self.explored += 1
                if moves[self.layout.goal_word] & self.layout.winning_moves:
                    self.winning_bit = lowest_bit_number(
                        moves[self.layout.goal_word] & self.layout.winning_moves
                    )
                    return SOLVED
                if self.layout.hashed:
                    self.append_hashed_successors(without, moves)
                else:
                    self.append_successors(without, moves)

    def append_successors(self, without, moves):
        """Append the successors that are not in the bit table to the queue, and mark them."""
        cython.declare(
            index=cython.int, move=cython.int, unvisited=u64, state=u64, number=u64, slot=u64
        )
        queue: cython.pointer(u64) = self.queue
        table: cython.pointer(u64) = self.table.keys
        index_shift: cython.int = self.layout.index_shift
        end: u64 = self.entries
        for index in range(self.layout.word_count):
            unvisited = moves[index]
            while unvisited != 0:
                move = 64 * index + lowest_bit_number(unvisited)
                unvisited &= unvisited - 1
                state = without[self.layout.move_line[move]] + self.layout.move_offset[move]
                number = state >> index_shift
                slot = table[number >> 6]
                table[number >> 6] = slot | cython.cast(u64, 1) << (number & 63)
                queue[end] = state  # overwritten unless it is new: no branch to mispredict
                end += 1 - (slot >> (number & 63) & 1)
        self.entries = end

    def append_hashed_successors(self, without, moves):
        """Append the successors that are not in the hash set to the queue, and insert them."""
        cython.declare(index=cython.int, move=cython.int, unvisited=u64, state=u64, slot=u64)
        for index in range(self.layout.word_count):
            unvisited = moves[index]
            while unvisited != 0:
                move = 64 * index + lowest_bit_number(unvisited)
                unvisited &= unvisited - 1
                state = without[self.layout.move_line[move]] + self.layout.move_offset[move]
                if insert(cython.address(self.table), state, hash_word(state)):
                    self.queue[self.entries] = state
                    self.entries += 1

    def visited_neighbour(self, state):
        """Return a neighbour of a state that is in the table; the state itself if none is."""
        cython.declare(index=cython.int, move=cython.int, unvisited=u64, neighbour=u64)
        without = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        generate_moves(layout, state, without, moves)
        for index in range(self.layout.word_count):
            unvisited = moves[index]
            while unvisited != 0:
                move = 64 * index + lowest_bit_number(unvisited)
                unvisited &= unvisited - 1
                neighbour = without[self.layout.move_line[move]] + self.layout.move_offset[move]
                if self.is_visited(neighbour):
                    return neighbour
        return state

    def start(self, numbers: list) -> None:
        """Start a new search from the position with these 16 arrangement numbers."""
        cython.declare(place=cython.int)
        line_numbers = cython.declare(cython.int[16])
        for place in range(LINES):
            line_numbers[place] = numbers[place]
        self.clear()
        self.add_start(encode(cython.address(self.layout), line_numbers))

    def numbers(self, state: int) -> list:
        """Return the arrangement number of each of the 16 lines in a state."""
        cython.declare(line=cython.int)
        state_bits: u64 = state
        numbers = [0] * LINES
        for line in range(self.layout.line_count):
            numbers[self.layout.place[line]] = field(cython.address(self.layout), line, state_bits)
        return numbers

    def solution_states(self) -> list:
        """Return the states from the start to the win that ended the search.

        To be called once, after SOLVED: it removes the states from the table.
        """
        cython.declare(depth=u64, first=u64)
        without = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        state: u64 = self.queue[self.explored - 1]
        generate_moves(layout, state, without, moves)
        winning_move: u64 = 64 * self.layout.goal_word + self.winning_bit
        path = [without[self.layout.hero_line] + self.layout.move_offset[winning_move], state]
        for depth in range(self.level_count - 1, 0, -1):  # `state` has depth − 1
            first = self.level_start[depth - 1]
            while self.entries > first:
                self.entries -= 1
                self.remove_last(self.queue[self.entries])
            if depth > 1:
                state = self.visited_neighbour(state)
                path.append(state)
        path.reverse()
        return path

    def solution(self) -> list:
        """Return the moves of the solution: line number, arrangements before and after."""
        path = self.solution_states()
        return [self.move_between(path[index], path[index + 1]) for index in range(len(path) - 1)]

    def move_between(self, old_state, new_state):
        """Return the move from a state to the next: place of the line, its two arrangements."""
        layout: cython.pointer(Layout) = cython.address(self.layout)
        line: cython.int = 0
        while field(layout, line, old_state) == field(layout, line, new_state):
            line += 1
        return layout.place[line], field(layout, line, old_state), field(layout, line, new_state)

    @property
    def expanded_by_depth(self) -> list:
        """The number of states expanded so far at depth 0, 1, 2 and so on."""
        ends = [self.level_start[depth] for depth in range(self.level_count - 1)] + [self.explored]
        return [ends[depth + 1] - ends[depth] for depth in range(len(ends) - 1)]

    @property
    def size_bytes(self) -> int:
        """The bytes of queue and table."""
        return 8 * (self.queue_capacity + self.table.slots)

    @property
    def last_expanded(self) -> int:
        """The state expanded last."""
        return self.queue[self.explored - 1 if self.explored else 0]
