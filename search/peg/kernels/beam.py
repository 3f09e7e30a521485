"""Beam search of peg solitaire towards a set of goals.

The search goes level by level and keeps the best `width` positions of each. The last levels are not
searched: all positions a few jumps before the finish are known (`goals`). A beam that reaches their
level either has one of them or has failed.

A position is dropped when its canonical form has been met in its level, since a symmetry that keeps
the finish maps a solution of one to a solution of the other; when a pagoda function is below its
value at the finish (`search.peg.pagoda`); and at the level of the goals when it is none of them. So
if no level had more than `width` positions left, there is no solution.

Data layout: arrays of `width` positions for each level with the index of the parent of each, from
which a solution is read; packs of the current level only; growing arrays of candidates for the next
level with a hash index (`beam.pxd`).

Invariants: the index is at most half full; there is room for the children of one more position
before it is expanded.

Limits: width · (levels + 1) and width · jumps below 2³¹, ValueError otherwise; at least as many
pegs at the start as at the finish. The status is OUT_OF_MEMORY when `memory_limit` bytes do not
suffice.

Complexity: time O(levels · width · jumps); memory 40 bytes a candidate of the current level and 1
for each pagoda, 12 bytes for each position kept.
"""

import cython

INITIAL_CAPACITY = 1024  # of the candidates, and slots of their index
JUMP_SCORE = cython.declare(cython.int, 20)
SLACK_SCORE = 20


