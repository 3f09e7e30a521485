"""The collection of peg solitaire: its catalogue. The file formats are in `puzzles.peg.files`.

    lucas-07          one of the thirty problems of Lucas
    english-24-54     from a vacancy at column 2, row 4, to a last peg at column 5, row 4
    english-central   vacancy and last peg in the centre
    english-17        vacancy and last peg in hole 17, counted row by row from 1
    english-lamp      from a figure to one peg
    english-to-sun    from one vacancy to a figure
    peg-daily         the daily problem, one of the above that has a solution

The catalogue begins with the classics. It lists the single-vacancy problems that the colouring test
allows, one of each symmetry class, with the known results; `find` also accepts all others.
"""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import daily
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure, bundled_value
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.peg.difficulty import BITS
from ludoscope.puzzles.peg.fewest_moves import FEWEST_MOVES, fewest_moves, shortest_solution
from ludoscope.puzzles.peg.figures import load_figures
from ludoscope.puzzles.peg.files import (
    POSITION_FORMATS,
    SOLUTION_FORMATS,
    find_pair_file,
    is_problem_text,
    read,
    read_solution,
    write_start_and_finish,
)
from ludoscope.puzzles.peg.lucas import (
    LUCAS_PROBLEMS,
    LUCAS_TITLES,
    load_lucas_solutions,
    lucas_problem,
    lucas_solution,
)
from ludoscope.puzzles.peg.move_lists import parse_line
from ludoscope.puzzles.peg.sharing import PegSharing
from ludoscope.puzzles.peg.solvability import OPEN_PROBLEMS, UNSOLVABLE_PROBLEMS
from ludoscope.puzzles.puzzle import PublishedSolution, Puzzle
from ludoscope.puzzles.shortest_known import shortest_known, shortest_known_solution

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite
    from ludoscope.puzzles.generator import Generator
    from ludoscope.puzzles.svg import Picture

BOARD_TITLES = {
    "english": "English, 33 holes",
    "european": "European, 37 holes",
    "wiegleb": "Wiegleb, 45 holes",
    "asymmetric": "Asymmetric, 39 holes",
    "diamond": "Diamond, 41 holes",
    "triangle": "Triangle, 15 holes",
}

CLASSICS_GROUP = "Classics"
CLASSIC_TITLES = {  # titles by name of the problems with which most books begin
    "english-cross": "Cross",
    "english-plus": "Plus",
    "english-fireplace": "Fireplace",
    "english-pyramid": "Pyramid",
    "english-lamp": "Lamp",
    "english-diamond": "Diamond",
    "triangle-15-15": "Triangle, corner",
    "english-central": "English, central",
    "wiegleb-central": "Wiegleb, central",
}
LUCAS_GROUP = "Lucas, European"

_LUCAS = re.compile(r"lucas-([0-9]{1,4})")
_VACANCY = re.compile(r"[a-z]+-(?:(central)|([0-9])([0-9])-([0-9])([0-9]))")
_HOLE = re.compile(r"[a-z]+-([1-9][0-9]?)")


def _problem_entries() -> Iterator[Entry]:
    """Yield the entries of all problems: Lucas's, then those of each board with its figures."""
    for number in range(1, len(LUCAS_PROBLEMS) + 1):
        name, game = f"lucas-{number:02}", lucas_problem(number)
        lucas_moves = str(len(load_lucas_solutions()[number - 1]))
        yield _entry(
            name, _lucas_title(number), LUCAS_GROUP, _lucas_detail(number), game, lucas_moves
        )
    for board in BOARDS.values():
        for vacancy, last in _distinct_problems(board):
            name, title = _name_and_title(board, vacancy, last)
            game = PegGame(board, board.all_holes & ~(1 << vacancy), 1 << last)
            detail = f"{_peg_counts(game)}{_result_suffix(name)}"
            yield _entry(name, title, BOARD_TITLES[board.name], detail, game)
        for figure in load_figures().values():
            if figure.board is board:
                detail = f"{figure.detail}{_result_suffix(figure.name)}"
                yield _entry(figure.name, figure.title, figure.group, detail, figure.game)


def _entry(
    name: str, title: str, group: str, detail: str, game: PegGame, lucas_moves: str = ""
) -> Entry:
    pegs = f"{game.start.bit_count()} → {game.finish.bit_count()}"
    if name in OPEN_PROBLEMS:
        fewest = "open"
    elif name in FEWEST_MOVES:
        fewest = str(FEWEST_MOVES[name])
    else:
        known = shortest_known(name)
        fewest = f"≤{known}" if known else "none" if name in UNSOLVABLE_PROBLEMS else ""
    return Entry(
        name,
        title,
        group,
        detail,
        _jump_count(game),
        FEWEST_MOVES.get(name, 0),
        (pegs, fewest, lucas_moves),
        shortest_known(name) or 0,
    )


def _jump_count(game: PegGame) -> int:
    """Return the number of jumps of every solution; each removes one peg."""
    return game.start.bit_count() - game.finish.bit_count()


