"""Kernel: simulated annealing for ORush puzzles that take many moves, on grids of up to 6×6.

A *draft* is a choice of boats for each line, without their positions on it. Its *length* is the
number of moves that the hardest of its positions takes: one breadth-first search from all positions
with boat A at the exit reaches every winnable position of the draft, in all components at once, and
ends with the hardest. A change gives one to three lines other boats. It is kept if the length does
not fall, else with a probability of (acceptance / 256) to the power of the moves lost (S.
Kirkpatrick, C. Gelatt, M. Vecchi, "Optimization by simulated annealing", Science 220, 1983, at a
constant temperature). All arithmetic is in integers, so the same seed gives the same drafts on
every machine. `puzzles.rush.annealing` is a readable version with the same results.

Start reading at `Annealer.advance`, then `draft_length`.

Data layout:
    options         by 8·place + option: the tables of these boats, NULL for none; `option_count`
                    by place. A place is one of 16 lines: 8 rows, then 8 columns
    chosen, tables  by place: the option in the current draft, and its tables
    arrangement_step
                    by place: the difference of states from an arrangement to the next, 0 if there
                    is only one (see `layout.py`)
    columns_leaving_free
                    by 8·row + arrangement: a byte for each column with the bit set of its
                    arrangements that leave the cells of the row free
    best_chosen, best_numbers  the longest draft of the run, and a hardest position of it

    To enumerate placements (`place_rows`), a word has a byte for each column with the arrangements
    that the rows placed so far admit. Placing a row is one AND. Rows cover different cells of a
    column, and columns never cross one another, so every combination of the remaining bits is a
    valid placement.

Invariants:
    The search keeps one bit table for 2^28 positions; a draft that would be hashed is not searched.

Limits (ValueError when a run is made, else counted as length 0):
    8 options a line and 8 arrangements an option, the bits of a byte; 63 bits for the fields of
    all lines. One line at least needs two options, or no change would be possible. Drafts without
    a win, with more than `max_positions` winnable positions, or with a product of arrangement
    counts over 2^28 have length 0; they are not kept once a draft could be won.

Complexity:
    0.05 to 0.2 ms a draft: O(winnable positions · moves). Memory: 32 MB for the bit table, of which
    a run touches a part, and 8 bytes a position.
"""

import cython

EVERY_BYTE = cython.declare(cython.ulonglong, 0x0101010101010101)
SEARCH_BYTES = cython.declare(cython.ulonglong, 1 << 29)  # ample: the limit is `max_positions`
TABLE_POSITIONS = cython.declare(cython.ulonglong, 1 << 28)


