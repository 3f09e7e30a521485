"""Kernel: beam search of peg solitaire on boards of up to 64 holes, towards a set of goals.

Level by level, of each level the best `width` positions. The last levels are not searched: the
positions from which a few jumps lead to the finish are known (`goals.py`), all of them up to some
level. A beam that reaches this level either has one of them or has failed.

Pruning. A position is dropped when its canonical form has been met in its level: a symmetry that
keeps the finish takes a solution of one to a solution of the other. It is dropped when a pagoda
function is below that of the finish: no jumps lead from it to the finish (`search.peg.pagoda`). At
the level of the goals all others are dropped, as the set is complete. So if no level had more than
`width` positions left, there is no solution.

Time O(levels · width · jumps). Memory: 64 bytes a candidate of the level at hand, 12 bytes a
position kept.

    kept[d·width + i]   position i after d jumps; parent[d·width + i] its number in the level before
    pack                the excesses of the kept positions of the level at hand
    candidate           for the next level: canonical form, position, number of parent
    packs               the excesses of the candidates
    rank                (score << 32) + number of a candidate, to choose the best by
    index               of the candidates
    goal, origin        the goal that was found, and the number of its parent
"""

import cython

FIRST = 1024  # candidates, and slots of their index, that there is room for at first
JUMP_SCORE = cython.declare(cython.int, 20)
SLACK_SCORE = 20


