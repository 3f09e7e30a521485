"""File formats of peg solitaire: reading and writing problems and solutions.

one file     a picture of the start, optionally followed by one of the finish, see
             `games.peg.notation`; or the rows of the start joined by `/`, `_` outside the board
two files    ROOTI.txt with the initial and ROOTF.txt with the final position, E around the holes;
             the path of either file stands for both, and so does ROOT if no file has that path
solution     one move per line, in any notation, or a list as in `games.peg.python_lists`

`PegCollection` uses the functions and tables of this module.
"""

import re
from collections.abc import Hashable, Sequence
from errno import EISDIR
from pathlib import Path
from typing import cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.peg import notation, python_lists
from ludoscope.games.peg.board import Board, built_in_board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.collection import PositionWriter, SolutionWriter, write_line
from ludoscope.puzzles.files import (
    FOLDER_AS_ROOT_ERROR,
    FileError,
    MissingFile,
    file_title,
    read_text,
    write_texts,
)
from ludoscope.puzzles.puzzle import Puzzle

START_LETTER, FINISH_LETTER = "I", "F"  # the last letter of the file name: initial, final
SUFFIX = ".txt"

_LINE = re.compile(r"[x._]+(?:/[x._]*)+\s*")  # the rows of a board in one line
# a line that is no path: one such as ../x has fewer or shorter rows, and no line break at its end
_LINE_NOT_PATH = re.compile(rf"{_LINE.pattern}\n|(?=.*[x._]{{3}})[x._]+(?:/[x._]*){{2,}}\s*")
_OUTSIDE = frozenset(" E#_-\n")  # characters of a picture that are not holes
_HOLE_SYMBOLS = (  # for each kind of picture: symbols of pegs and holes; at least one that occurs
    ("x.", "x."),
    ("XO", "XO"),
    ("x0", "x"),
)


def is_problem_text(text: str) -> bool:
    """Return True if a text is a picture or a line, or begins with the name of a lattice.

    A line of few or short rows is recognised with a line break at its end, as in a file; without
    one it may be a path.
    """
    if _LINE_NOT_PATH.fullmatch(text):
        return True
    lines = text.splitlines()
    if lines and lines[0].strip().lower() == notation.TRIANGULAR:
        return True
    characters = set(re.sub(rf"(?mi)^[ \t]*{notation.FINISH}[ \t]*$", "", text))
    return any(
        characters & set(required) and characters <= _OUTSIDE | set(symbols)
        for symbols, required in _HOLE_SYMBOLS
    )


def read(text: str, path: Path | None) -> Puzzle:
    """Read a problem from the text of a file, or from two files if `path` is one of a pair.

    Args:
        text: The text of the file.
        path: Its path, None for standard input.

    Raises:
        NotationError: The text is malformed.
        MissingFile: The other file of the pair does not exist.
        FileError: One file of the pair is malformed; the message names it.
    """
    if _LINE.fullmatch(text):
        return _puzzle(file_title(path), *_read_line(text.strip()))
    has_finish = notation.FINISH in text.lower().split()
    pair = _pair_containing(path) if path and not has_finish else None
    if pair:
        return _puzzle(file_title(pair[0]), *_read_pair(*pair))
    return _puzzle(file_title(path), *notation.read_problem(text))


def _puzzle(name: str, board: Board, start: int, finish: int) -> Puzzle:
    return Puzzle(name, PegGame(built_in_board(board), start, finish), name)


def _read_line(text: str) -> tuple[Board, int, int]:
    """Return the board, the start and the finish of a position in one line.

    The finish is the complement of the start. A board is triangular if it has the holes of the
    built-in triangle.
    """
    board, start = notation.read_picture(text.replace("_", " ").split("/"))
    board = built_in_board(board, any_lattice=True)
    return board, start, board.all_holes & ~start


def find_pair_file(root: Path) -> Path | None:
    """Return an existing file of the pair ROOTI.txt and ROOTF.txt, None if there is neither."""
    if not root.name:
        return None
    return next((path for path in _pair_paths(root.parent, root.name) if path.is_file()), None)


def _pair_paths(folder: Path, root: str, suffix: str = SUFFIX) -> tuple[Path, Path]:
    return folder / f"{root}{START_LETTER}{suffix}", folder / f"{root}{FINISH_LETTER}{suffix}"