class Beam(Kernel):
    """A beam search from the start of a problem.

    `explored` counts the positions expanded. `depth` is the number of jumps that lead to the
    current level, `frontier` the number of its positions.

    Args:
        problem: The problem, with the pagodas to prune by.
        goals: The goals of the problem.
        width: The maximum number of positions to keep of each level.
        memory_limit: The bytes that the search may take.

    Raises:
        ValueError: The width is too large, or the finish has more pegs than the start.
    """

    def __cinit__(self, problem: Problem, goals: Goals, width: int, memory_limit: int):
        cython.declare(capacity=u64, key=u64)
        self.problem, self.tables = problem, cython.address(problem.tables)
        self.goals = goals
        self.goal_depth = self.tables.total_jumps - goals.jumps_to_finish
        if self.goal_depth < 0:
            raise ValueError("the finish has more pegs than the start")
        if not 1 <= width * max(self.goal_depth + 1, self.tables.jump_count) < 1 << 31:
            raise ValueError(f"a width of {width} is too large or less than 1")
        self.width, self.memory_limit, self.frontier = width, memory_limit, 1
        self.candidate_capacity = INITIAL_CAPACITY
        for excess in range(128):
            self.slack_scores[128 + excess] = int(SLACK_SCORE * sqrt(excess))
        if self.bytes_for(2 * INITIAL_CAPACITY, INITIAL_CAPACITY) > self.memory_limit:
            self.state = OUT_OF_MEMORY
            return
        init_index(cython.address(self.index), INITIAL_CAPACITY)
        capacity = (self.goal_depth + 1) * width
        self.kept_positions = allocate_words(capacity)
        self.parents = cython.cast(cython.pointer(u32), calloc(capacity, cython.sizeof(u32)))
        self.kept_packs = allocate_words(width * self.tables.pack_words)
        self.candidates = cython.cast(
            cython.pointer(Candidate), calloc(INITIAL_CAPACITY, cython.sizeof(Candidate))
        )
        self.candidate_packs = allocate_words(INITIAL_CAPACITY * self.tables.pack_words)
        self.ranks = allocate_words(INITIAL_CAPACITY)
        if not (self.kept_positions and self.parents and self.kept_packs):
            raise MemoryError
        if not (self.candidates and self.candidate_packs and self.ranks):
            raise MemoryError
        self.kept_positions[0] = self.goal = self.tables.start
        memcpy(self.kept_packs, self.tables.start_packs, 8 * self.tables.pack_words)
        if self.goal_depth == 0:
            key = canonical_form(self.tables, self.tables.start)
            is_goal = contains(cython.address(self.goals.seen), key, hash_word(key))
            self.state = SOLVED if is_goal else EXHAUSTED

    def __dealloc__(self):
        free(self.kept_positions)
        free(self.parents)
        free(self.kept_packs)
        free(self.candidates)
        free(self.candidate_packs)
        free(self.ranks)
        free(self.index.numbers)

    def bytes_for(self, capacity, slots):
        """Return the bytes in use with room for `capacity` candidates and `slots` of the index."""
        pack_bytes: u64 = 8 * self.tables.pack_words
        kept_bytes: u64 = cython.cast(u64, self.width) * (12 * (self.goal_depth + 1) + pack_bytes)
        return kept_bytes + 4 * slots + capacity * (32 + pack_bytes)

    def grow_candidates(self):
        """Double the room for candidates; return False if memory is lacking."""
        rank_capacity: u64 = self.candidate_capacity
        pack_capacity: u64 = self.candidate_capacity * self.tables.pack_words + 1  # not 0
        # the old arrays exist until the new ones are filled
        if self.bytes_for(4 * self.candidate_capacity, self.index.slots) > self.memory_limit:
            return False
        return (
            double_words(
                cython.address(self.ranks), cython.address(rank_capacity), self.memory_limit
            )
            and double_words(
                cython.address(self.candidate_packs),
                cython.address(pack_capacity),
                self.memory_limit,
            )
            and double_array(
                cython.cast(cython.pointer(cython.p_void), cython.address(self.candidates)),
                cython.address(self.candidate_capacity),
                cython.sizeof(Candidate),
                self.memory_limit,
            )
        )

    def grow_index(self):
        """Double the index of the candidates; return False if memory is lacking."""
        cython.declare(number=u64)
        index: cython.pointer(Index) = cython.address(self.index)
        if self.bytes_for(self.candidate_capacity, 3 * index.slots) > self.memory_limit:
            return False
        if not double_index(index, self.memory_limit):
            return False
        for number in range(self.candidate_count):
            index_insert(index, hash_word(self.candidates[number].key), cython.cast(u32, number))
        return True

    def score(self, board, packs):
        """Return the score of a position: many legal jumps, and pagodas far from refuting it."""
        cython.declare(jump=cython.int, word_index=cython.int, lanes=u64)
        tables: cython.pointer(ProblemTables) = self.tables
        total: cython.int = 0
        for jump in range(tables.jump_count):
            total += cython.cast(cython.int, board & tables.mask[jump] == tables.pegs[jump])
        total *= JUMP_SCORE
        for word_index in range(tables.pack_words):
            lanes = packs[word_index]
            while lanes != 0:
                total += self.slack_scores[lanes & 255]
                lanes >>= 8
        return total

    def expand(self, number):
        """Add the children of a kept position to the candidates; return the status."""
        cython.declare(jump=cython.int, count=u64, key=u64, slot=u64)
        tables: cython.pointer(ProblemTables) = self.tables
        position: u64 = self.kept_positions[self.depth * self.width + number]
        pack_words: cython.int = tables.pack_words
        packs: cython.pointer(u64) = self.kept_packs + number * pack_words
        index: cython.pointer(Index) = cython.address(self.index)
        self.explored += 1
        if (
            self.candidate_count + tables.jump_count > self.candidate_capacity
            and not self.grow_candidates()
        ):
            return OUT_OF_MEMORY
        while 2 * (self.candidate_count + tables.jump_count) > index.slots:
            if not self.grow_index():
                return OUT_OF_MEMORY
        write_images(tables, position, self.images)
        for jump in range(tables.jump_count):
            if position & tables.mask[jump] != tables.pegs[jump]:
                continue
            count = self.candidate_count
            if not update_packs(
                self.candidate_packs + count * pack_words,
                packs,
                tables.losses + jump * pack_words,
                pack_words,
            ):
                continue
            key = canonical_child(tables, position ^ tables.mask[jump], self.images, jump)
            if self.depth + 1 == self.goal_depth:
                if contains(cython.address(self.goals.seen), key, hash_word(key)):
                    self.goal, self.goal_parent = position ^ tables.mask[jump], number
                    return SOLVED
                continue
            slot = index_slot(index, key, hash_word(key), self.candidates, cython.sizeof(Candidate))
            if index.numbers[slot] != 0:
                continue
            index.numbers[slot] = cython.cast(u32, count + 1)
            self.candidates[count].key = key
            self.candidates[count].board = position ^ tables.mask[jump]
            self.candidates[count].parent = number
            self.candidate_count = count + 1
        return SEARCHING

    def next_level(self):
        """Keep the best candidates as the next level; return the status."""
        cython.declare(index=u64, score=cython.int, number=cython.int, level=cython.int)
        cython.declare(kept_count=u64)
        pack_words: cython.int = self.tables.pack_words
        if self.candidate_count == 0:
            return FAILED if self.has_dropped else EXHAUSTED
        kept_count = self.candidate_count
        for index in range(self.candidate_count):
            self.ranks[index] = index
        if kept_count > cython.cast(u64, self.width):
            self.has_dropped = True
            kept_count = self.width
            for index in range(self.candidate_count):
                score = self.score(
                    self.candidates[index].board, self.candidate_packs + index * pack_words
                )
                self.ranks[index] = cython.cast(u64, score) << 32 | index
            select_greatest(self.ranks, self.candidate_count, self.width)
        self.frontier = kept_count
        self.depth += 1
        level = self.depth * self.width
        for index in range(kept_count):
            number = cython.cast(cython.int, cython.cast(u32, self.ranks[index]))
            self.kept_positions[level + index] = self.candidates[number].board
            self.parents[level + index] = self.candidates[number].parent
            memcpy(
                self.kept_packs + index * pack_words,
                self.candidate_packs + number * pack_words,
                8 * pack_words,
            )
        memset(self.index.numbers, 0, index_bytes(cython.address(self.index)))
        self.candidate_count = 0
        self.expanded = 0
        return SEARCHING

    def advance(self, until):
        """Search until `until` positions have been expanded in all; return the status."""
        status: cython.int = SEARCHING
        while status == SEARCHING and self.explored < until:
            if self.expanded < self.frontier:
                status = self.expand(self.expanded)
                self.expanded += 1
            else:
                status = self.next_level()
        return status

    @property
    def sample(self) -> int:
        """A position of the current level, the start if there was no memory to begin."""
        return (
            self.kept_positions[self.depth * self.width]
            if self.kept_positions
            else self.tables.start
        )

    @property
    def bytes_used(self) -> int:
        """The bytes in use."""
        return self.bytes_for(self.candidate_capacity, self.index.slots)

    @property
    def positions(self) -> list:
        """The positions of the solution, from the start to the finish; ValueError without one."""
        if self.state != SOLVED:
            raise ValueError("the search has no solution")
        number, path = self.goal_parent, []
        for depth in reversed(range(self.goal_depth)):
            path.append(self.kept_positions[depth * self.width + number])
            number = self.parents[depth * self.width + number]
        return path[::-1] + self.goals.path_to_finish(self.goal)
