"""A list of choices over the current screen."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.tui.screens.base import TOO_SMALL_CLASS
from ludoscope.tui.screens.modal import ModalBase
from ludoscope.tui.widgets.row_list import RowList

BORDER_LINES = 2
DESCRIPTION_LINES = 2  # without the line breaks in the descriptions
ROW_MARGIN = 6  # columns of a row around its name and detail: borders, padding and the gap
TITLE_MARGIN = 6  # columns of the top border around the title
MIN_WIDTH = 36

Value = TypeVar("Value")
ChoiceValue = TypeVar("ChoiceValue", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[ChoiceValue]):
    """A row of the list.

    Attributes:
        name: The first column.
        detail: The second column.
        value: The result of the dialog if this row is chosen.
        description: A text shown below the list while the cursor is here; without one, the detail
            is shown there if its column is too narrow.
        enabled: False if the row cannot be chosen.
    """

    name: str
    detail: str
    value: ChoiceValue
    description: str = ""
    enabled: bool = True


class PickerDialog(ModalBase[Value]):
    """A dialog that returns the value of the chosen row, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "list('cursor_up')", "up", id="list.up"),
        Binding("down,j", "list('cursor_down')", "down", id="list.down"),
        Binding("pageup", "list('page_up')", "page up", id="list.page_up", show=False),
        Binding("pagedown", "list('page_down')", "page down", id="list.page_down", show=False),
        Binding("home,g", "list('first')", "first", id="list.first", show=False),
        Binding("end,G", "list('last')", "last", id="list.last", show=False),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("i", "about", "how it works", id="list.about"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    LEAVE_BINDING_ID = "list.back"
    CSS_PATH = str(Path(__file__).with_name("picker.tcss"))

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice[Value]],
        open_details: Callable[[Value], None] | None = None,
        on_choose: Callable[[Value], None] | None = None,
    ) -> None:
        """Create a dialog.

        Args:
            title: The title of the box.
            choices: The rows; at least one.
            open_details: Opens a screen that explains a value.
            on_choose: Called with the chosen value; the dialog then stays open.
        """
        super().__init__()
        self.title = title
        self._about = open_details
        self._on_choose = on_choose
        self._choices = choices
        self._name_width = max(cell_len(choice.name) for choice in choices)
        rows = map(self._format_row, choices)
        self._list = RowList(*rows, markup=False, compact=True, id="picker-list")
        self._list.can_focus = False  # keys typed before it is mounted go to the dialog, too
        self._description = Static(id="picker-description")
        self._detail_width = 0
        line_breaks = max(choice.description.count("\n") for choice in choices)
        self._description_height = DESCRIPTION_LINES + line_breaks

    def compose_body(self) -> Iterable[Widget]:
        yield self._list
        yield self._description

    def _format_row(self, choice: Choice[Value]) -> Content:
        gap = " " * (self._name_width - cell_len(choice.name) + 2)
        style = "" if choice.enabled else "dim"
        return Content.assemble((choice.name, style), gap, (choice.detail, "dim"))

    def on_mount(self) -> None:
        options = self.app.options
        keys = [(options.key_display("list.choose", "⏎"), "choose", "screen.choose")]
        if self._about:
            keys.append((options.key_display("list.about", "i"), "how it works", "screen.about"))
        keys.append((options.key_display("list.back", "esc"), "back", "screen.dismiss(None)"))
        self.box.show_keys(keys)

    def on_resize(self, event: events.Resize) -> None:
        detail_width = max(cell_len(choice.detail) for choice in self._choices)
        row_width = self._name_width + detail_width + ROW_MARGIN
        title_width = cell_len(self.title or "") + TITLE_MARGIN
        width = min(event.size.width - 2, max(row_width, title_width, MIN_WIDTH))
        self._detail_width = width - self._name_width - ROW_MARGIN
        self.box.styles.width = width
        list_height = event.size.height - BORDER_LINES - self._description_height
        self._list.styles.max_height = max(1, list_height)
        self._description.styles.height = self._description_height
        self._describe()

    @property
    def highlighted_choice(self) -> Choice[Value]:
        """The choice under the cursor."""
        return self._choices[self._list.highlighted or 0]

    def _describe(self) -> None:
        """Show the description of the choice under the cursor."""
        choice = self.highlighted_choice
        is_cut_off = cell_len(choice.detail) > self._detail_width
        description = choice.description or (choice.detail if is_cut_off else "")
        self._description.update(Content(description), layout=False)

    def on_option_list_option_highlighted(self) -> None:
        self._describe()

    def on_option_list_option_selected(self) -> None:
        self.action_choose()

    async def action_list(self, action: str) -> None:
        """Run an action of the list."""
        if not self.has_class(TOO_SMALL_CLASS):
            await self._list.run_action(action)

    def action_choose(self) -> None:
        if not self.highlighted_choice.enabled:
            return
        if self._on_choose:
            self._on_choose(self.highlighted_choice.value)
        else:
            self.dismiss(self.highlighted_choice.value)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "about" or self._about is not None

    def action_about(self) -> None:
        if self._about:
            self._about(self.highlighted_choice.value)