class Annealer(Kernel):
    """A run of annealing; `explored` counts drafts.

    The status is SOLVED once a draft has the target length, FAILED when the run is stuck.

    Args:
        options: For each of the 16 lines a list of `Line`s, None for no boats.
        hero: The row of boat A. It has one option.
        exit_arrangements: The arrangements of that row with A at the exit, a bit each.
        measure: 0 to count cells, 1 to count slides.
        target_length: The length to reach, in moves.
        max_positions: The greatest number of winnable positions of a draft.
        max_idle_changes: The number of changes without a longer draft after which the run is stuck.
        acceptance: The probability to accept a draft that is one move shorter, in 256ths.
        seed: The start of the random numbers, 64 bits.

    Raises:
        ValueError: The options do not fit the limits of the kernel.
        MemoryError: The machine is out of memory.
    """

    def __cinit__(
        self,
        options: list,
        hero: int,
        exit_arrangements: int,
        measure: int,
        target_length: int,
        max_positions: int,
        max_idle_changes: int,
        acceptance: int,
        seed: int,
    ):
        cython.declare(place=cython.int, number=cython.int)
        line: Line
        check_options(options, hero)
        self.search = BreadthFirst([None] * LINES, hero, exit_arrangements, measure, SEARCH_BYTES)
        self.search.layout.index_range = TABLE_POSITIONS
        if not self.search.open_table():
            raise MemoryError
        self.lines = [tuple(choice) for choice in options]
        for place in range(LINES):
            self.option_count[place] = len(options[place])
            for number in range(self.option_count[place]):
                self.options[MAX_OPTIONS * place + number] = cython.NULL
                if options[place][number] is not None:
                    line = options[place][number]
                    self.options[MAX_OPTIONS * place + number] = cython.address(line.tables)
        self.hero, self.exit_arrangements, self.measure = hero, exit_arrangements, measure
        self.target_length = target_length
        self.max_positions, self.max_idle_changes = max_positions, max_idle_changes
        self.acceptance = acceptance
        self.random_state = seed
        self.best_length = 0

    def random_below(self, bound):
        """Return a random number from 0 to `bound` - 1, by splitmix64."""
        self.random_state += cython.cast(u64, 0x9E3779B97F4A7C15)
        return (hash_word(self.random_state) >> 32) * bound >> 32

    def lay_out_draft(self):
        """Take over the tables of the chosen boats and clear the search.

        Returns:
            All arrangements of the columns, a byte each, as `place_rows` takes them.
        """
        cython.declare(place=cython.int, column=cython.int, arrangement=cython.int)
        cython.declare(tables=cython.pointer(LineTables), admitted=u64)
        all_arrangements: u64 = 0
        self.search.clear()
        for place in range(LINES):
            self.tables[place] = self.options[MAX_OPTIONS * place + self.chosen[place]]
            self.arrangement_step[place] = 0
        assemble(
            cython.address(self.search.layout),
            self.tables,
            self.hero,
            0,
            self.measure,
            SEARCH_BYTES,
        )
        for place in range(self.search.layout.line_count):
            self.arrangement_step[self.search.layout.place[place]] = (
                self.search.layout.arrangement_step[place]
            )
        for column in range(FIRST_COLUMN):
            tables = self.tables[FIRST_COLUMN + column]
            column_bits: u64 = (1 << tables.arrangement_count) - 1 if tables else 1
            all_arrangements |= column_bits << 8 * column
        for place in range(FIRST_COLUMN):
            tables = self.tables[place]
            if not tables:
                continue
            for arrangement in range(tables.arrangement_count):
                admitted = ~cython.cast(u64, 0)
                for column in range(FIRST_COLUMN):
                    if (
                        self.tables[FIRST_COLUMN + column]
                        and tables.occupied[arrangement] >> 8 * column & 1
                    ):
                        column_bits = 255 ^ self.tables[FIRST_COLUMN + column].leaving_free[place]
                        admitted ^= column_bits << 8 * column
                self.columns_leaving_free[8 * place + arrangement] = admitted
        return all_arrangements

    def place_rows(self, row, admitted, state):
        """Add all placements of this row and those below to the starts of the search.

        Args:
            row: The row to place; those above are in `state`.
            admitted: A byte for each column: its arrangements that these rows admit.
            state: The sum of the fields and indices so far.

        Returns:
            False if there are too many placements.
        """
        cython.declare(
            tables=cython.pointer(LineTables), arrangement=cython.int, still_admitted=u64
        )
        if row == FIRST_COLUMN:
            return self.place_columns(0, admitted, state)
        tables = self.tables[row]
        if not tables:
            return self.place_rows(row + 1, admitted, state)
        for arrangement in range(tables.arrangement_count):
            if row == self.hero and not self.exit_arrangements >> arrangement & 1:
                continue
            still_admitted = admitted & self.columns_leaving_free[8 * row + arrangement]
            if (still_admitted - EVERY_BYTE) & ~still_admitted & EVERY_BYTE << 7:
                continue  # a byte is 0: a column has no arrangement left
            if not self.place_rows(
                row + 1, still_admitted, state + self.arrangement_step[row] * arrangement
            ):
                return False
        return True

    def place_columns(self, column, admitted, state):
        """Add all placements of this column and those to its right to the starts of the search.

        Args:
            column: The column to place.
            admitted: The arrangements of it and those to its right, its own in the lowest byte.
            state: The sum of the fields and indices so far.

        Returns:
            False if there are too many placements.
        """
        cython.declare(step=u64)
        arrangements: u64 = admitted & 255
        if column == FIRST_COLUMN:
            return self.search.add_start(state) and self.search.entries <= self.max_positions
        step = self.arrangement_step[FIRST_COLUMN + column]
        while arrangements != 0:
            if not self.place_columns(
                column + 1, admitted >> 8, state + step * lowest_bit_number(arrangements)
            ):
                return False
            arrangements &= arrangements - 1
        return True

    def draft_length(self):
        """Search the chosen draft; return the moves that its hardest position takes, else 0."""
        all_arrangements: u64 = self.lay_out_draft()
        if self.search.layout.hashed:  # more than the bit table holds
            return 0
        if not self.place_rows(0, all_arrangements, 0) or self.search.entries == 0:
            return 0
        if (
            self.search.advance(self.max_positions + 1) != EXHAUSTED
            or self.search.entries > self.max_positions
        ):
            return 0
        return self.search.level_count - 2

    def change_draft(self):
        """Choose other boats for one to three lines."""
        cython.declare(place=cython.int)
        count: cython.int = 1 + self.random_below(3)
        while count > 0:
            place = self.random_below(LINES)
            if self.option_count[place] > 1:
                self.chosen[place] += 1 + self.random_below(self.option_count[place] - 1)
                self.chosen[place] %= self.option_count[place]
                count -= 1

    def accepts(self, length):
        """Return True if a change to a draft of that length is to be kept."""
        probability: u64 = cython.cast(u64, 1) << 32
        loss: cython.int = self.current_length - length
        while loss > 0 and probability > 0:
            probability = probability * self.acceptance >> 8
            loss -= 1
        if probability >> 32:
            return True
        return length > 0 and self.random_below(cython.cast(u64, 1) << 32) < probability

    def advance(self, draft_limit):
        """Try drafts until one has the target length or `draft_limit` drafts have been tried."""
        cython.declare(place=cython.int, length=cython.int)
        chosen_before = cython.declare(cython.int[16])
        while self.explored < draft_limit:
            is_random_draft: cython.bint = self.best_length == 0
            for place in range(LINES):
                chosen_before[place] = self.chosen[place]
                if is_random_draft:
                    self.chosen[place] = self.random_below(self.option_count[place])
            if not is_random_draft:
                self.change_draft()
                self.idle_changes += 1
            self.explored += 1
            length = self.draft_length()
            if is_random_draft or self.accepts(length):
                self.current_length = length
                if length > self.best_length:
                    self.best_length = length
                    self.idle_changes = 0
                    self.store_best()
                if length >= self.target_length:
                    return SOLVED
            else:
                for place in range(LINES):
                    self.chosen[place] = chosen_before[place]
            if self.idle_changes >= self.max_idle_changes:
                return FAILED
        return SEARCHING

    def store_best(self):
        """Store the draft just searched, and a hardest position, the last one of the search."""
        cython.declare(place=cython.int, line=cython.int)
        for place in range(LINES):
            self.best_chosen[place] = self.chosen[place]
            self.best_numbers[place] = 0
        for line in range(self.search.layout.line_count):
            self.best_numbers[self.search.layout.place[line]] = field(
                cython.address(self.search.layout), line, self.search.queue[self.search.entries - 1]
            )

    def hardest(self) -> tuple:
        """Return the longest draft so far: its length, its 16 lines, a hardest position.

        The position is the arrangement number of each line. The length is 0 before any draft could
        be won.
        """
        lines = [self.lines[place][self.best_chosen[place]] for place in range(LINES)]
        return self.best_length, lines, [self.best_numbers[place] for place in range(LINES)]

    def states_at_distance(self, distance: int) -> tuple:
        """Return the 16 lines of the current draft, and its positions at a distance, sorted.

        To be called after SOLVED. Each position is the arrangement number of each line.
        """
        first, end = self.search.level_start[distance], self.search.level_start[distance + 1]
        positions = [self.search.numbers(self.search.queue[index]) for index in range(first, end)]
        lines = [self.lines[place][self.chosen[place]] for place in range(LINES)]
        return lines, sorted(positions)


