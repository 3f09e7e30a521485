"""MapScreen: all positions of a small game as a map, on which one walks and searches are shown."""

from collections.abc import Iterable
from contextlib import aclosing
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.state_map import (
    FIRST_WINS,
    LOST,
    OUTCOME_TEXTS,
    SECOND_WINS,
    UNDECIDED,
    WINNABLE,
    WON,
)
from ludoscope.puzzles.state_map_process import (
    Expanded,
    Exploring,
    MapEvent,
    MapPicture,
    Route,
    SearchEnded,
    StateMap,
    StateMapProcess,
    Ways,
)
from ludoscope.search.expansion_order import followed_solvers
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.host_limits import worker_slots
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.model.followed_search import FollowedSearch
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.map_walk import MapStep, MapWalk
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.exporting import export_files
from ludoscope.tui.screens.map.map_area import MapArea
from ludoscope.tui.text import map_drawing
from ludoscope.tui.text.drawing import Block, StyledLine, fit_line
from ludoscope.tui.text.formatting import format_count, join_fitting, shorten
from ludoscope.tui.text.map_drawing import MapDrawing, MapMarks, shown_mark, shown_role
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.row_list import RowList
from ludoscope.tui.widgets.styled_lines import StyledLines

REFRESH_INTERVAL_SECONDS = 0.1
FLOOD_SECONDS = 6.0  # for a search that expands every position of the map
DIGITS = "123456789"  # the keys of the solvers
MOVE_WIDTH = 9  # columns of a move in the list
QUEUED = "The map is queued: this server's solver limit is reached"
VERDICTS = {
    "solved": "solved",
    "unsolvable": "proved that it cannot be won",
    "gave up": "gave up",
}


