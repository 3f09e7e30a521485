"""Moves typed without a prompt, location by location: "75" from column 7 to 5, "7a", "A3", "7h".

A digit or a capital letter begins a move: small letters are commands. After it small letters name
cells and home too. A digit is a column; with ten columns, 0 is the tenth. With more, 0 and 1 wait
for a second digit; a dash ends the number instead: "1-3" is from column 1 to 3, "123" from column
12 to 3.
"""

from ludoscope.games.patience.cards import SUITS
from ludoscope.games.patience.variants import Variant
from ludoscope.tui.boards.patience.locations import Location, cell_letter

ANY_FOUNDATION = Location("foundation", len(SUITS))  # that of the card's own suit
HOME_LETTER = "H"
MAX_SINGLE_DIGIT_COLUMNS = 10


class TypedMove:
    """The keys typed so far for one location of a move, and the locations that they complete."""

    def __init__(self, variant: Variant) -> None:
        self._column_count = len(variant.column_sizes)
        self.cell_letters = "".join(cell_letter(index) for index in range(variant.cells))
        self.first_digit = ""  # of a column number that may have two digits

    def handles_key(self, key: str, source_is_known: bool) -> bool:
        """Return True if the key is part of a location.

        Args:
            key: A key by Textual's name.
            source_is_known: The first location of the move has been typed.
        """
        if len(key) != 1 or not key.isascii():
            return key == "enter" and bool(self.first_digit)
        if key.isdigit() or key in self.cell_letters:
            return True
        if self.first_digit and key == "-":
            return True
        is_target = source_is_known or bool(self.first_digit)
        return is_target and key.upper() in (*self.cell_letters, HOME_LETTER)

    def add_key(self, key: str) -> list[Location]:
        """Add a key that `handles_key` accepts; return the locations now complete, at most two.

        Raises:
            ValueError: There is no such column.
        """
        first_digit, self.first_digit = self.first_digit, ""
        if key in ("-", "enter"):
            return [self._column(int(first_digit))]
        if not key.isdigit():
            completed = [self._column(int(first_digit))] if first_digit else []
            letter = key.upper()
            if letter == HOME_LETTER:
                return [*completed, ANY_FOUNDATION]
            return [*completed, Location("cell", self.cell_letters.index(letter))]
        if first_digit:
            return [self._column(int(first_digit + key))]
        if self._column_count > MAX_SINGLE_DIGIT_COLUMNS and key in "01":
            self.first_digit = key
            return []
        return [self._column(int(key) or MAX_SINGLE_DIGIT_COLUMNS)]

    def _column(self, number: int) -> Location:
        if not 1 <= number <= self._column_count:
            raise ValueError(f"there is no column {number}: they are 1 to {self._column_count}")
        return Location("column", number - 1)

    def expected_text(self, normalise: bool) -> str:
        """Return a description of the keys that may follow.

        Args:
            normalise: Cards go home by themselves, so that home cannot be typed.
        """
        if self.first_digit == "1":
            last_digit = self._column_count - MAX_SINGLE_DIGIT_COLUMNS
            return (
                f"column 1…: 0 to {last_digit} for a column 10 to {self._column_count},"
                " - for column 1"
            )
        if self.first_digit:
            return "column 0…: a digit 1 to 9"
        options = [f"column 1–{self._column_count}"]
        if self.cell_letters:
            options.append(f"cell {self.cell_letters[0]}–{self.cell_letters[-1]}")
        if not normalise:
            options.append("h home")
        return ", ".join(options)
