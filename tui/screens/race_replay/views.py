"""The contents of the race replay: the boards of the solvers and a lane for each."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from ludoscope.search.result_text import SOLVED, UNSOLVABLE
from ludoscope.tui.boards.board import Board
from ludoscope.tui.lab.race import RUNNING
from ludoscope.tui.lab.replay import Lane, RaceReplay
from ludoscope.tui.screens.lab.race_views import MAX_NAME_WIDTH, format_time, format_verdict
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.text.formatting import format_metric, player_unit
from ludoscope.tui.text.plot import SERIES_ROLES, Axis, draw_x_axis, mark_of
from ludoscope.tui.widgets.board_area import fits, position_lines

BOARD_GAP = 2  # columns between two boards
PLACES = {1: "1st", 2: "2nd", 3: "3rd"}
STATE_WIDTH = 14  # columns of a place and a time
TEXT_WIDTH = 21  # columns of the text behind a bar
MIN_TRACK_WIDTH = 10  # columns


class BoardGrid(NamedTuple):
    """The places of the boards: lanes by row and column, with the size of a board's cell."""

    rows: list[list[int]]
    width: int
    height: int

    def lane_at(self, x: int, y: int) -> int | None:
        """Return the lane whose board is at a cell."""
        row, column = y // max(1, self.height), x // max(1, self.width)
        if row < len(self.rows) and column < len(self.rows[row]):
            return self.rows[row][column]
        return None


def arrange_boards(
    board: Board, lane_count: int, selected: int, width: int, height: int
) -> BoardGrid:
    """Return the arrangement with the largest boards; only the selected one if not all fit."""
    best, best_size = BoardGrid([[selected]], width, height), (0, 0)
    for columns in range(1, lane_count + 1):
        row_count = ceil(lane_count / columns)
        cell_width, cell_height = width // columns, height // row_count
        if not fits(board, cell_width - BOARD_GAP, cell_height - 1):
            continue
        size = board.drawing_size(cell_width - BOARD_GAP, cell_height - 1)
        if size > best_size:
            lanes = list(range(lane_count))
            rows = [lanes[start : start + columns] for start in range(0, lane_count, columns)]
            best, best_size = BoardGrid(rows, cell_width, cell_height), size
    return best


def draw_boards(
    board: Board, lanes: Sequence[Lane], grid: BoardGrid, selected: int, ascii_only: bool
) -> Block:
    """Return the boards of a grid, each below the name of its solver."""
    block: Block = []
    for row in grid.rows:
        cells = [
            _draw_board(board, lanes[index], index, grid, index == selected, ascii_only)
            for index in row
        ]
        block += drawing.join_equal_heights(*cells)
    return block


def _draw_board(
    board: Board, lane: Lane, index: int, grid: BoardGrid, is_selected: bool, ascii_only: bool
) -> Block:
    title: StyledLine = [
        mark_of(index, ascii_only),
        (f" {lane.entrant.solver_run.solver.name}", "title" if is_selected else ""),
    ]
    width, height = grid.width - BOARD_GAP, grid.height - 1
    lines = position_lines(board, lane.position, width, height)
    block = [*drawing.center([title], width, 1), *drawing.center(lines, width, height)]
    return drawing.fit_block(block, grid.width, grid.height)


class Lanes(NamedTuple):
    """The drawn lanes and where their tracks are.

    Attributes:
        lines: A line for each solver and the axis below them.
        track_start: The first column of the tracks.
        track_width: The columns of the tracks.
    """

    lines: Block
    track_start: int
    track_width: int


def draw_lanes(
    replay: RaceReplay,
    board: Board,
    selected: int,
    visible: range,
    width: int,
    ascii_only: bool,
) -> Lanes:
    """Return a lane for each solver of the range `visible`: its place and time, and a track.

    In the race a track is as long as the solver has run, on an axis of seconds. In the replay it is
    as long as the solution and filled up to the current step, on an axis of steps.
    """
    lanes = replay.lanes()
    longest_name = max((len(lane.entrant.solver_run.solver.name) for lane in lanes), default=0)
    name_width = min(MAX_NAME_WIDTH, longest_name)
    track_start = name_width + STATE_WIDTH + 8
    track_width = max(MIN_TRACK_WIDTH, width - track_start - TEXT_WIDTH - 1)
    is_racing = replay.shows_race
    last = replay.seconds if is_racing else replay.step_count
    axis = Axis(0, max(last, 1), track_width, whole=not is_racing)
    block: Block = []
    for index in visible:
        lane = lanes[index]
        row = lane.entrant.to_row()
        place = "" if lane.place is None else PLACES.get(lane.place, f"{lane.place}th")
        time = format_time(row) if row.seconds or row.verdict in (SOLVED, UNSOLVABLE) else ""
        line: StyledLine = [
            ("► " if index == selected else "  ", "cursor"),
            mark_of(index, ascii_only),
            (f" {row.solver[:name_width]:<{name_width}}", "title" if index == selected else ""),
            (f"  {place:>4}", "good" if lane.place == 1 else ""),
            (f" {time:>9}  ", "dim"),
        ]
        role = SERIES_ROLES[index % len(SERIES_ROLES)]
        if is_racing:
            length = max(bool(row.seconds), round(track_width * axis.fraction(row.seconds)))
            line += [("■" * length, role), (" " * (track_width - length), "")]
            line.append(_racing_text(lane))
        else:
            total = round(track_width * axis.fraction(lane.step_count or 0))
            made = round(track_width * axis.fraction(lane.step))
            line += [("■" * made, role), ("□" * (total - made), "dim")]
            line.append((" " * (track_width - total), ""))
            line.append(_solution_text(lane))
        block.append(drawing.fit_line(line, width))
    label = "seconds" if is_racing else _common_unit(lanes)
    block += drawing.fit_block(draw_x_axis(axis, track_start, track_width, label), width, 2)
    return Lanes(block, track_start, track_width)


def _racing_text(lane: Lane) -> tuple[str, str]:
    row = lane.entrant.to_row()
    if row.verdict == RUNNING and row.explored:
        unit = lane.entrant.solver_run.solver.counters.explored.unit
        return f" {format_metric(row.explored)} {unit}", "dim"
    verdict = format_verdict(row, with_reason=False)
    return f" {verdict.text}", verdict.role


def _step_unit(lane: Lane) -> str:
    """Return the unit of the steps of a solution; solvers of one game may count differently."""
    run = lane.entrant.solver_run
    return player_unit(run.solver.game_in_measure(run.game)).plural


def _common_unit(lanes: Sequence[Lane]) -> str:
    units = {_step_unit(lane) for lane in lanes if lane.step_count is not None}
    return units.pop() if len(units) == 1 else "steps"


def _solution_text(lane: Lane) -> tuple[str, str]:
    if lane.step_count is None:
        verdict = format_verdict(lane.entrant.to_row(), with_reason=False)
        return f" {verdict.text or 'not run'}", verdict.role
    text = f" {lane.step} of {lane.step_count} {_step_unit(lane)}"
    return (f"{text} ✓", "good") if lane.is_done else (text, "")
