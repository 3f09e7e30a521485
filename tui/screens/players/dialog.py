"""The dialog that sets who plays white and black: a list for each side."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList, Static

from ludoscope.tui.model.players import HUMAN, PLAYER_DESCRIPTIONS, PLAYER_TITLES, SIDES, Players
from ludoscope.tui.screens.modal import ModalBase
from ludoscope.tui.widgets.row_list import RowList

DISCS = ("○", "●")  # of white and black, as on the board
CHECK_MARK = "✓"


class PlayersDialog(ModalBase[Players]):
    """A dialog that returns the players, or None; the cursor starts on the engine's side."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", id="list.up"),
        Binding("down,j", "move(1)", "down", id="list.down"),
        Binding("home,g", "move(-9)", "first", id="list.first", show=False),
        Binding("end,G", "move(9)", "last", id="list.last", show=False),
        Binding("tab,left,right,h,l", "side", "other side", id="list.side"),
        Binding("percent_sign", "swap", "swap sides", id="list.swap"),
        Binding("enter,space", "choose", "choose", id="list.choose"),
        Binding("o", "dismiss(None)", "players", id="play.sides", show=False),
        Binding("escape,q", "dismiss(None)", "back", id="list.back"),
    ]
    LEAVE_BINDING_ID = "list.back"
    CSS_PATH = "players.tcss"
    TITLE = "Who plays?"

    def __init__(self, players: Players, player_names: Sequence[str]) -> None:
        super().__init__()
        self._player_names = player_names
        self._player_indices = [player_names.index(name) for name in players]  # of white and black
        self._side = 1 if players[0] == HUMAN else 0
        self._description = Static(id="description")
        self._lists: list[OptionList] = [
            RowList(*player_names, markup=False, compact=True) for _ in SIDES
        ]

    def compose_body(self) -> Iterable[Widget]:
        for player_list, side, disc in zip(self._lists, SIDES, DISCS, strict=True):
            player_list.can_focus = False  # keys typed before it is mounted go to the dialog, too
            player_list.border_title = f"{side.capitalize()} {disc}"
        yield Horizontal(*self._lists)
        yield self._description

    def on_mount(self) -> None:
        options = self.app.options
        keys = [
            (options.key_display("list.choose", "⏎"), "play", "screen.choose"),
            (options.key_display("list.side", "tab"), "other side", "screen.side"),
            (options.key_display("list.swap", "%"), "swap sides", "screen.swap"),
            (options.key_display("list.back", "esc"), "back", "screen.dismiss(None)"),
        ]
        self.box.show_keys(keys)
        self._update_lists()

    def _update_lists(self) -> None:
        """Show the check marks, the cursor and the descriptions of the chosen players."""
        descriptions = []
        for side, (player_list, player_index) in enumerate(
            zip(self._lists, self._player_indices, strict=True)
        ):
            for index, name in enumerate(self._player_names):
                mark = CHECK_MARK if index == player_index else " "
                player_list.replace_option_prompt_at_index(
                    index, Content(f"{mark} {PLAYER_TITLES[name].capitalize()}")
                )
            player_list.highlighted = player_index if side == self._side else None
            name = self._player_names[player_index]
            player = f"{PLAYER_TITLES[name]}, {PLAYER_DESCRIPTIONS[name]}"
            descriptions.append(f"{SIDES[side].capitalize()}: {player}")
        self._description.update(Content("\n".join(descriptions)), layout=False)

    def action_move(self, step: int) -> None:
        last = len(self._player_names) - 1
        self._player_indices[self._side] = min(
            max(self._player_indices[self._side] + step, 0), last
        )
        self._update_lists()

    def action_side(self) -> None:
        self._side = 1 - self._side
        self._update_lists()

    def action_swap(self) -> None:
        self._player_indices.reverse()
        self.action_side()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the player that was clicked."""
        self._side = self._lists.index(event.option_list)
        self._player_indices[self._side] = event.option_index
        self._update_lists()

    def action_choose(self) -> None:
        white, black = (self._player_names[index] for index in self._player_indices)
        self.dismiss((white, black))
