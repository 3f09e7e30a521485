"""How peg solitaire writes its problems and moves into the line of `puzzles.share`."""

from collections.abc import Hashable, Sequence
from typing import Any, cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.sharing import Sharing


class PegSharing(Sharing):
    """The rows of the start and of the finish; the jumps of one peg in a row are one word."""

    def game_text(self, spec: dict[str, Any]) -> str:
        lattice = f"{notation.TRIANGULAR} " if spec["lattice"] == notation.TRIANGULAR else ""
        return f"{lattice}{spec['start']} to {spec['finish']}"

    def read_game(self, words: Sequence[str]) -> AnyGame:
        lattice = notation.TRIANGULAR if words[:1] == [notation.TRIANGULAR] else "square"
        rest = words[lattice == notation.TRIANGULAR :]
        if len(rest) != 3 or rest[1] != "to":
            raise NotationError("expected the rows of the start, `to`, and those of the finish")
        board = Board.from_rows(rest[0].split("/"), lattice)
        alike = (b for b in BOARDS.values() if (b.holes, b.lattice) == (board.holes, board.lattice))
        game = PegGame(next(alike, board), 0)
        return PegGame(game.board, game.parse(rest[0]), game.parse(rest[2]))

    def move_texts(self, game: AnyGame, moves: Sequence[Hashable]) -> list[str]:
        board = cast(PegGame, game).board
        return notation.to_compass(board, cast(Sequence[notation.Move], moves))