@cython.cfunc
def check_options(options: list, hero: int):
    """Raise ValueError if the options of the lines do not fit the limits of the kernel."""
    if len(options) != LINES:
        raise ValueError(f"{len(options)} lines, expected {LINES}")
    field_bits = 0
    for choices in options:
        if not 1 <= len(choices) <= MAX_OPTIONS:
            raise ValueError(f"{len(choices)} options for a line, expected 1 to {MAX_OPTIONS}")
        counts = [len(line.arrangements) for line in choices if line is not None]
        most_arrangements = max(counts, default=1)
        if most_arrangements > MAX_DRAFT_ARRANGEMENTS:
            raise ValueError(
                f"{most_arrangements} arrangements of a line,"
                f" expected at most {MAX_DRAFT_ARRANGEMENTS}"
            )
        field_bits += (most_arrangements - 1).bit_length()
    if field_bits > MAX_FIELD_BITS:
        raise ValueError(f"the lines take {field_bits} bits, expected at most {MAX_FIELD_BITS}")
    if not 0 <= hero < FIRST_COLUMN or len(options[hero]) != 1 or options[hero][0] is None:
        raise ValueError("expected one option for the row of boat A")
    if all(len(choices) == 1 for choices in options):
        raise ValueError("every line has one option only, so no draft can be changed")
