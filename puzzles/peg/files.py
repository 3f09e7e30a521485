"""The files of peg solitaire.

one file     a picture, with or without that of the finish, see `games.peg.notation`
two files    ROOTI.txt with the start and ROOTF.txt with the finish, E around the holes;
             the name of either file means both, and so does ROOT if there is no such file
a solution   a move on each line, in any notation, or a list as in `games.peg.lists`
"""

import re
from collections.abc import Hashable, Sequence
from errno import EISDIR
from pathlib import Path
from typing import cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.peg import lists, notation
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.collection import PositionWriter, SolutionWriter
from ludoscope.puzzles.files import NO_ROOT, FileError, MissingFile, read_text, write_texts
from ludoscope.puzzles.puzzle import Puzzle

START, FINISH = "I", "F"  # at the end of the stem: initial and final position
SUFFIX = ".txt"

_OUTSIDE = frozenset(" E#_-\n")
_PICTURES = (("x.", "x."), ("XO", "XO"), ("x0", "x"))  # signs of holes, one of which there must be


def recognise(text: str) -> bool:
    """Whether a text is a picture of `x` and `.`, or names a lattice."""
    lines = text.splitlines()
    if lines and lines[0].strip().lower() == notation.TRIANGULAR:
        return True
    found = set(re.sub(rf"(?m)^{notation.FINISH}$", "", text))
    return any(
        found & set(needed) and found <= _OUTSIDE | set(glyphs) for glyphs, needed in _PICTURES
    )


def read(text: str, path: Path | None) -> Puzzle:
    """From one file, or from two when the name of `path` is that of one of two.

    MissingFile without the other file; FileError, with its name, for a fault in one of two.
    """
    says_finish = notation.FINISH in text.lower().split()
    halves = _halves(path) if path and not says_finish else None
    if halves:
        return _puzzle(halves[0].name, *_both(*halves))
    return _puzzle(path.name if path else "standard input", *notation.read_problem(text))


def _puzzle(name: str, board: Board, start: int, finish: int) -> Puzzle:
    built_in = (b for b in BOARDS.values() if (b.holes, b.lattice) == (board.holes, board.lattice))
    return Puzzle(name, PegGame(next(built_in, board), start, finish), name)


def half_of(root: Path) -> Path | None:
    """An existing file of the two of a root; None when there is neither."""
    if not root.name:
        return None
    return next((path for path in _pair(root.parent, root.name) if path.is_file()), None)


def _pair(folder: Path, root: str, suffix: str = SUFFIX) -> tuple[Path, Path]:
    return folder / f"{root}{START}{suffix}", folder / f"{root}{FINISH}{suffix}"


def _halves(path: Path) -> tuple[Path, Path] | None:
    """The start's file and the finish's, when the name is that of one of the two."""
    root = path.stem[:-1]
    if not root or path.stem[-1] not in (START, FINISH):
        return None
    return _pair(path.parent, root, path.suffix)


def _both(first: Path, second: Path) -> tuple[Board, int, int]:
    """The board, the start and the finish in two files."""
    for path, half, other in ((first, "start", second), (second, "finish", first)):
        if not path.exists():
            said = f"no such file, expected the {half} that belongs to {other.name}"
            raise MissingFile(f"{path}: {said}")
    path = first
    try:
        board, start, _ = notation.read_problem(read_text(first))
        path = second
        there, finish = notation.read_picture(read_text(second).splitlines(), board.lattice)
        if there.holes != board.holes:
            raise NotationError(f"its holes differ from {first.name}, expected the same board")
    except NotationError as error:
        raise FileError(str(path), error) from None
    return board, start, finish


def write_two(game: PegGame, start: int, root: Path) -> None:
    """Write ROOTI.txt and ROOTF.txt, both or neither; OSError when that fails."""
    if not root.name or root.name == "..":
        raise IsADirectoryError(EISDIR, NO_ROOT, str(root))
    texts = (_framed(game.board, pegs) for pegs in (start, game.finish))
    write_texts(dict(zip(_pair(root.parent, root.name), texts, strict=True)))


def _framed(board: Board, pegs: int) -> str:
    """A picture with a border of outside cells."""
    wide = board.width + 2
    rows = [f"E{row}".ljust(wide, "E") for row in board.rows(pegs, outside="E")]
    head = [notation.TRIANGULAR] if board.lattice == notation.TRIANGULAR else []
    return "\n".join([*head, "E" * wide, *rows, "E" * wide]) + "\n"


def _board(game: AnyGame) -> Board:
    return cast(PegGame, game).board


def _problem(game: AnyGame, position: Hashable) -> str:
    return notation.write_problem(_board(game), cast(int, position), cast(PegGame, game).finish)


def _picture(game: AnyGame, position: Hashable) -> str:
    return notation.picture(_board(game), cast(int, position))


def _finish(game: AnyGame, position: Hashable) -> str:
    return "\n".join(_board(game).rows(cast(PegGame, game).finish)) + "\n"


def _line(game: AnyGame, position: Hashable) -> str:
    return game.text(position) + "\n"


WRITERS: dict[str, PositionWriter] = {
    "picture": _picture,
    "rows": _problem,
    "finish": _finish,
    "line": _line,
}


def read_solution(game: AnyGame, text: str) -> list[str]:
    """A list, or one move a line; blank lines are skipped."""
    board = _board(game)
    if lists.is_list(text):
        return lists.read_list(board, text)
    texts = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            notation.parse(board, line)
        except NotationError as error:
            raise NotationError(str(error), number) from None
        texts.append(line.strip())
    return texts


def write_solution(game: AnyGame, moves: Sequence[Hashable]) -> str:
    """In compass notation, a move a line."""
    return "".join(f"{text}\n" for text in notation.compass(_board(game), _jumps(moves)))


def _lucas(game: AnyGame, moves: Sequence[Hashable]) -> str:
    """A pair for each jump, on a line each."""
    board = _board(game)
    notation.check_numbers(board)
    return "".join(f"{notation.lucas(board, jump)}\n" for jump in _jumps(moves))


def _pairs(game: AnyGame, moves: Sequence[Hashable]) -> str:
    return lists.pairs(_board(game), _jumps(moves))


def _texts(game: AnyGame, moves: Sequence[Hashable]) -> str:
    return lists.texts(_board(game), _jumps(moves))


def _jumps(moves: Sequence[Hashable]) -> Sequence[notation.Move]:
    return cast(Sequence[notation.Move], moves)


SOLUTIONS: dict[str, SolutionWriter] = {
    "compass": write_solution,
    "lucas": _lucas,
    "list": _pairs,
    "compass-list": _texts,
}
