"""Goals of a search of peg solitaire: all positions a few jumps before the finish.

Breadth-first search backwards from the finish, up to symmetry, one level for each number of jumps,
as long as all levels together have at most `max_goals` positions. Each level is complete: a
position with as many pegs that is not in it is lost.

Data layout: `seen`, a hash set of canonical positions; while it is filled, an array `queue` of the
same positions in the order of discovery.

Invariants: levels differ in the number of pegs, so one set serves all of them. The last level may
be incomplete; `jumps_to_finish` is the number of the last complete one.

Limits: 1 to 2³⁰ goals, ValueError otherwise; boards as in `problem`.

Complexity: time O(goals · jumps), memory 16 to 32 bytes a goal and 8 more during the search.
"""

import cython

MAX_GOALS = 1 << 30


class Goals:
    """The positions before the finish of a problem, up to symmetry, level by level.

    Args:
        problem: The problem; its pagodas are not used.
        max_goals: The maximum number of positions to store, the finish included.

    Raises:
        ValueError: `max_goals` is not in 1 to 2³⁰.
    """

    def __cinit__(self, problem: Problem, max_goals: int):
        cython.declare(queue=cython.pointer(u64), slots=u64)
        if not 1 <= max_goals <= MAX_GOALS:
            raise ValueError(f"{max_goals} goals, expected 1 to {MAX_GOALS}")
        self.problem = problem
        self.tables = cython.address(problem.tables)
        slots = 1024
        while slots < 2 * max_goals:
            slots *= 2
        init_set(cython.address(self.seen), slots, False)
        queue = allocate_words(max_goals)
        if not queue:
            raise MemoryError
        self.add_levels(queue, max_goals)
        free(queue)

    def __dealloc__(self):
        free(self.seen.keys)

    def add_levels(self, queue, max_goals):
        """Take jumps back from the finish, level by level, until the set is full.

        Some positions of an incomplete last level stay in the set. They do no harm: those that are
        looked up have other numbers of pegs.
        """
        cython.declare(index=cython.int, jump=cython.int, position=u64, key=u64)
        tables: cython.pointer(ProblemTables) = self.tables
        level_start: cython.int = 0
        level_end: cython.int = 1
        count: cython.int = 1
        queue[0] = tables.finish
        insert(cython.address(self.seen), tables.finish, hash_word(tables.finish))
        while self.jumps_to_finish < tables.total_jumps:
            for index in range(level_start, level_end):
                position = queue[index]
                write_images(tables, position, self.images)
                for jump in range(tables.jump_count):
                    if position & tables.mask[jump] != tables.mask[jump] ^ tables.pegs[jump]:
                        continue
                    key = canonical_child(tables, position ^ tables.mask[jump], self.images, jump)
                    if not insert(cython.address(self.seen), key, hash_word(key)):
                        continue
                    if count == max_goals:
                        return
                    queue[count] = key
                    count += 1
            level_start = level_end
            level_end = count
            self.jumps_to_finish += 1

    def path_to_finish(self, goal: int) -> list:
        """Return the positions from a goal to the finish, both included.

        Raises:
            ValueError: The position is not a goal.
        """
        cython.declare(jump=cython.int, key=u64)
        position: u64 = goal
        path = [goal]
        while position != self.tables.finish:
            for jump in range(self.tables.jump_count):
                if position & self.tables.mask[jump] == self.tables.pegs[jump]:
                    key = canonical_form(self.tables, position ^ self.tables.mask[jump])
                    if contains(cython.address(self.seen), key, hash_word(key)):
                        position ^= self.tables.mask[jump]
                        break
            else:
                raise ValueError(f"{goal} is not a goal")
            path.append(position)
        return path
