"""Peg solitaire in words."""

import re
from collections.abc import Sequence

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg.board import DIRECTION_WORDS, DIRECTIONS
from ludoscope.games.peg.rules import Move, PegGame
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.spoken_board import SpokenBoard, list_numbers
from ludoscope.tui.text.formatting import format_count

MAX_LISTED_HOLES = 9  # in the summary

_DIRECTIONS_BY_WORD = {word: name for name, word in DIRECTION_WORDS.items()}
_PLACE = re.compile(r"([0-9]{1,3})\s*[, ]\s*([0-9]{1,3})|([0-9])([0-9])")
_JUMP = re.compile(
    r"(?:the )?(?:peg )?(?:at )?([0-9]{1,3}) ?, ?([0-9]{1,3}) (?:jumps? )?"
    # atomic groups: "northwest" is never tried as two words, which takes exponential time
    r"((?>(?:(?:north|south)(?:west|east)?|east|west)(?:,? (?:then )?(?=[nsew]))?))+"
    r"(?: over .*)?",
    re.IGNORECASE | re.ASCII,
)
_DIRECTION = re.compile("(?:north|south)(?:west|east)?|east|west", re.IGNORECASE | re.ASCII)


class SpokenPegBoard(SpokenBoard):
    """Pegs and holes by column and row, the first row at the bottom."""

    PLACES = "a hole by column and row, such as 4,6 or 46"
    game: PegGame

    def describe_rules(self, preferences: Preferences) -> Sequence[str]:
        lines = ["along rows and columns", "never diagonally"]
        if self.game.board.lattice != "square":
            lines = ["along rows and columns", "and to the northwest and southeast"]
        return [
            "A peg jumps over the peg beside it into the empty hole behind, and the peg that was"
            " jumped over is taken off the board.",
            f"Jumps go {', '.join(lines)}.",
            *self._describe_goal(),
        ]

    def summarise(self, position: int) -> Sequence[str]:
        pegs = self._places(position)
        holes = self._places(self.game.board.all_holes & ~position)
        peg_count = format_count(len(pegs), "peg") if pegs else "No pegs"
        hole_count = format_count(len(holes), "empty hole") if holes else "no empty holes"
        lines = [f"{peg_count}, {hole_count}."]
        if 0 < len(pegs) <= min(len(holes), MAX_LISTED_HOLES):
            lines.append(f"Pegs at {'; '.join(pegs)}.")
        elif 0 < len(holes) <= MAX_LISTED_HOLES:
            lines.append(f"Empty: {'; '.join(holes)}.")
        elif holes:
            lines += self._rows(position)
        return [*lines, self._goal_text()]

    def _goal_text(self) -> str:
        goal = self._places(self.game.finish)
        if not goal:
            return "Goal: no pegs."
        where = f" at {'; '.join(goal)}" if len(goal) <= MAX_LISTED_HOLES else ""
        return f"Goal: {format_count(len(goal), 'peg')}{where}."

    def _describe_goal(self) -> list[str]:
        """Return the goal with the place of each peg."""
        goal = self.game.finish
        return [
            self._goal_text(),
            *(self._rows(goal) if goal.bit_count() > MAX_LISTED_HOLES else ()),
        ]

    def describe_board(self, position: int) -> Sequence[str]:
        lines = ["Rows from the top; columns count from the left."]
        if self.game.board.lattice != "square":
            lines.append("Pegs also jump northwest and southeast, along the third direction.")
        return [*lines, *self._rows(position), *self._describe_goal()]

    def _rows(self, position: int) -> list[str]:
        board = self.game.board
        lines = []
        for row in range(board.height, 0, -1):
            columns: dict[bool, list[int]] = {True: [], False: []}
            for hole, (x, y) in enumerate(board.holes):
                if y == row:
                    columns[bool(position >> hole & 1)].append(x)
            pegs, empty = list_numbers(columns[True]), list_numbers(columns[False])
            parts = [f"{'peg' if len(columns[True]) == 1 else 'pegs'} at {pegs}"] if pegs else []
            parts += [f"empty at {empty}"] if empty else []
            if parts:
                lines.append(f"Row {row}: {'; '.join(parts)}.")
        return lines

    def _place(self, hole: int) -> str:
        x, y = self.game.board.holes[hole]
        return f"{x},{y}"

    def _places(self, position: int) -> list[str]:
        return [self._place(hole) for hole in range(position.bit_length()) if position >> hole & 1]

    def describe_place(self, position: int, place: str) -> str:
        match = _PLACE.fullmatch(place)
        if not match:
            raise NotationError(f"found {short_repr(place)}, expected {self.PLACES}")
        hole = self.game.board.hole_at(int(match[1] or match[3]), int(match[2] or match[4]))
        moves = self.game.moves(position)
        if position >> hole & 1:
            targets = [
                f"{self._direction(move)} to {self._place(move[1])}"
                for move in moves
                if move[0] == hole
            ]
            ability = f"jumps {', or '.join(targets)}" if targets else "cannot jump"
            return f"Peg at {self._place(hole)}: {ability}."
        sources = [self._place(move[0]) for move in moves if move[1] == hole]
        ability = (
            f"a peg jumps here from {', or '.join(sources)}" if sources else "no peg reaches it"
        )
        return f"Empty hole at {self._place(hole)}: {ability}."

    def _direction(self, move: Move) -> str:
        (x, y), (end_x, end_y) = (self.game.board.holes[hole] for hole in move)
        step = ((end_x - x) // 2, (end_y - y) // 2)
        names = {step: name for name, step in DIRECTIONS[self.game.board.lattice].items()}
        return DIRECTION_WORDS[names[step]]

    def describe_moves(self, position: int, moves: Sequence[Move]) -> str:
        texts: list[str] = []
        previous_end = -1
        for move in moves:
            over = self._place(self.game.board.jumped_holes[move])
            jump = f"{self._direction(move)} over {over} to {self._place(move[1])}"
            if move[0] == previous_end:
                texts[-1] += f", then {jump}"
            else:
                texts.append(f"{self._place(move[0])} jumps {jump}")
            previous_end = move[1]
        return "; ".join(texts)

    def to_notation(self, position: int, text: str) -> str:
        """Return "4,6 jumps south over 4,5 to 4,4" as `4,6:S`.

        A text with a direction in which no peg of the board jumps is returned unchanged.
        """
        match = _JUMP.fullmatch(text.strip())
        if not match:
            return text
        lattice = self.game.board.lattice
        names = [_DIRECTIONS_BY_WORD.get(word.lower(), "") for word in _DIRECTION.findall(text)]
        if set(names) - DIRECTIONS[lattice].keys():
            return text
        separator = "" if lattice == "square" else "."
        return f"{match[1]},{match[2]}:{separator.join(names)}"
