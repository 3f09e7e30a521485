"""Reasons for a jump of a line of peg solitaire: what it makes room for and where it leads."""

from collections.abc import Sequence

from ludoscope.games.peg.notation import chain_length
from ludoscope.games.peg.rules import Move, PegGame


def explain_jump(game: PegGame, position: int, line: Sequence[Move]) -> str:
    """Return what the first jump of a line does for those after it, "" if nothing is found.

    Args:
        game: The problem.
        position: The position before the jump.
        line: The jumps to the finish.
    """
    if len(game.moves(position)) == 1:
        return "has the only jump"
    if len(line) == 1:
        return "reaches the goal"
    chain = chain_length(line)
    if chain > 1:
        return f"begins {chain} jumps in a row"
    return _describe_use(game, line) or _describe_goal(game, line)


def _describe_use(game: PegGame, line: Sequence[Move]) -> str:
    """Return the next jump into a hole that this one empties, or over the peg that it places."""
    jumped_holes, holes = game.board.jumped_holes, game.board.holes
    start, end = line[0]
    emptied, landed = {start, jumped_holes[line[0]]}, {end}
    for jump in line[1:]:
        jumped = jumped_holes[jump]
        peg = "the peg at {},{}".format(*holes[jump[0]])
        if jump[1] in emptied:
            if jump[1] == start:
                return f"makes room for {peg}"
            return "clears {},{} for ".format(*holes[jump[1]]) + peg
        if jumped in landed:
            return f"gives {peg} a peg to jump over"
        landed -= {jump[0]}
    return ""


def _describe_goal(game: PegGame, line: Sequence[Move]) -> str:
    """Return that the peg stays in a hole of the finish, if the line leaves it there."""
    end = line[0][1]
    jumped_holes = game.board.jumped_holes
    stays = all(end not in (jump[0], jumped_holes[jump]) for jump in line[1:])
    return "puts a peg in its place in the goal" if stays else ""
