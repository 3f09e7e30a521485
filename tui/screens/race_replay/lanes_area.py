"""LanesArea: the lanes of a race, with the terminal's cursor at the selected one."""

from textual.geometry import Offset

from ludoscope.tui.widgets.styled_lines import StyledLines


class LanesArea(StyledLines):
    """The lanes of a race.

    Attributes:
        selected_line: The line of the selected lane.
    """

    selected_line = 0

    def text_cursor(self) -> Offset:
        return Offset(0, self.selected_line)
