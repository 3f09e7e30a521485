"""A game for the tests of plug-ins: a row of lamps."""

from typing import Any


class Lamps:
    """A row of lamps, which are switched off one by one."""

    family, measure, players = "lamps", "presses", 1

    def __init__(self, count: int) -> None:
        self.start = count

    def moves(self, position: int) -> list[str]:
        return ["x"] if position else []

    def play(self, position: int, move: str) -> int:
        return position - 1

    def is_won(self, position: int) -> bool:
        return not position

    def key(self, position: int) -> int:
        return position

    def text(self, position: int) -> str:
        return str(position)

    def parse(self, text: str) -> int:
        return int(text)

    def move_text(self, position: int, move: str) -> str:
        return move

    def parse_moves(self, position: int, text: str) -> list[str]:
        return [text]

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.start}
