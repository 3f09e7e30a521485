"""Moves typed without a prompt, location by location: "75" from column 7 to 5, "7a", "A3", "7h".

A digit or a capital letter begins a move: small letters are commands. After it small letters name
cells and home too. A digit is a column; with ten columns, 0 is the tenth. With more, 0 and 1 wait
for a second digit; a dash ends the number instead: "1-3" is from column 1 to 3, "123" from column
12 to 3.
"""

from collections.abc import Sequence

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

    def second_digit_labels(self) -> Sequence[tuple[str, str]]:
        """Return the keys that may follow the first of two digits, each with a label."""
        if self.first_digit == "1":
            last_digit = self._column_count - MAX_SINGLE_DIGIT_COLUMNS
            return ((f"0–{last_digit}", f"column 10–{self._column_count}"), ("-", "column 1"))
        return (("1–9", "column 1–9"),)

    def target_labels(self, has_cells: bool, has_home: bool) -> Sequence[tuple[str, str]]:
        """Return the keys that may follow the first location, each with a label.

        Args:
            has_cells: The cards may go to a cell, if there are any.
            has_home: The cards may be sent home.
        """
        labels = [(f"1–{self._column_count}", "column")]
        if has_cells and self.cell_letters:
            first, last = self.cell_letters[0].lower(), self.cell_letters[-1].lower()
            labels.insert(0, (f"{first}–{last}", "cell"))
        if has_home:
            labels.append((HOME_LETTER.lower(), "home"))
        return labels
