"""A move typed by its places, without a prompt: "75" from column 7 to column 5, "7a", "a3", "7h".

A digit is a column. Where there are ten, 0 is the tenth; where there are more, 1 waits for a second
digit, and a dash says that there is none: "1-3", "12" and then "3".
"""

from ludoscope.games.patience.cards import SUITS
from ludoscope.games.patience.variants import Variant
from ludoscope.tui.boards.patience.layout import Place
from ludoscope.tui.boards.patience.locations import letter

HOME: Place = ("home", len(SUITS))  # of whatever suit the card is
TEN = 10


class Keyed:
    """The keys of places, one after the other."""

    def __init__(self, variant: Variant) -> None:
        self._count = len(variant.column_sizes)
        self.cells = "".join(letter(index) for index in range(variant.cells))
        self.waiting = ""  # the first digit of a column that may have two

    def wants(self, key: str, begun: bool) -> bool:
        """Whether a key means a place; `begun`: the first one of a move is known."""
        if len(key) != 1 or not key.isascii():
            return key == "enter" and bool(self.waiting)
        if key.isdigit() or key in self.cells:
            return True
        return (begun and key == "h") or (bool(self.waiting) and key in "-h")

    def feed(self, key: str) -> list[Place]:
        """The places that are complete now, at most two; ValueError when there is no such one."""
        waiting, self.waiting = self.waiting, ""
        if key in ("-", "enter"):
            return [self._column(int(waiting))]
        if not key.isdigit():
            before = [self._column(int(waiting))] if waiting else []
            return [*before, HOME if key == "h" else ("cell", self.cells.index(key))]
        if waiting:
            return [self._column(int(waiting + key))]
        if self._count > TEN and key in "01":
            self.waiting = key
            return []
        return [self._column(int(key) or TEN)]

    def _column(self, number: int) -> Place:
        if not 1 <= number <= self._count:
            raise ValueError(f"there is no column {number}: they are 1 to {self._count}")
        return "column", number - 1

    def awaited(self, normalise: bool) -> str:
        """What may follow, in words."""
        if self.waiting == "1":
            most = self._count - TEN
            return f"column 1…: 0 to {most} for a column 10 to {self._count}, - for column 1"
        if self.waiting:
            return "column 0…: a digit 1 to 9"
        ways = [f"column 1–{self._count}"]
        if self.cells:
            ways.append(f"cell {self.cells[0]}–{self.cells[-1]}")
        if not normalise:
            ways.append("h home")
        return ", ".join(ways)