def _peg_counts(game: PegGame) -> str:
    return f"{game.start.bit_count()} pegs to {game.finish.bit_count()}"


def _lucas_title(number: int) -> str:
    return f"Lucas {number}" + (f", {LUCAS_TITLES[number]}" if number in LUCAS_TITLES else "")


def _lucas_detail(number: int) -> str:
    """Return the numbers of pegs at start and finish, and the lengths of the known solutions."""
    game, name, lucas_moves = (
        lucas_problem(number),
        f"lucas-{number:02}",
        len(load_lucas_solutions()[number - 1]),
    )
    pegs = _peg_counts(game)
    if name in FEWEST_MOVES:
        return f"{pegs}, {FEWEST_MOVES[name]} moves, Lucas {lucas_moves}"
    return f"{pegs}, Lucas {lucas_moves} moves"


def _lucas_published_solution(number: int) -> PublishedSolution:
    """Return Lucas's solution."""
    name, moves = f"lucas-{number:02}", f"{len(load_lucas_solutions()[number - 1])} moves"
    detail = f"{moves}, fewest {FEWEST_MOVES[name]}" if name in FEWEST_MOVES else moves
    return PublishedSolution("Lucas's own solution", detail, lucas_solution(number))


def _result_suffix(name: str) -> str:
    """Return the known result on a problem as a suffix of `Entry.detail`: ", 18 moves"."""
    if name in FEWEST_MOVES:
        return f", {FEWEST_MOVES[name]} moves"
    if name in OPEN_PROBLEMS:
        return ", open problem"
    return f", {UNSOLVABLE_PROBLEMS[name]}" if name in UNSOLVABLE_PROBLEMS else ""


@cache
def _distinct_problems(board: Board) -> tuple[tuple[int, int], ...]:
    """Return (vacancy, last hole) of the single-vacancy problems that the colouring test allows.

    Of problems that are symmetric to each other, only the one with the smallest pair is included.
    """
    holes = range(len(board.holes))
    problems = []
    for vacancy in holes:
        if any(symmetry[vacancy] < vacancy for symmetry in board.symmetries):
            continue
        vacancy_stabilizer = [
            symmetry for symmetry in board.symmetries if symmetry[vacancy] == vacancy
        ]
        for last in holes:
            if any(symmetry[last] < last for symmetry in vacancy_stabilizer):
                continue
            if not refute_by_counting_or_colouring(
                board, board.all_holes & ~(1 << vacancy), 1 << last
            ):
                problems.append((vacancy, last))
    return tuple(problems)


def _name_and_title(board: Board, vacancy: int, last: int) -> tuple[str, str]:
    """Return the name and the title of a single-vacancy problem."""
    (x, y), (last_x, last_y) = board.holes[vacancy], board.holes[last]
    if vacancy == last and (x, y) == _centre(board):
        return f"{board.name}-central", "Central"
    return f"{board.name}-{x}{y}-{last_x}{last_y}", f"{x},{y} → {last_x},{last_y}"


def _centre(board: Board) -> tuple[int, int] | None:
    """Return the coordinates of the only hole that all symmetries fix; None if there is not one."""
    fixed_holes = [
        hole
        for hole in range(len(board.holes))
        if all(symmetry[hole] == hole for symmetry in board.symmetries)
    ]
    return board.holes[fixed_holes[0]] if len(fixed_holes) == 1 else None


def _hole_index(board: Board, number: int) -> int:
    """Return the index of the hole with a number that is counted row by row from 1.

    Raises:
        ValueError: The board has no such hole.
    """
    if not 1 <= number <= len(board.holes):
        raise ValueError(f"found hole {number} of {board.name}, expected 1 to {len(board.holes)}")
    return number - 1


