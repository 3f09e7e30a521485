"""The dialog in which the board, the size or the variant of a new problem is chosen."""

from typing import Any

from ludoscope.tui.model.editor import BoardChoice, Editor
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.text.formatting import capitalize_first


def board_picker(editor: Editor[Any]) -> PickerDialog[BoardChoice]:
    """Return the dialog in which a board or variant is chosen."""
    choices = [
        Choice(capitalize_first(choice.name), choice.detail, choice)
        for choice in editor.list_boards()
    ]
    return PickerDialog("New problem: choose a board", choices)
