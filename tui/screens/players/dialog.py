"""Who plays white, and who black: two lists side by side, in each of which one is chosen."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static

from ludoscope.tui.model.players import PERSON, PLAYERS, SIDES, Players
from ludoscope.tui.screens.modal import Overlay
from ludoscope.tui.widgets.row_list import Choices

DISCS = ("○", "●")  # of white and of black, as on the board
CHOSEN = "✓"


class WhoPlays(Overlay[Players]):
    """Returns who plays, or None. It begins in the list of the side that a program plays."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", id="list.up"),
        Binding("down,j", "move(1)", "down", id="list.down"),
        Binding("home,g", "move(-9)", "first", id="list.first", show=False),
        Binding("end,G", "move(9)", "last", id="list.last", show=False),
        Binding("tab,left,right,h,l", "side", "other side", id="list.side"),
        Binding("x", "swap", "swap sides", id="list.swap"),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    CSS_PATH = "players.tcss"
    heading = "Who plays?"

    def __init__(self, players: Players, offered: Sequence[str]) -> None:
        super().__init__()
        self._offered = offered
        self._chosen = [offered.index(name) for name in players]
        self._side = int(players[0] == PERSON)
        self._more = Static(id="more")
        self._lists: list[OptionList] = [
            Choices(*offered, markup=False, compact=True) for _ in SIDES
        ]

    def body(self) -> Iterable[Widget]:
        for one, side, disc in zip(self._lists, SIDES, DISCS, strict=True):
            one.can_focus = False  # the keys are the screen's: also those typed before it is there
            one.border_title = f"{side.capitalize()} {disc}"
        yield Horizontal(*self._lists)
        yield self._more

    def on_mount(self) -> None:
        options = self.app.options
        keys = [
            (options.key_display("list.choose", "⏎"), "play", "screen.choose"),
            (options.key_display("list.side", "tab"), "other side", "screen.side"),
            (options.key_display("list.swap", "x"), "swap sides", "screen.swap"),
            (options.key_display("list.back", "esc"), "back", "screen.dismiss(None)"),
        ]
        self.box.key_line(keys)
        self._show()

    def _show(self) -> None:
        """The cursor in one list, in both who is chosen."""
        told = []
        for side, (one, chosen) in enumerate(zip(self._lists, self._chosen, strict=True)):
            for at, name in enumerate(self._offered):
                mark = CHOSEN if at == chosen else " "
                one.replace_option_prompt_at_index(at, Content(f"{mark} {name}"))
            one.highlighted = chosen if side == self._side else None
            name = self._offered[chosen]
            told.append(f"{SIDES[side].capitalize()}: {name}, {PLAYERS[name]}")
        self._more.update(Content("\n".join(told)), layout=False)

    def action_move(self, by: int) -> None:
        last = len(self._offered) - 1
        self._chosen[self._side] = min(max(self._chosen[self._side] + by, 0), last)
        self._show()

    def action_side(self) -> None:
        self._side = 1 - self._side
        self._show()

    def action_swap(self) -> None:
        self._chosen.reverse()
        self.action_side()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click on a name chooses it."""
        self._side = self._lists.index(event.option_list)
        self._chosen[self._side] = event.option_index
        self._show()

    def action_choose(self) -> None:
        white, black = (self._offered[at] for at in self._chosen)
        self.dismiss((white, black))
