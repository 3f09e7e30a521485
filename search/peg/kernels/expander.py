"""A single thread of a sweep of peg solitaire, which expands its share of a level.

See `sweep` for the algorithm and the pruning.

Data layout: the share of expander `number` of `count` is the same fraction of the slots of each
part of the level. The children wait in `pending`, by part of the next level, until all threads have
paused (`expander.pxd`).

Invariants: a board has at most 512 children, and `fill` pauses when a part of `pending` has less
room than that; all children must have been inserted before `fill` is called again. The levels are
not written to meanwhile.

Limits: a tag has 8 bits for the hole (at most 63) and 8 for the moves (at most 63).

Complexity: O(jumps + symmetries + regions) a board; 640 kB a thread.
"""

import cython


class Expander:
    """A thread of a sweep; `explored` counts the boards it has expanded.

    Args:
        problem: The problem, the dual one for a backward sweep.
        symmetries: The permutations of holes that keep both ends, without the identity.
        bounds: The lower bounds to prune by.
        levels: The states, shared by all threads.
        frontier: The boards at the maximum depth of the forward sweep, shared by all threads.
        total_moves: The number of moves of a solution that is searched for.
        number: The number of this thread.
        count: The number of threads.
    """

    def __cinit__(
        self,
        problem: Problem,
        symmetries: list,
        bounds: Bounds,
        levels: LevelPair,
        frontier: Frontier,
        total_moves: int,
        number: int,
        count: int,
    ):
        self.problem, self.tables = problem, cython.address(problem.tables)
        self.bounds, self.levels, self.frontier = bounds, levels, frontier
        self.is_backward = bounds.is_backward
        self.total_moves, self.number, self.count = total_moves, number, count
        self.full = ~cython.cast(u64, 0) >> 64 - self.tables.hole_count
        self.board = self.tables.start
        self.part = PART_COUNT
        for symmetry, permutation in enumerate(symmetries):
            for hole in range(self.tables.hole_count):
                self.image_hole[symmetry * 64 + hole] = permutation[hole]
        self.pending = cython.cast(cython.pointer(Pending), calloc(1, cython.sizeof(Pending)))
        if not self.pending:
            raise MemoryError

    def __dealloc__(self):
        free(self.pending)

    def start_level(self):
        """Go to the first board of this thread's share of the level."""
        slot_count: u64 = self.levels.parts[PART_COUNT * (1 - self.levels.write_side)].slot_count
        self.part = 0
        self.slot = slot_count * self.number // self.count

    def fill(self, max_boards):
        """Expand up to `max_boards` more boards, as long as the children have room.

        No child of an earlier call may be waiting.
        """
        cython.declare(part=cython.pointer(Part), end=u64)
        explored_limit: u64 = self.explored + max_boards
        parts: cython.pointer(Part) = self.levels.parts + PART_COUNT * (1 - self.levels.write_side)
        self.fullest = 0
        while self.part < PART_COUNT:
            part = parts + self.part
            end = part.slot_count * (self.number + 1) // self.count
            while self.slot < end:
                if part.keys[self.slot] != 0:
                    if (
                        self.explored == explored_limit
                        or self.fullest > PENDING_CAPACITY - self.tables.jump_count
                    ):
                        return
                    self.expand(part.keys[self.slot], part.hands[self.slot], part.depths[self.slot])
                    self.explored += 1
                self.slot += 1
            self.part += 1
            if self.part < PART_COUNT:
                self.slot = parts[self.part].slot_count * self.number // self.count

    def expand(self, board, hands, depth):
        """Try every jump from a board.

        `hands` are the holes of the pegs that can be in hand after `depth` moves.
        """
        cython.declare(jump=cython.int)
        tables: cython.pointer(ProblemTables) = self.tables
        regions: cython.int = self.bounds.count_regions(board, self.region_of_hole)
        self.board = board
        if depth == self.levels.max_depth:
            self.check_meeting(board, depth + regions)
        if self.levels.level == tables.total_jumps or self.meeting_board != 0:
            return
        self.bounds.write_pack(board, self.pack)
        write_images(tables, board, self.images)
        for jump in range(tables.jump_count):
            if board & tables.mask[jump] != tables.pegs[jump]:
                continue
            starts_move: cython.bint = (
                not hands >> (tables.target[jump] if self.is_backward else tables.source[jump]) & 1
            )
            needed_moves: cython.int = depth + starts_move + regions
            if self.is_backward:
                needed_moves -= 1
            if not (self.is_backward and starts_move):
                needed_moves -= self.region_of_hole[tables.source[jump]] >= 0
                needed_moves -= (
                    self.region_of_hole[tables.jumped[jump]] >= 0
                    and self.region_of_hole[tables.jumped[jump]]
                    != self.region_of_hole[tables.source[jump]]
                )
            if depth + starts_move > self.levels.max_depth or needed_moves > self.total_moves:
                continue
            if update_packs(
                self.child, self.pack, tables.losses + jump * tables.pack_words, tables.pack_words
            ):
                self.add_child(board, jump, depth + starts_move)

    def add_child(self, board, jump, depth):
        """Add the canonical form of the child that a jump leads to, with its hand and depth."""
        cython.declare(image=u64, number=cython.int, part=cython.int)
        tables: cython.pointer(ProblemTables) = self.tables
        pending: cython.pointer(Pending) = self.pending
        mask_images: cython.pointer(u64) = tables.mask_images + jump * MAX_IMAGES
        smallest: u64 = board ^ tables.mask[jump]
        symmetry: cython.int = -1
        hand: cython.int = tables.source[jump] if self.is_backward else tables.target[jump]
        for number in range(tables.image_count):
            image = self.images[number] ^ mask_images[number]
            if image < smallest:
                smallest = image
                symmetry = number
        if symmetry >= 0:
            hand = self.image_hole[symmetry * 64 + hand]
        part = hash_word(smallest) >> 58
        number = pending.counts[part]
        pending.keys[part * PENDING_CAPACITY + number] = smallest
        pending.tags[part * PENDING_CAPACITY + number] = depth << 8 | hand
        number += 1
        pending.counts[part] = number
        if number > self.fullest:
            self.fullest = number

    def check_meeting(self, board, needed_moves):
        """Add a board to the frontier (forward), or look its complement up there (backward)."""
        complement: u64 = self.full & ~board
        if not self.is_backward:
            if needed_moves <= self.total_moves:
                self.frontier.add(self.levels.level, board)
        elif (
            self.meeting_board == 0 or complement < self.meeting_board
        ) and self.frontier.contains(
            self.tables.total_jumps - self.levels.level, canonical_form(self.tables, complement)
        ):
            self.meeting_board = complement