class Beam(Kernel):
    """One beam of that width, in so many bytes of `memory`; `problem` is armed with its pagodas.

    `explored` counts the positions expanded. `depth` is the number of jumps that lead to the level
    at hand, `frontier` the positions of this level.
    """

    def __cinit__(self, problem: Problem, goals: Goals, width: int, memory: int):
        cython.declare(room=u64, key=u64)
        self.problem, self.tables = problem, cython.address(problem.tables)
        self.goals = goals
        self.levels = self.tables.removed - goals.remaining
        self.width, self.memory, self.room, self.frontier = width, memory, FIRST, 1
        for excess in range(128):
            self.worth[128 + excess] = int(SLACK_SCORE * sqrt(excess))
        if self.bytes_for(2 * FIRST, FIRST) > self.memory:
            self.state = FULL
            return
        open_index(cython.address(self.index), FIRST)
        room = (self.levels + 1) * width
        self.kept = words(room)
        self.parent = cython.cast(cython.pointer(u32), calloc(room, cython.sizeof(u32)))
        self.pack = words(width * self.tables.words)
        self.candidate = cython.cast(
            cython.pointer(Candidate), calloc(FIRST, cython.sizeof(Candidate))
        )
        self.packs = words(FIRST * self.tables.words)
        self.rank = words(FIRST)
        if not (self.kept and self.parent and self.pack):
            raise MemoryError
        if not (self.candidate and self.packs and self.rank):
            raise MemoryError
        self.kept[0] = self.goal = self.tables.start
        memcpy(self.pack, self.tables.first, 8 * self.tables.words)
        if self.levels == 0:
            key = least_image(self.tables, self.tables.start)
            found = has(cython.address(self.goals.seen), key, mixed(key))
            self.state = SOLVED if found else EXHAUSTED

    def __dealloc__(self):
        free(self.kept)
        free(self.parent)
        free(self.pack)
        free(self.candidate)
        free(self.packs)
        free(self.rank)
        free(self.index.numbers)

    def bytes_for(self, room, slots):
        """Bytes in use with room for so many candidates and slots of their index."""
        words: u64 = self.tables.words
        kept: u64 = cython.cast(u64, self.width) * (12 * (self.levels + 1) + 8 * words)
        return kept + 4 * slots + room * (32 + 8 * words)

    def more_room(self):
        """Make room for twice as many candidates; False without memory."""
        room: u64 = self.room
        packs: u64 = self.room * self.tables.words + 1  # not 0
        if self.bytes_for(4 * room, self.index.slots) > self.memory:  # the old ones are there yet
            return False
        return (
            double_words(cython.address(self.rank), cython.address(room), self.memory)
            and double_words(cython.address(self.packs), cython.address(packs), self.memory)
            and double_array(
                cython.cast(cython.pointer(cython.p_void), cython.address(self.candidate)),
                cython.address(self.room),
                cython.sizeof(Candidate),
                self.memory,
            )
        )

    def more_slots(self):
        """Make the index of the candidates twice as large; False without memory."""
        cython.declare(at=u64)
        index: cython.pointer(Index) = cython.address(self.index)
        if self.bytes_for(self.room, 3 * index.slots) > self.memory:
            return False
        if not double_index(index, self.memory):
            return False
        for at in range(self.candidates):
            index_put(index, mixed(self.candidate[at].key), cython.cast(u32, at))
        return True

    def score(self, board, pack):
        """How good a position is: jumps that can be made, and pagodas far from refuting it."""
        cython.declare(jump=cython.int, word=cython.int, rest=u64)
        tables: cython.pointer(Tables) = self.tables
        total: cython.int = 0
        for jump in range(tables.jumps):
            total += cython.cast(cython.int, board & tables.mask[jump] == tables.pegs[jump])
        total *= JUMP_SCORE
        for word in range(tables.words):
            rest = pack[word]
            while rest != 0:
                total += self.worth[rest & 255]
                rest >>= 8
        return total

    def expand(self, number):
        """Add the children of a kept position to the candidates; the status after that."""
        cython.declare(jump=cython.int, index=u64, key=u64, slot=u64)
        tables: cython.pointer(Tables) = self.tables
        here: u64 = self.kept[self.depth * self.width + number]
        words: cython.int = tables.words
        excesses: cython.pointer(u64) = self.pack + number * words
        seen: cython.pointer(Index) = cython.address(self.index)
        self.explored += 1
        if self.candidates + tables.jumps > self.room and not self.more_room():
            return FULL
        while 2 * (self.candidates + tables.jumps) > seen.slots:
            if not self.more_slots():
                return FULL
        write_images(tables, here, self.images)
        for jump in range(tables.jumps):
            if here & tables.mask[jump] != tables.pegs[jump]:
                continue
            index = self.candidates
            if not lowered(self.packs + index * words, excesses, tables.lost + jump * words, words):
                continue
            key = least_after(tables, here ^ tables.mask[jump], self.images, jump)
            if self.depth + 1 == self.levels:
                if has(cython.address(self.goals.seen), key, mixed(key)):
                    self.goal, self.origin = here ^ tables.mask[jump], number
                    return SOLVED
                continue
            slot = index_slot(seen, key, mixed(key), self.candidate, cython.sizeof(Candidate))
            if seen.numbers[slot] != 0:
                continue
            seen.numbers[slot] = cython.cast(u32, index + 1)
            self.candidate[index].key = key
            self.candidate[index].board = here ^ tables.mask[jump]
            self.candidate[index].origin = number
            self.candidates = index + 1
        return SEARCHING

    def descend(self):
        """Keep the best candidates as the next level; the status after that."""
        cython.declare(index=u64, chosen=cython.int, level=cython.int, kept=u64)
        words: cython.int = self.tables.words
        if self.candidates == 0:
            return FAILED if self.cut else EXHAUSTED
        kept = self.candidates
        for index in range(self.candidates):
            self.rank[index] = index
        if kept > cython.cast(u64, self.width):
            self.cut = True
            kept = self.width
            for index in range(self.candidates):
                chosen = self.score(self.candidate[index].board, self.packs + index * words)
                self.rank[index] = cython.cast(u64, chosen) << 32 | index
            bring_forward(self.rank, self.candidates, self.width)
        self.frontier = kept
        self.depth += 1
        level = self.depth * self.width
        for index in range(kept):
            chosen = cython.cast(cython.int, cython.cast(u32, self.rank[index]))
            self.kept[level + index] = self.candidate[chosen].board
            self.parent[level + index] = self.candidate[chosen].origin
            memcpy(self.pack + index * words, self.packs + chosen * words, 8 * words)
        memset(self.index.numbers, 0, index_bytes(cython.address(self.index)))
        self.candidates = 0
        self.expanded = 0
        return SEARCHING

    def advance(self, until):
        """Expand positions, level by level."""
        status: cython.int = SEARCHING
        while status == SEARCHING and self.explored < until:
            if self.expanded < self.frontier:
                status = self.expand(self.expanded)
                self.expanded += 1
            else:
                status = self.descend()
        return status

    @property
    def sample(self) -> int:
        """A position of the level at hand."""
        return self.kept[self.depth * self.width]

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self.bytes_for(self.room, self.index.slots)

    @property
    def positions(self) -> list:
        """The solution, from the start to the finish."""
        number, line = self.origin, []
        for level in reversed(range(self.levels)):
            line.append(self.kept[level * self.width + number])
            number = self.parent[level * self.width + number]
        return line[::-1] + self.goals.line(self.goal)
