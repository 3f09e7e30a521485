"""The board in words, for players who listen instead of look: `SpokenBoard`.

The plain mode (`tui.plain`) and the form of shared games in words read positions and moves from it.
Whatever it returns is put into plain letters by `tui.text.spoken`, so a family may use signs such
as ♠ and → where it has a text with them already.
"""

from collections.abc import Sequence
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.games.errors import NotationError
from ludoscope.tui.boards.preferences import Preferences


class SpokenBoard:
    """The positions and moves of a game in words; a family overrides what it can say better.

    Attributes:
        game: The game that is played.
    """

    PLACES: str = ""
    """What can be asked for with `describe_place`, with an example; "" for nothing."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def describe_rules(self, preferences: Preferences) -> Sequence[str]:
        """Return how pieces move and what else the player must know, in sentences.

        The goal that the family declares is said before.
        """
        return ()

    def summarise(self, position: Any) -> Sequence[str]:
        """Return what a player needs to know first, in a few short sentences."""
        return self.describe_board(position)

    def describe_board(self, position: Any) -> Sequence[str]:
        """Return the whole position, a sentence for each row, column or piece."""
        rows = self.game.text(position).split("/")
        if len(rows) == 1:
            return (f"Position: {rows[0]}",)
        return [f"Row {number}: {row}" for number, row in enumerate(rows, 1)]

    def describe_place(self, position: Any, place: str) -> str:
        """Return what is at a place, or where a piece is, and how it can move.

        Raises:
            ValueError: There is no such place; the message says what was expected.
        """
        raise NotationError("this game has no names of places; board says the whole position")

    def legal_steps(self, position: Any) -> Sequence[Sequence[Any]]:
        """Return the steps that the player can make: the legal moves, or several made at once."""
        return [[move] for move in self.game.moves(position)]

    def describe_moves(self, position: Any, moves: Sequence[Any]) -> str:
        """Return the moves of one step in words: "boat G down 2"."""
        texts = []
        for move in moves:
            texts.append(self.game.move_text(position, move))
            position = self.game.play(position, move)
        return ", then ".join(texts)

    def format_notation(self, position: Any, moves: Sequence[Any]) -> str:
        """Return the moves of one step as they can be typed, "" if that takes several lines."""
        return self.game.move_text(position, moves[0]) if len(moves) == 1 else ""

    def to_notation(self, position: Any, text: str) -> str:
        """Return a move in the words of `describe_moves` in the notation of the game.

        Any other text is returned unchanged.
        """
        return text


def list_numbers(numbers: Sequence[int]) -> str:
    """Return ascending numbers with runs in short: "1 to 3, 5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs
    )
