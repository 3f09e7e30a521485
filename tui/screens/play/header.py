"""PlayHeader: the first line of the play screen."""

import time

from ludoscope.games import FAMILIES
from ludoscope.tui.model.badge import format_badge
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import describe_players
from ludoscope.tui.model.session import Session
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.result_box import format_outcome, is_good
from ludoscope.tui.widgets.styled_lines import StyledLines

MIN_STATE_WIDTH = 20  # cells at the right that the names of the players leave


class PlayHeader(StyledLines):
    """The puzzle and its grade; at the right the badge, the state, the moves and the clock.

    The badge says whether the position can still be won.
    """

    def __init__(self, model: GameModel) -> None:
        super().__init__()
        self._model = model
        self._badge: StyledLine = []
        self._summary = ""

    def refresh_view(self, *, has_panel: bool) -> bool:
        """Show the model as it is now; return True if anything has changed.

        Args:
            has_panel: True if a panel beside the board names the players and the grade.
        """
        model, width = self._model, self.screen.size.width
        is_held = model.shows_previous_analysis
        if not (is_held and model.is_opponents_turn):
            self._summary = model.board.status_text(model.position)
        title: StyledLine = [
            (f" {FAMILIES[model.game.family].title} › ", "dim"),
            (model.puzzle.title, "title"),
        ]
        counts = self._counts()
        if not is_held:
            self._update_badge([*title, *counts])
        state = self._state()
        if model.rating and not has_panel:
            grade: StyledLine = [(f" · {model.rating.grade}", "dim")]
            if self._fits([*title, *grade, *state, *counts]):
                title += grade
        if model.game.players == 2 and not model.replay and not has_panel:
            players: StyledLine = [(f" › {describe_players(model.session.players)}", "dim")]
            if drawing.line_width([*title, *players, *state]) + MIN_STATE_WIDTH < width:
                title += players
        if self._fits([*title, *state, *counts]):
            state.append((f"{self._summary}  ", ""))
        elif drawing.line_width([*title, *state, *counts]) >= width:
            title[0] = (" ", "dim")  # the board shows the game
        return self.show_lines([drawing.align_to_edges(title, [*state, *counts], width)])

    def _update_badge(self, rest: StyledLine) -> None:
        """Set the badge, in fewer words if it has no room beside the rest."""
        model = self._model
        if not model.options.preferences.analysis or model.replay:
            self._badge = []
            return
        short = format_badge(model.analysis, model.session, is_short=True)
        complete = format_badge(model.analysis, model.session)
        for self._badge in (complete, short):
            if self._fits([*rest, *self._state()]):
                return
        self._badge = complete
        if drawing.line_width([*rest, *self._state()]) >= self.screen.size.width:
            self._badge = short

    def _fits(self, line: StyledLine) -> bool:
        """Return True if there is room for the summary of the position beside a line."""
        return drawing.line_width(line) + len(self._summary) + 2 < self.screen.size.width

    def _state(self) -> StyledLine:
        """Return the badge and what is going on."""
        model, session = self._model, self._model.session
        state: StyledLine = [*self._badge, ("   ", "")] if self._badge else []
        if model.replay:
            state.append(("solution  ", "notice"))
        elif model.is_paused:
            state.append(("paused  ", "notice"))
        elif session.is_over:
            state += [
                (f" {format_outcome(model)} ", "won" if is_good(model) else "bad"),
                ("  ", ""),
            ]
        elif model.is_opponents_turn and not model.shows_previous_analysis:
            state.append(("thinking…  ", "notice"))
        return state

    def _counts(self) -> StyledLine:
        """Return the number of moves and the clock."""
        model = self._model
        counts: StyledLine = (
            [] if model.replay else [(f"{format_move_count(model.session)} ", "dim")]
        )
        if model.options.preferences.show_clock:
            seconds = model.session.shown_seconds(time.monotonic())
            counts.append((f"{' ' if counts else ''}{formatting.format_clock(seconds)} ", ""))
        return counts


def format_move_count(session: Session) -> str:
    """Return the number of moves as the result counts them: "move 18"."""
    return f"{formatting.player_unit(session.game).singular} {session.move_count}"
