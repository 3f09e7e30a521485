"""A list whose cursor is seen without colour too."""

from textual.style import Style
from textual.widgets import OptionList

HIGHLIGHTED = "option-list--option-highlighted"


class Choices(OptionList):
    """Textual's OptionList with its cursor in reverse, which styles of components leave out.

    A list that can take the focus shows its cursor only while it has it. One without a line to
    show, as in a terminal of three, has no pages either: Textual's looks for lines it has not made.
    """

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        style = super().get_visual_style(*component_classes, partial=partial)
        if HIGHLIGHTED in component_classes and (self.has_focus or not self.can_focus):
            return style + Style(reverse=True)
        return style

    def action_page_up(self) -> None:
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
