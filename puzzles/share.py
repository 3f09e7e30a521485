"""Shared lines: a puzzle and the moves made on it as one line of text.

    ludoscope lucas-07 2: 5,4:SW 2,2:E # 2 moves
    ludoscope rush ~~~~~~/~~~~~~/AA~B~~/~~~B~~/~~~~~~/~~~~~~ 2: B> B> # 2 cells
    ludoscope patience FreeCell-free - - - - | … / 2C JC 2: 9S-TH 4D-V
    ludoscope hexapawn ppp/.../PPP W 0:

First comes the name of a puzzle in the catalogue, or the family and the game itself. Then come the
number of moves, by which a line that was cut off is recognised, and the moves in the notation of
the game, each without white space. Text after # is a comment. Words are separated by any white
space, so a line may be wrapped between words.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, cast

from ludoscope.games import FAMILIES, AnyGame, NotationError, from_spec
from ludoscope.games.errors import shown
from ludoscope.games.patience.cards import card_name
from ludoscope.games.peg import BOARDS, Board, PegGame, notation
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle

MOST = 20_000  # moves

_COUNT = re.compile("([0-9]{1,6}):")
_COMMENT = re.compile(r"\s#.*", re.DOTALL)
_EXPECTED = "expected a line such as: ludoscope lucas-07 2: 5,4:S 5,2:W"


def write(puzzle: Puzzle, moves: Sequence[Hashable], said: str = "") -> str:
    """The line for `moves`, played from the start of the puzzle; `said` is the comment."""
    texts = _move_texts(puzzle.game, moves)
    line = " ".join([catalogue.SHARED, _puzzle_text(puzzle), f"{len(texts)}:", *texts])
    return f"{line} # {said}" if said else line


def read(text: str) -> Puzzle:
    """The puzzle of a line, with its moves.

    NotationError when the line is malformed, or a move is illegal; UnknownPuzzle when there is no
    such puzzle.
    """
    if not catalogue.is_shared(text):
        raise NotationError(f"found {shown(text)}, {_EXPECTED}")
    words = _COMMENT.sub("", text).split()[1:]
    cut = next((at for at, word in enumerate(words) if _COUNT.fullmatch(word)), len(words))
    puzzle = _read_puzzle(words[:cut])
    return replace(puzzle, moves=_read_moves(puzzle.game, words[cut:]))


def _read_puzzle(words: Sequence[str]) -> Puzzle:
    if words and words[0] in FAMILIES:
        try:
            game = READERS[words[0]](words[1:])
        except ValueError as error:
            raise NotationError(f"the game of {words[0]}: {error}") from None
        return catalogue.unnamed(game)
    if len(words) != 1:
        found = shown(" ".join(words)) if words else "no puzzle"
        raise NotationError(f"found {found}, {_EXPECTED}")
    return catalogue.find(words[0], files=False)


def _read_moves(game: AnyGame, words: Sequence[str]) -> tuple[Hashable, ...]:
    """The moves after their count."""
    if not words:
        return ()
    count, texts = int(words[0].removesuffix(":")), words[1:]
    if len(texts) != count:
        missing = ": the line was cut off" if len(texts) < count else ""
        raise NotationError(f"found {len(texts)} moves, expected {count}{missing}")
    if count > MOST:
        raise NotationError(f"found {count} moves, expected {MOST} at the most")
    position, moves = game.start, list[Hashable]()
    for number, text in enumerate(texts, 1):
        spaced = text.replace("-", " ") if game.family == "patience" else text
        try:
            meant = game.parse_moves(position, spaced)
            for move in meant:
                position = game.play(position, move)
        except ValueError as error:
            raise NotationError(f"move {number} of {count}, {shown(text)}: {error}") from None
        moves += meant
    return tuple(moves)


def _move_texts(game: AnyGame, moves: Sequence[Hashable]) -> list[str]:
    if isinstance(game, PegGame):
        return notation.compass(game.board, cast(Sequence[notation.Move], moves))
    texts, position = [], game.start
    for move in moves:
        text = game.move_text(position, move)
        if game.family == "patience":
            text = "-".join(card_name(int(w)) if w.isdigit() else w for w in text.split())
        texts.append(text)
        position = game.play(position, move)
    return texts


def _puzzle_text(puzzle: Puzzle) -> str:
    """The name where it says everything, else the game."""
    spec = puzzle.game.spec()
    try:
        if catalogue.find(puzzle.name, files=False).game.spec() == spec:
            return puzzle.name
    except catalogue.UnknownPuzzle:
        pass
    return f"{puzzle.game.family} {WRITERS[puzzle.game.family](spec)}"


# The games themselves


def _peg_text(spec: dict[str, Any]) -> str:
    lattice = f"{notation.TRIANGULAR} " if spec["lattice"] == notation.TRIANGULAR else ""
    return f"{lattice}{spec['start']} to {spec['finish']}"


def _read_peg(words: Sequence[str]) -> AnyGame:
    lattice = notation.TRIANGULAR if words[:1] == [notation.TRIANGULAR] else "square"
    rest = words[lattice == notation.TRIANGULAR :]
    if len(rest) != 3 or rest[1] != "to":
        raise NotationError("expected the rows of the start, `to`, and those of the finish")
    board = Board.from_rows(rest[0].split("/"), lattice)
    alike = (b for b in BOARDS.values() if (b.holes, b.lattice) == (board.holes, board.lattice))
    game = PegGame(next(alike, board), 0)
    return PegGame(game.board, game.parse(rest[0]), game.parse(rest[2]))


def _patience_text(spec: dict[str, Any]) -> str:
    return f"{spec['variant']}{'' if spec['normalise'] else FREE} {spec['start']}"


def _read_patience(words: Sequence[str]) -> AnyGame:
    name = words[0] if words else ""
    return from_spec(
        {
            "family": "patience",
            "variant": name.removesuffix(FREE),
            "start": " ".join(words[1:]),
            "normalise": not name.endswith(FREE),
        }
    )


def _rush_text(spec: dict[str, Any]) -> str:
    return f"{spec['grid']}{'' if spec['measure'] == 'cells' else ' ' + spec['measure']}"


def _read_rush(words: Sequence[str]) -> AnyGame:
    if len(words) not in (1, 2):
        raise NotationError("expected the rows of the grid with / between them")
    return from_spec({"family": "rush", "grid": words[0], "measure": [*words, "cells"][1]})


def _hexapawn_text(spec: dict[str, Any]) -> str:
    return str(spec["start"])


def _read_hexapawn(words: Sequence[str]) -> AnyGame:
    return from_spec({"family": "hexapawn", "start": " ".join(words)})


FREE = "-free"  # going home is a move

WRITERS: dict[str, Callable[[dict[str, Any]], str]] = {
    "peg": _peg_text,
    "patience": _patience_text,
    "rush": _rush_text,
    "hexapawn": _hexapawn_text,
}
READERS: dict[str, Callable[[Sequence[str]], AnyGame]] = {
    "peg": _read_peg,
    "patience": _read_patience,
    "rush": _read_rush,
    "hexapawn": _read_hexapawn,
}
