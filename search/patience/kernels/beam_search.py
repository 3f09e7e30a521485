"""Kernel: the levels of a beam search of patience, for a solution in few moves.

The search goes level by level; a level is a move, of a run of cards or of a single card. Of the
neighbours of a level the `width` of lowest score form the next one. A position is dropped if it was
met before, on any level and selected or not, or if more moves are needed than are left, by a lower
bound. Positions are compared by 64-bit hashes, so a pass proves nothing.

The positions, their moves, scores and bounds are those of a subclass: beam.py for every variant,
freecell_beam.py for FreeCell and similar games. It allocates the levels, by `begin`.

Data:

    level        the positions of the current level, `next_level` room for the next, `state_bytes`
                 each; `cursor` is the one to expand next
    seen         hashes of the positions met, 8 bytes a slot, 3/8 to 3/4 full
    neighbours   the positions to select from, as moves; 32 bytes each
    rank_counts  number of neighbours of each rank, which is the score + SCORE_OFFSET, limited to
                 the range 0 to RANKS - 1
    max_rank     the highest rank that can still be selected; `candidates` is the number of
                 neighbours up to it
    trail        for each position of all levels two 32-bit items, the number of its parent and its
                 move, as the subclass packs it; `level_start` is the number of the first position
                 of the level
    path         a stack for the moves that lead to the win

Limits: 2^32 positions on all levels (status OUT_OF_MEMORY, as for the memory limit), positive width
(ValueError). Time O(width · moves) a level.
"""

import cython


class BeamSearch(Kernel):
    """A beam search of one width; `run` continues it.

    `explored` counts the positions expanded; `depth` is the number of moves to the current level;
    `pruned_by_width` is True if positions were left out because of the width. `max_explored`, if it
    is not 0, is how many positions the pass should expand in all: levels are then made narrower
    than the width so that it lasts for `max_moves` levels. It may be changed at any time. The
    status is FAILED if a level is empty or `max_moves` is reached.
    """

    def __dealloc__(self):
        free(self.level)
        free(self.next_level)
        free(self.neighbours)
        free(self.seen.keys)
        free(self.trail.items)
        free(self.path.items)

    def begin(self, width, max_moves, memory_limit, state_bytes):
        """Allocate the tables; the subclass then writes the start, the first state of `level`.

        Args:
            width: Number of positions of a level.
            max_moves: Length of the longest solution to look for.
            memory_limit: Bytes that all tables may take.
            state_bytes: Bytes of a position of a level.
        """
        if width < 1:
            raise ValueError(f"found width {width}, expected at least 1")
        self.width, self.max_moves, self.memory_limit = width, max_moves, memory_limit
        self.state_bytes, self.level_width = state_bytes, width
        self.neighbour_capacity, self.max_rank = INITIAL_NEIGHBOURS, RANKS - 1
        init_set(cython.address(self.seen), INITIAL_SLOTS, True)
        init_stack(cython.address(self.trail))
        init_stack(cython.address(self.path))
        self.level_capacity = self.next_capacity = INITIAL_LEVEL
        self.level = cython.cast(cython.p_char, malloc(INITIAL_LEVEL * state_bytes))
        self.next_level = cython.cast(cython.p_char, malloc(INITIAL_LEVEL * state_bytes))
        self.neighbours = cython.cast(
            cython.pointer(Neighbour), malloc(self.neighbour_capacity * cython.sizeof(Neighbour))
        )
        if not (self.level and self.next_level and self.neighbours):
            raise MemoryError
        self.level_size = 1
        self.trail.top = 2  # the start has number 0, its items are not used

    def expand(self, number):
        """Add the neighbours of a position; stop and return True if one is a win, the last.

        Args:
            number: The number of the position in the level.
        """
        return False

    def build_state(self, number, neighbour):
        """Write the position that a selected neighbour stands for into the next level.

        Args:
            number: The number of the position in the next level.
            neighbour: The neighbour.
        """

    def take_all_pending(self):
        """Append the neighbours that `expand` has left to be looked up; return True at a win."""
        return False

    def bytes_used(self):
        """Return the bytes of all tables."""
        return (
            set_bytes(cython.address(self.seen))
            + cython.sizeof(Neighbour) * self.neighbour_capacity
            + self.state_bytes * (self.level_capacity + self.next_capacity)
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
        cython.declare(index=u64, neighbour=cython.pointer(Neighbour))
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
            self.build_state(self.level_size, neighbour)
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
                self.state_bytes,
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
            if self.expand(self.cursor):
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

    def push_path(self):
        """Push the moves to the win, as the subclass has packed them, on `path`, last one first."""
        path: cython.pointer(Stack) = cython.address(self.path)
        number: u64 = self.trail.top // 2 - 1
        path.top = 0
        while number:
            append(path, self.trail.items[2 * number + 1])
            number = self.trail.items[2 * number]
