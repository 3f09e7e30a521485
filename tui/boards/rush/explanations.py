"""Reasons for a slide of a line of ORush: which boat it lets pass."""

from collections.abc import Sequence

from ludoscope.games.rush.rules import Move, Position, RushGame


def explain_slide(game: RushGame, position: Position, line: Sequence[Move]) -> str:
    """Return what the first slide of a line is good for, "" if nothing is found.

    Args:
        game: The game.
        position: The position before the slide.
        line: The slides to the win.
    """
    index = line[0][0]
    current = game.play(position, line[0])
    if game.is_won(current):
        return "has a free way to the exit"
    for other, other_distance in line[1:]:
        if other == index:
            return ""
        slide = (other, other_distance)
        old_place = (*current[:index], position[index], *current[index + 1 :])
        if not _is_legal(game, old_place, slide):
            return f"clears the way of boat {game.boats[other].name}"
        current = game.play(current, slide)
    return ""


def _is_legal(game: RushGame, position: Position, move: Move) -> bool:
    try:
        game.play(position, move)
    except ValueError:
        return False
    return True
