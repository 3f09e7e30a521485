"""The encoding of peg solitaire in shared lines."""

from collections.abc import Hashable, Sequence
from typing import Any, cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import Board, built_in_board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.sharing import Sharing


class PegSharing(Sharing):
    """An encoding of games as the rows of start and finish, and of moves in compass notation."""

    def encode_game(self, spec: dict[str, Any]) -> str:
        """Return the lattice unless it is square, the rows of the start, "to", and the finish."""
        lattice = f"{notation.TRIANGULAR} " if spec["lattice"] == notation.TRIANGULAR else ""
        return f"{lattice}{spec['start']} to {spec['finish']}"

    def decode_game(self, tokens: Sequence[str]) -> AnyGame:
        """Return the game, on the built-in board with the same holes if there is one."""
        lattice = "square"
        if tokens[:1] == [notation.TRIANGULAR]:
            lattice, tokens = notation.TRIANGULAR, tokens[1:]
        if len(tokens) != 3 or tokens[1] != "to":
            raise NotationError("expected the rows of the start, `to`, and those of the finish")
        start, _, finish = tokens
        board = Board.from_rows(start.split("/"), lattice)
        game = PegGame(built_in_board(board), 0)
        return PegGame(game.board, game.parse(start), game.parse(finish))

    def encode_moves(self, game: AnyGame, moves: Sequence[Hashable]) -> list[str]:
        """Return moves in compass notation, consecutive jumps by one peg in one token."""
        board = cast(PegGame, game).board
        return notation.to_compass(board, cast(Sequence[notation.Move], moves))