class MapScreen(BaseScreen[list[object] | None], inherit_bindings=False):
    """The map of a game; returns the moves from its start to play on from, or None.

    Args:
        model: The game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "choose(-1)", "choose", key_display="↑↓", id="map.up"),
        Binding("down,j", "choose(1)", "choose below", id="map.down", show=False),
        Binding("right,l", "go", "go", key_display="→", id="map.go"),
        Binding("left,h", "go_back", "undo", key_display="←", id="map.back"),
        Binding("1", "follow(1)", "search", key_display="1-9", id="map.search"),
        Binding("enter", "play_on", "play on", id="map.play"),
        Binding("space", "pause", "pause", key_display="space", id="map.pause"),
        Binding("x", "stop", "stop", id="map.stop"),
        Binding("home", "restart", "to your game", id="map.home"),
        Binding("e", "export", "export", id="map.export"),
        Binding("at", "dismiss(None)", "map", id="play.map", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "All positions that the moves of this puzzle lead to, one dot each, the nearest to the "
        "end at the right. Walk on them move by move, or click on one, and watch how searches "
        "spread over them. During a game it counts as a hint."
    )
    CSS_PATH = "map.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (70, 20)

    def __init__(self, model: GameModel) -> None:
        super().__init__()
        self.family = model.game.family
        self.title = f"Map › {model.puzzle.title}"
        self._model = model
        # of a game for two at the first player's turn, so that the sides of the map are those
        # of the game
        ply = model.session.ply
        self._played_moves = model.session.moves
        self._positions = positions = model.session.positions[: ply + 1]  # without undone ones
        starts = [positions[0], positions[ply - ply % model.game.players]]
        self._process = StateMapProcess(model.game, starts)
        self._board = create_board(model.game, model.options)
        self._board.shows_cursor = False
        self._board.viewing_side = model.board.viewing_side
        self._unit = FAMILIES[model.game.family].unit_of(model.game.measure)
        self._solvers = followed_solvers(model.game)[: len(DIGITS)]
        self._is_lost = False  # the process
        self._walk: MapWalk | None = None
        self._drawing: MapDrawing | None = None
        self._search = FollowedSearch()
        self._map_area, self._board_area = MapArea(id="map"), BoardArea(id="board")
        self._board_area.show_cursor = False
        self._moves, self._legend = RowList(id="moves"), StyledLines(id="legend")
        self._moves.can_focus = False

    def compose_body(self) -> Iterable[Widget]:
        self._map_area.border_title, self._moves.border_title = "Map", "Moves"
        self._map_area.border_subtitle = "nearer to the end →"
        yield Horizontal(
            self._map_area,
            Vertical(self._board_area, self._moves, id="side"),
        )
        yield self._legend

    def on_mount(self) -> None:
        self.run_worker(self._read_events, group="map", exclusive=True)
        self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        self.show_status(QUEUED if worker_slots().is_full() else "Exploring…")

    def on_unmount(self) -> None:
        self._process.close()

    async def _read_events(self) -> None:
        """Handle the answers of the process until it ends."""
        try:
            async with aclosing(self._process.events()) as map_events:
                async for event in map_events:
                    await self._handle(event)
        except WorkerLost as error:
            self._is_lost = True
            self._search.fail()
            self.show_status(f"No {'further answers' if self._walk else 'map'}: {error}")
            self.refresh_view()

    async def _handle(self, event: MapEvent) -> None:
        match event:
            case Exploring(count, is_sample):
                what = "too many for all, taking a sample" if is_sample else "Exploring"
                self.show_status(f"{what.capitalize()}: {format_count(count, 'position')}…")
            case StateMap():
                self._show_map(event)
            case Ways() if self._walk:
                self._walk.add_ways(event)
                self.refresh_view()
            case Route(indices) if self._walk and indices:
                if self._walk.follow(indices):
                    self._on_walked()
            case Route():
                self.notify_here("No moves lead there")
            case MapPicture(text):
                name = f"{self._model.puzzle.name}-map"
                await export_files(self.app, name, {".svg": text})
            case Expanded(indices):
                self._search.add(indices)
            case SearchEnded(verdict, explored):
                expanded = f"{format_count(explored, 'position')} expanded"
                self._search.end(f"{VERDICTS[verdict]}, {expanded}")

    def _show_map(self, state_map: StateMap) -> None:
        self._walk = MapWalk(self._model.game, state_map, self._positions, self._played_moves)
        self._drawing = MapDrawing(state_map)
        count = format_count(len(state_map.texts), "position")
        self._map_area.border_title = count if state_map.is_complete else f"A sample of {count}"
        self.show_status("")
        self._on_walked()

    # Refreshing

    def refresh_view(self) -> None:
        super().refresh_view()
        walk, drawing = self._walk, self._drawing
        if not (walk and drawing and self.is_mounted):
            return
        step, ways = walk.chosen_step, walk.ways
        marks = MapMarks(
            current=walk.index,
            target=step.index if step else None,
            path=[index for index in walk.path if index is not None],
            shortest=ways.shortest if ways else (),
            narrow=ways.narrow if ways else (),
            unavoidable=ways.unavoidable if ways else (),
        )
        self._map_area.show_map(drawing, marks)
        self._board_area.set_title(self._describe_position(walk))
        self._board_area.show_picture(self._board, self._draw_board)
        self._show_search()
        self.refresh_bindings()

    def _draw_board(self, width: int, height: int) -> Block:
        assert self._walk
        return list(self._board.draw(self._walk.position, width, height, self._walk.last_move))

    def _describe_position(self, walk: MapWalk) -> str:
        """Return how far the current position is from the end."""
        if walk.index is None:
            return "Not in the sample"
        outcome = walk.state_map.outcomes[walk.index]
        text = self._outcome_text(outcome)
        if walk.distance and outcome != WON:
            text += f" in {count_text(walk.distance, self._unit)}"
        return text

    def _outcome_text(self, outcome: str) -> str:
        if outcome in (FIRST_WINS, SECOND_WINS):
            first = self._model.session.side_at(0)
            side = first if outcome == FIRST_WINS else 1 - first
            return f"{SIDES[side].capitalize()} wins"
        return OUTCOME_TEXTS[outcome].capitalize()

    def _show_moves(self) -> None:
        """Fill the list of moves from the current position."""
        walk = self._walk
        assert walk
        self._moves.clear_options()
        self._moves.add_options(Option(self._move_line(walk, step)) for step in walk.steps)
        self._moves.highlighted = 0 if walk.steps else None

    def _move_line(self, walk: MapWalk, step: MapStep) -> Content:
        text = self._board.step_text(walk.position, [step.move])
        distance = walk.step_distance(step)
        outcome = walk.state_map.outcomes[step.index] if step.index is not None else UNDECIDED
        if outcome == WINNABLE and distance is not None:  # in a sample it may not be known
            after = f"{distance} left"
        elif outcome in (FIRST_WINS, SECOND_WINS):
            after = self._outcome_text(outcome)
            if distance:  # 0 at the end of the game
                after += f" in {distance}"
        elif step.index is None:
            after = "not in the sample"
        else:
            after = self._outcome_text(outcome)
        style = "dim" if outcome in (LOST, UNDECIDED) else ""
        return Content.assemble(f"{text:<{MOVE_WIDTH}} ", (after, style))

    def _marks_line(self, walk: MapWalk) -> StyledLine:
        """Return the marks on the map that occur, with their meaning."""
        ways = walk.ways
        entries = [(map_drawing.CURRENT_MARK, "here"), (map_drawing.TARGET_MARK, "chosen move")]
        if len(walk.path) > 1:
            entries.append((map_drawing.PATH_MARK, "the way here"))
        if ways and ways.narrow:
            entries.append((map_drawing.NARROW_MARK, "on every shortest way"))
        if ways and ways.unavoidable:
            entries.append((map_drawing.UNAVOIDABLE_MARK, "on every way"))
        return self._legend_line(entries)

    def _dots_line(self, walk: MapWalk) -> StyledLine:
        """Return what the colours of the dots mean."""
        dot = map_drawing.LEGEND_DOT
        occurring = set(walk.state_map.outcomes)
        entries = [
            ((dot, role), self._legend_text(outcome))
            for outcome, role in map_drawing.OUTCOME_ROLES.items()
            if outcome in occurring
        ]
        if walk.ways and walk.ways.shortest:
            text = "on a shortest way" if self._model.game.players == 1 else "with best play"
            entries.append(((dot, map_drawing.SHORTEST_ROLE), text))
        if self._search.name:
            entries.append(((dot, map_drawing.FLOODED_ROLE), "expanded"))
        return self._legend_line(entries)

    def _legend_text(self, outcome: str) -> str:
        """Return an outcome in small letters, but for the name of a side."""
        text = self._outcome_text(outcome)
        return text if outcome in (FIRST_WINS, SECOND_WINS) else text.lower()

    def _legend_line(self, entries: Iterable[tuple[tuple[str, str], str]]) -> StyledLine:
        """Return signs, each a text and a role, with their meaning."""
        appearance, line = self.app.options.appearance, list[tuple[str, str]]()
        for (sign, role), text in entries:
            shown = shown_mark((sign, shown_role(role, appearance)), appearance)
            line += [(" ", ""), shown, (f" {text} ", "dim")]
        return line

    def _show_search(self) -> bool:
        """Show the legend and the state of the search; return True if a line has changed."""
        return self._legend.set_drawing(self._draw_legend)

    def _draw_legend(self, width: int, _height: int) -> Block:
        assert self._walk
        search_text = shorten(self._search_text(width - 2), width - 1)
        lines = [
            self._marks_line(self._walk),
            self._dots_line(self._walk),
            [(f" {search_text}", "")],
        ]
        return [fit_line(line, width) for line in lines]

    def _search_text(self, width: int) -> str:
        """Return the state of the search; the searches that can be started if there is none."""
        if self._search.name or not self._solvers:
            return self._search.status
        searches = [f"{number} {solver.name}" for number, solver in enumerate(self._solvers, 1)]
        return join_fitting("Searches: ", searches, width)

    def _on_timer(self) -> None:
        """Show the positions that the search has come to since the last time."""
        if not (self.is_active and self._search.is_running and self._drawing):
            return
        if not self.app.frame_pacer.is_free:
            return
        if indices := self._search.take(REFRESH_INTERVAL_SECONDS):
            self._drawing.flood(indices)
        has_changed = self._map_area.redraw()
        has_changed = self._show_search() or has_changed
        if not self._search.is_running:
            self.refresh_bindings()
        if has_changed:
            self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def on_appearance_changed(self) -> None:
        super().on_appearance_changed()
        if self._walk:
            self._show_moves()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        walk = self._walk
        match action:
            case "choose" | "go":
                return bool(walk and walk.steps) or None
            case "go_back":
                return bool(walk and walk.last_move is not None) or None
            case "follow":
                [number] = parameters
                is_solver = isinstance(number, int) and number <= len(self._solvers)
                return (bool(walk) and is_solver and not self._is_lost) or None
            case "pause":
                return self._search.is_running or None
            case "stop":
                return bool(self._search.name) or None
            case "restart" | "play_on":
                return walk is not None or None
            case "export":  # visitors have no access to files
                is_ready = walk is not None and not self._is_lost
                return self.app.files_allowed and (is_ready or None)
        return True

    def _on_walked(self) -> None:
        """Show the new position and ask for the ways from it."""
        walk = self._walk
        assert walk
        if walk.index is not None:
            self._process.find_ways(walk.index)
        self._show_moves()
        self.refresh_view()

    def action_choose(self, offset: int) -> None:
        if self._walk:
            self._walk.choose(self._walk.choice + offset)
            self._moves.highlighted = self._walk.choice
            self.refresh_view()

    def action_go(self) -> None:
        if self._walk and self._walk.go():
            self._on_walked()

    def action_go_back(self) -> None:
        if self._walk and self._walk.go_back():
            self._on_walked()

    def action_restart(self) -> None:
        if self._walk:
            self._walk.restart()
            self._on_walked()

    @on(OptionList.OptionSelected, "#moves")
    def _on_move_clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self._walk:
            self._walk.choose(event.option_index)
            self.action_go()

    def on_map_area_clicked(self, event: MapArea.Clicked) -> None:
        if self._walk:
            sources = [index for index in (self._walk.index, 0) if index is not None]
            self._process.find_route(sources, event.index)

    def action_follow(self, number: int) -> None:
        """Show a search from the current position on the map."""
        walk, drawing = self._walk, self._drawing
        if self._is_lost or not (walk and drawing) or number > len(self._solvers):
            return
        if walk.index is None:
            self.notify_here("A search begins at a position of the sample only")
            return
        drawing.clear_flood()
        self._search = FollowedSearch(
            self._solvers[number - 1].name, FLOOD_SECONDS / len(walk.state_map.texts)
        )
        self._process.expand(self._search.name, walk.index)
        self.refresh_view()

    def handle_unbound_key(self, event: events.Key) -> None:
        """Follow the solver whose number is pressed."""
        if event.character and event.character in DIGITS[: len(self._solvers)]:
            self.action_follow(int(event.character))
        else:
            super().handle_unbound_key(event)

    def action_pause(self) -> None:
        self._search.is_paused = not self._search.is_paused
        self._show_search()

    def action_stop(self) -> None:
        """Stop the search and unmark its positions."""
        self._process.stop()
        self._search = FollowedSearch()
        if self._drawing:
            self._drawing.clear_flood()
        self.refresh_view()

    def action_export(self) -> None:
        if self._walk:
            path = [index for index in self._walk.path if index is not None]
            self._process.draw(f"Map of {self._model.puzzle.title}", path)

    def action_play_on(self) -> None:
        if self._walk:
            self.dismiss(list(self._walk.moves))

    def help_content(self) -> HelpContent:
        marks = [
            (map_drawing.CURRENT_MARK, "the current position, whose board is shown"),
            (map_drawing.TARGET_MARK, "the position after the chosen move"),
            (map_drawing.PATH_MARK, "the positions on the way to the current one"),
            (map_drawing.NARROW_MARK, "a position on every shortest way from here to the end"),
            (map_drawing.UNAVOIDABLE_MARK, "a position on every way from here to the end"),
        ]
        appearance = self.app.options.appearance
        symbols = [(shown_mark(mark, appearance)[0], text) for mark, text in marks]
        searches = [
            (str(number), f"search: {solver.name}")
            for number, solver in enumerate(self._solvers, 1)
        ]
        return HelpContent("Map", self.PURPOSE, symbols=[*symbols, *searches])
