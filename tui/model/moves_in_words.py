"""Lines of moves in words, a numbered sentence for each step."""

from collections.abc import Iterator, Sequence
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.tui.boards.spoken_board import SpokenBoard
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.text.spoken import to_words


def steps_in_words(
    game: AnyGame, spoken: SpokenBoard, position: Any, moves: Sequence[Any], ply: int = 0
) -> Iterator[str]:
    """Yield the steps of a line in words; in a game for two with the side that moves.

    Args:
        game: The game.
        spoken: Its board in words.
        position: The position before the line.
        moves: The moves of the line.
        ply: The number of moves before the line.
    """
    done = 0
    for number, size in enumerate(_step_sizes(game, position, moves), 1):
        step = moves[done : done + size]
        text = to_words(spoken.describe_moves(position, step))
        if game.players == 2:
            side = (ply + done + FAMILIES[game.family].first_side(game)) % 2
            text = f"{SIDES[side]}: {text}"
        yield f"{number}. {text[:1].upper()}{text[1:]}."
        for move in step:
            position = game.play(position, move)
        done += size


def _step_sizes(game: AnyGame, position: Any, moves: Sequence[Any]) -> Iterator[int]:
    """Yield the number of moves of each step; what players count as one move is one step."""
    family = FAMILIES[game.family]
    if not family.counted_unit:
        yield from family.group_moves(game, position, moves)
        return
    start = 0
    for end in range(1, len(moves) + 1):
        if end == len(moves) or family.count_moves(moves[start : end + 1]) > 1:
            yield end - start
            start = end