def _pair_containing(path: Path) -> tuple[Path, Path] | None:
    """Return the paths of start and finish if `path` is named like one of them, else None."""
    root = path.stem[:-1]
    if not root or path.stem[-1] not in (START_LETTER, FINISH_LETTER):
        return None
    return _pair_paths(path.parent, root, path.suffix)


def _read_pair(start_path: Path, finish_path: Path) -> tuple[Board, int, int]:
    """Return the board, the start and the finish (bit masks of pegs) from a pair of files."""
    files = ((start_path, "start", finish_path), (finish_path, "finish", start_path))
    for path, content, other_path in files:
        if not path.exists():
            message = f"no such file, expected the {content} that belongs to {other_path.name}"
            raise MissingFile(f"{path}: {message}")
    path = start_path
    try:
        board, start, _ = notation.read_problem(read_text(start_path))
        path = finish_path
        finish_rows = read_text(finish_path).splitlines()
        finish_board, finish = notation.read_picture(finish_rows, board.lattice)
        if finish_board.holes != board.holes:
            raise NotationError(f"its holes differ from {start_path.name}, expected the same board")
    except NotationError as error:
        raise FileError(str(path), error) from None
    return board, start, finish


def write_start_and_finish(game: PegGame, start: int, root: Path) -> None:
    """Write a problem to ROOTI.txt and ROOTF.txt.

    Args:
        game: The board and the finish.
        start: Bit mask of the pegs at the start.
        root: The common part of both paths.

    Raises:
        OSError: The files cannot be written; in that case neither is changed.
    """
    if not root.name or root.name == "..":
        raise IsADirectoryError(EISDIR, FOLDER_AS_ROOT_ERROR, str(root))
    texts = (_framed_picture(game.board, pegs) for pegs in (start, game.finish))
    write_texts(dict(zip(_pair_paths(root.parent, root.name), texts, strict=True)))


def _framed_picture(board: Board, pegs: int) -> str:
    """Return a picture with a border of E, the symbol for cells outside the board."""
    width = board.width + 2
    rows = [f"E{row}".ljust(width, "E") for row in board.to_rows(pegs, outside="E")]
    head = [notation.TRIANGULAR] if board.lattice == notation.TRIANGULAR else []
    border = "E" * width
    return "\n".join([*head, border, *rows, border]) + "\n"


def _board(game: AnyGame) -> Board:
    return cast(PegGame, game).board


def _write_problem(game: AnyGame, position: Hashable) -> str:
    return notation.write_problem(_board(game), cast(int, position), cast(PegGame, game).finish)


def _write_picture(game: AnyGame, position: Hashable) -> str:
    return notation.draw_board(_board(game), cast(int, position))


def _write_finish(game: AnyGame, position: Hashable) -> str:
    return "\n".join(_board(game).to_rows(cast(PegGame, game).finish)) + "\n"


POSITION_FORMATS: dict[str, PositionWriter] = {
    "picture": _write_picture,
    "rows": _write_problem,
    "finish": _write_finish,
    "line": write_line,
}


def read_solution(game: AnyGame, text: str) -> list[str]:
    """Return the moves of a solution file as texts; blank lines are skipped.

    Raises:
        NotationError: A line is not a move.
    """
    board = _board(game)
    if python_lists.is_move_list(text):
        return python_lists.read_move_list(board, text)
    texts = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            notation.parse_move(board, line)
        except NotationError as error:
            raise NotationError(str(error), number) from None
        texts.append(line.strip())
    return texts


def write_solution(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution in compass notation, one move per line."""
    return "".join(f"{text}\n" for text in notation.to_compass(_board(game), _as_jumps(moves)))


def _write_lucas(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution in Lucas's notation, one jump per line."""
    board = _board(game)
    notation.check_single_digits(board)
    return "".join(f"{notation.to_lucas(board, jump)}\n" for jump in _as_jumps(moves))


def _write_pair_list(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    return python_lists.to_pair_list(_board(game), _as_jumps(moves))


def _write_compass_list(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    return python_lists.to_compass_list(_board(game), _as_jumps(moves))


def _as_jumps(moves: Sequence[Hashable]) -> Sequence[notation.Move]:
    return cast(Sequence[notation.Move], moves)


SOLUTION_FORMATS: dict[str, SolutionWriter] = {
    "compass": write_solution,
    "lucas": _write_lucas,
    "list": _write_pair_list,
    "compass-list": _write_compass_list,
}
