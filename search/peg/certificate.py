"""Certificates: proofs that a problem of peg solitaire cannot be solved, checked line by line.

A pagoda function gives each hole an integer so that no jump increases the sum over the pegs. A
position with a smaller sum than the finish cannot reach it; see `pagoda_refutes`. There are three
kinds of line:

    here [0 0 1/0 1 1/1 1 1]              the position has a smaller sum than the finish
    after 4,2:N 4,5:S [0 0 1/0 1 1/1 1 1] so has the position after these first jumps of a game
    before 5,4:W [0 0 1/0 1 1/1 1 1]      the position has a smaller sum than the one from which
                                          these last jumps of a game lead to the finish
    after 4,2:N []                        no jump is possible after these jumps (before: none can
                                          be taken back)

A certificate is one line `here`, or lines `after` such that every game begins with the jumps of one
of them, or lines `before` such that every game ends with those of one of them. Weights are written
row by row, the top row first; places outside the board are `_`, or omitted at the end of a row.

This module belongs to the verifier: it shares no code with the solvers that find the weights.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from ludoscope.games import NotationError
from ludoscope.games.peg.rules import PegGame

LINE = re.compile(r"(here|after|before)((?: [^ \[\]]+)*) \[([-0-9 _/]*)\]")
NUMBER = re.compile(r"-?[0-9]{1,9}")
OUTSIDE = "_"

Line = tuple[Any, ...]
"""A sequence of moves, in order from the end of the game at which the proof starts."""


def pagoda_refutes(game: PegGame, position: int, weights: Sequence[int]) -> bool:
    """Whether integer weights, one for each hole, prove that `position` cannot be won.

    They do if no jump increases the sum over the pegs and the finish has a greater sum than the
    position. ValueError when there are not as many weights as holes.
    """
    board = game.board
    value = dict(zip(range(len(board.holes)), weights, strict=True))
    if any(value[to] > value[source] + value[over] for source, over, to in board.jumps):
        return False
    worth = [
        sum(weight for hole, weight in value.items() if pegs >> hole & 1)
        for pegs in (position, game.finish)
    ]
    return worth[0] < worth[1]


def flaw(game: Any, position: Any, certificate: Sequence[str]) -> str:
    """Why the certificate does not prove that `position` cannot be won; "" when it does."""
    if not isinstance(game, PegGame):
        return f"a proof by pagodas says nothing about {game.family}"
    try:
        kind, proofs = _parsed(game, certificate)
    except ValueError as error:
        return str(error)
    if kind == "before":
        return _gap(
            lambda finish: _won_from(game, position, finish),
            lambda finish: _last(game, finish),
            lambda finish, weights: pagoda_refutes(
                PegGame(game.board, position, finish), position, weights
            ),
            proofs,
            game.finish,
        )
    return _gap(
        game.is_won,
        lambda here: [(move, game.play(here, move)) for move in game.moves(here)],
        lambda here, weights: pagoda_refutes(game, here, weights),
        proofs,
        position,
    )


def _gap(
    met: Callable[[int], bool],
    follow: Callable[[int], list[tuple[Any, int]]],
    refuted: Callable[[int, Sequence[int]], bool],
    proofs: dict[Line, Sequence[int]],
    root: int,
) -> str:
    """Why the lines do not cover all games from `root`; "" when they do."""
    stems = {line[:cut] for line in proofs for cut in range(len(line))}
    open_ends: list[tuple[Line, int]] = [((), root)]
    while open_ends:
        line, position = open_ends.pop()
        weights = proofs.get(line)
        if met(position):
            return "start and finish meet"
        if weights:
            if not refuted(position, weights):
                return f"the weights of line {list(proofs).index(line) + 1} refute nothing"
            continue
        branches = follow(position)
        if weights is not None and branches:
            return f"line {list(proofs).index(line) + 1} denies a jump"
        if weights is None and line not in stems:
            return f"no line covers a game that begins with these {len(line)} jumps"
        open_ends += [((*line, move), there) for move, there in branches]
    return ""


def _won_from(game: PegGame, position: int, finish: int) -> bool:
    return PegGame(game.board, position, finish).is_won(position)


def _last(game: PegGame, finish: int) -> list[tuple[Any, int]]:
    """(jump, position before it) of the jumps that can have led to `finish`."""
    found = []
    for source, over, to in game.board.jumps:
        before = finish & ~(1 << to) | 1 << source | 1 << over
        if (source, to) in game.moves(before) and game.play(before, (source, to)) == finish:
            found.append(((source, to), before))
    return found


def _parsed(game: PegGame, certificate: Sequence[str]) -> tuple[str, dict[Line, Sequence[int]]]:
    """(kind of the lines, moves → weights); ValueError when a line is malformed."""
    proofs: dict[Line, Sequence[int]] = {}
    kinds = set()
    for text in certificate:
        match = LINE.fullmatch(text)
        if not match or (match[1] == "here" and match[2]):
            raise NotationError(f"{text[:60]!r} is not a line of a proof by pagodas")
        kinds.add(match[1])
        moves = [_jump(game, word) for word in match[2].split()]
        line = tuple(reversed(moves) if match[1] == "before" else moves)
        proofs[line] = _weights(game, match[3])
    if len(kinds) != 1:
        raise NotationError(f"found lines {sorted(kinds)} in a proof, expected one kind")
    return kinds.pop(), proofs


def _jump(game: PegGame, word: str) -> Any:
    """The jump (from, to) in compass notation."""
    for source, over, to in game.board.jumps:
        before = 1 << source | 1 << over
        if game.move_text(before, (source, to)) == word:
            return source, to
    raise NotationError(f"{word[:20]!r} is not a jump of this board")


def _weights(game: PegGame, text: str) -> list[int]:
    """The weights in the order of the holes; empty for an empty text."""
    if not text:
        return []
    rows = [row.split() for row in text.split("/")]
    board = game.board
    shape = [
        [OUTSIDE if mark == OUTSIDE else "." for mark in row]
        for row in board.rows(0, outside=OUTSIDE)
    ]
    found = [[OUTSIDE if mark == OUTSIDE else "." for mark in row] for row in rows]
    numbers = [mark for row in rows for mark in row if mark != OUTSIDE]
    if found != shape or not all(map(NUMBER.fullmatch, numbers)):
        raise NotationError(f"[{text[:60]}] are not the weights of the holes of this board")
    return [int(number) for number in numbers]
