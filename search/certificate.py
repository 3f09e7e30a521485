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
from ludoscope.games.errors import short_repr
from ludoscope.games.peg.rules import PegGame

LINE_PATTERN = re.compile(r"(here|after|before)((?: [^ \[\]]+)*) \[([-0-9 _/]*)\]")
NUMBER_PATTERN = re.compile(r"-?[0-9]{1,9}")
OUTSIDE = "_"

Line = tuple[Any, ...]
"""A sequence of moves, in order from the end of the game at which the proof starts."""


def pagoda_refutes(game: PegGame, position: int, weights: Sequence[int]) -> bool:
    """Return True if integer weights prove that `position` cannot be won.

    They do if no jump increases the sum over the pegs and the finish has a greater sum than the
    position.

    Raises:
        ValueError: There are not as many weights as holes.
    """
    board = game.board
    weight_of = dict(zip(range(len(board.holes)), weights, strict=True))
    for source, jumped, target in board.jumps:
        if weight_of[target] > weight_of[source] + weight_of[jumped]:
            return False
    position_sum, finish_sum = (
        sum(weight for hole, weight in weight_of.items() if pegs >> hole & 1)
        for pegs in (position, game.finish)
    )
    return position_sum < finish_sum


def find_flaw(game: Any, position: Any, certificate: Sequence[str]) -> str:
    """Return why a certificate does not prove that `position` cannot be won; "" if it does."""
    if not isinstance(game, PegGame):
        return f"a proof by pagodas says nothing about {game.family}"
    try:
        kind, proofs = _parse(game, certificate)
    except ValueError as error:
        return str(error)
    if kind == "before":
        return _find_gap(
            lambda finish: _won_from(game, position, finish),
            lambda finish: _last_jumps(game, finish),
            lambda finish, weights: pagoda_refutes(
                PegGame(game.board, position, finish), position, weights
            ),
            proofs,
            game.finish,
        )
    return _find_gap(
        game.is_won,
        lambda reached: [(move, game.play(reached, move)) for move in game.moves(reached)],
        lambda reached, weights: pagoda_refutes(game, reached, weights),
        proofs,
        position,
    )


def _find_gap(
    is_met: Callable[[int], bool],
    follow: Callable[[int], list[tuple[Any, int]]],
    is_refuted: Callable[[int, Sequence[int]], bool],
    proofs: dict[Line, Sequence[int]],
    root: int,
) -> str:
    """Return why the lines do not cover all games from `root`; "" if they do.

    Args:
        is_met: Returns True if a position is the other end of the game.
        follow: Returns the jumps of a position, each with the position it leads to.
        is_refuted: Returns True if weights refute a position.
        proofs: The weights of each line.
        root: The position at the end of the game where the proof starts.
    """
    stems = {line[:cut] for line in proofs for cut in range(len(line))}
    open_ends: list[tuple[Line, int]] = [((), root)]
    while open_ends:
        line, position = open_ends.pop()
        weights = proofs.get(line)
        if is_met(position):
            return "start and finish meet"
        if weights:
            if not is_refuted(position, weights):
                return f"the weights of line {list(proofs).index(line) + 1} refute nothing"
            continue
        branches = follow(position)
        if weights is not None and branches:
            return f"line {list(proofs).index(line) + 1} denies a jump"
        if weights is None and line not in stems:
            return f"no line covers a game that begins with these {len(line)} jumps"
        open_ends += [((*line, move), child) for move, child in branches]
    return ""


def _won_from(game: PegGame, position: int, finish: int) -> bool:
    return PegGame(game.board, position, finish).is_won(position)


def _last_jumps(game: PegGame, finish: int) -> list[tuple[Any, int]]:
    """Return (jump, position before it) of the jumps that can have led to `finish`."""
    last_jumps = []
    for source, jumped, target in game.board.jumps:
        jump = (source, target)
        earlier = finish & ~(1 << target) | 1 << source | 1 << jumped
        if game.play(earlier, jump) == finish:  # the jump is legal, but may lead elsewhere
            last_jumps.append((jump, earlier))
    return last_jumps


def _parse(game: PegGame, certificate: Sequence[str]) -> tuple[str, dict[Line, Sequence[int]]]:
    """Return the kind of the lines, and the weights by the moves of each line.

    Raises:
        ValueError: A line is malformed.
    """
    proofs: dict[Line, Sequence[int]] = {}
    kinds = set()
    for text in certificate:
        match = LINE_PATTERN.fullmatch(text)
        if not match or (match[1] == "here" and match[2]):
            raise NotationError(f"{short_repr(text)} is not a line of a proof by pagodas")
        kinds.add(match[1])
        moves = [_parse_jump(game, token) for token in match[2].split()]
        line = tuple(reversed(moves) if match[1] == "before" else moves)
        proofs[line] = _parse_weights(game, match[3])
    if len(kinds) != 1:
        raise NotationError(f"found lines {sorted(kinds)} in a proof, expected one kind")
    return kinds.pop(), proofs


def _parse_jump(game: PegGame, token: str) -> Any:
    """Return the jump (source, target) that is written in compass notation."""
    for source, jumped, target in game.board.jumps:
        pegs = 1 << source | 1 << jumped
        if game.move_text(pegs, (source, target)) == token:
            return source, target
    raise NotationError(f"{short_repr(token)} is not a jump of this board")


def _parse_weights(game: PegGame, text: str) -> list[int]:
    """Return the weights in the order of the holes, none for an empty text."""
    if not text:
        return []
    rows = [row.split() for row in text.split("/")]
    board = game.board
    expected_shape = [
        [OUTSIDE if mark == OUTSIDE else "." for mark in row]
        for row in board.to_rows(0, outside=OUTSIDE)
    ]
    shape = [[OUTSIDE if mark == OUTSIDE else "." for mark in row] for row in rows]
    numbers = [mark for row in rows for mark in row if mark != OUTSIDE]
    if shape != expected_shape or not all(map(NUMBER_PATTERN.fullmatch, numbers)):
        raise NotationError(f"{short_repr(text)} are not the weights of the holes of this board")
    return [int(number) for number in numbers]