class PegCollection(Collection):
    """Problems by vacancy and last peg, figures, and Lucas's thirty problems."""

    example = "english-central"
    numbered_series = ("lucas-N", *(f"{board}-N" for board in BOARDS))
    first = "english-cross"
    columns = ("pegs", "fewest", "Lucas")
    daily_prefix = "peg"
    title_needs_family = False
    sharing = PegSharing()
    has_file_pairs = True
    position_formats = POSITION_FORMATS
    solution_formats = SOLUTION_FORMATS

    def goal_position(self, game: AnyGame) -> int:
        """Return the finish."""
        return cast(PegGame, game).finish

    def entries(self) -> Iterator[Entry]:
        """Yield the classics, Lucas's problems, those of each board, and the daily problem."""
        entries = list(_problem_entries())
        by_name = {entry.name: entry for entry in entries}
        for name, title in CLASSIC_TITLES.items():
            yield by_name[name]._replace(title=title, group=CLASSICS_GROUP)
        yield from (entry for entry in entries if entry.name not in CLASSIC_TITLES)
        problem = self._daily_problem(daily.today())
        board = problem.title.partition(",")[0]
        game = cast(PegGame, problem.game)
        yield daily.todays_entry("peg", f"{board}, {_peg_counts(game)}")

    def find(self, name: str) -> Puzzle | None:
        """Return a problem by name."""
        if day := daily.parse_day(name, "peg"):
            return daily.as_daily(self._daily_problem(day), "peg", day)
        if match := _LUCAS.fullmatch(name):
            number = int(match[1])
            if not 1 <= number <= len(LUCAS_PROBLEMS):
                raise ValueError(
                    f"found problem {number} of Lucas, expected 1 to {len(LUCAS_PROBLEMS)}"
                )
            name, source = f"lucas-{number:02}", "Récréations mathématiques"
            return Puzzle(
                name,
                lucas_problem(number),
                _lucas_title(number),
                source,
                _lucas_published_solution(number),
            )
        board = BOARDS.get(name.partition("-")[0])
        if not board:
            return None
        if figure := load_figures().get(name):
            title = f"{board.name.capitalize()}, {figure.title.lower()}"
            return Puzzle(name, figure.game, title, figure.group)
        if match := _HOLE.fullmatch(name):
            vacancy = last = _hole_index(board, int(match[1]))
        elif not (match := _VACANCY.fullmatch(name)):
            return None
        elif match[1]:
            centre = _centre(board)
            if centre is None:
                raise ValueError(
                    f"the board {board.name} has no centre, expected {board.name}-XY-XY"
                )
            vacancy = last = board.hole_numbers[centre]
        else:
            x, y, last_x, last_y = (int(digit) for digit in match.groups()[1:])
            vacancy, last = board.hole_at(x, y), board.hole_at(last_x, last_y)
        name, title = _name_and_title(board, vacancy, last)
        game = PegGame(board, board.all_holes & ~(1 << vacancy), 1 << last)
        return Puzzle(name, game, f"{board.name.capitalize()}, {title}", BOARD_TITLES[board.name])

    def _daily_problem(self, day: date) -> Puzzle:
        puzzle = self.find(daily.line_for("peg", day))
        assert puzzle
        return puzzle

    def game_title(self, spec: Mapping[str, Any]) -> str:
        """Return the board: "English board"."""
        board = spec.get("board")
        return f"{board.capitalize()} board" if board in BOARDS else "Other boards"

    def fewest_moves(self, name: str) -> int | None:
        """Return the proved minimum number of moves of a problem; None if unknown."""
        return fewest_moves(name)

    def shortest_known(self, name: str) -> int | None:
        """Return the moves of the stored solution of a problem; None if there is none."""
        return shortest_known(daily.name_in_data(name, "peg"))

    def difficulty_measure(self, puzzle: AnyGame | str) -> DifficultyMeasure:
        """Return the bits of a winning line."""
        return BITS

    def known_difficulty(self, name: str) -> Difficulty | None:
        """Return the bundled difficulty of a problem of the catalogue or a daily problem."""
        value = bundled_value(daily.name_in_data(name, "peg"))
        return None if value is None else BITS.difficulty(value)

    def shortest_solution(self, puzzle: Puzzle) -> Sequence[Hashable]:
        """Return the jumps of the shortest solution known; () if none is stored."""
        board = cast(PegGame, puzzle.game).board
        moves = parse_line(board, shortest_solution(puzzle.name))
        return moves or shortest_known_solution(daily.name_in_data(puzzle.name, "peg"))

    def recognises(self, text: str) -> bool:
        """Return True if a text is a picture of pegs and holes, or names a lattice."""
        return is_problem_text(text)

    def read(self, text: str, path: Path | None) -> Puzzle:
        """Return the problem in a file, or in the pair of files that `path` belongs to."""
        return read(text, path)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the moves in a solution file: one on each line, or a Python list."""
        return read_solution(game, text)

    def find_file_pair(self, root: Path) -> Path | None:
        """Return ROOTI.txt, or else ROOTF.txt; None if neither exists."""
        return find_pair_file(root)

    def write_file_pair(self, game: AnyGame, position: Hashable, root: Path) -> None:
        """Write the position and the finish to ROOTI.txt and ROOTF.txt, both or neither."""
        write_start_and_finish(cast(PegGame, game), cast(int, position), root)

    def draw(self, game: AnyGame, position: Hashable) -> "Picture":
        """Return the picture of a position."""
        from ludoscope.puzzles.peg.pictures import draw_position

        return draw_position(cast(PegGame, game), cast(int, position))

    def make_daily_lines(self, seed: int) -> Iterator[str]:
        """Generate the lines of the list of daily problems."""
        from ludoscope.puzzles.peg.dailies import daily_problem_names

        return daily_problem_names(seed)

    def generator(self) -> "Generator":
        """Return the generator of problems that end with a single peg."""
        from ludoscope.puzzles.peg.problem_generator import ProblemGenerator

        return ProblemGenerator()

    def bench_suite(self) -> "Sequence[Suite]":
        """Return the sets of puzzles that the command `bench` measures."""
        from ludoscope.puzzles.bench.suites import PEG_SUITES

        return PEG_SUITES
