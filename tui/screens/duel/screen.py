"""A game of two between two sessions on this machine: each side's moves in a file of its own."""

import time
from functools import partial
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.duel import Duel, told
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import PERSON, SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.base import Topics
from ludoscope.tui.screens.board_bindings import BOARD_KEYS, respelt_for
from ludoscope.tui.screens.board_screen import BoardPage
from ludoscope.tui.screens.picker.dialog import Choice, Picker
from ludoscope.tui.screens.typed import name_of
from ludoscope.tui.services.lobby import Snapshot, in_company
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.footer import Keys, Pair, footer_keys
from ludoscope.tui.widgets.prompt import Ask

ELSEWHERE = "somebody else"  # who is at another keyboard


class DuelPage(BoardPage):
    """No move is shown, or can be answered, before it is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_KEYS,
        Binding("space", "board('enter')", "pick, or play/pause", id="board.space", show=False),
        Binding("colon", "ask", "type a move", id="play.type"),
        Binding("F", "turn", "turn the board", id="play.turn"),
        Binding("r", "resign", "resign", id="company.resign"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, duel: Duel, options: UserOptions, name: str) -> None:
        self._duel, self._called = duel, name
        self._writing = False
        self._shown = -1  # moves, to those who watch
        super().__init__(self._laid(duel, options))

    def _laid(self, duel: Duel, options: UserOptions) -> Table:
        """A table with the game as it stands."""
        session = Session(Puzzle("", duel.game, duel.title), now=time.monotonic())
        session.set_players((PERSON, ELSEWHERE) if duel.side == 0 else (ELSEWHERE, PERSON))
        for move in duel.moves:
            session.play(move)
        table = Table(session, options, self._changed, self.tell)
        if duel.moves:  # the cursor belongs on a pawn of whoever is to move
            table.board.moved(session.game.start, duel.moves[-1], session.position)
        table.waits = f"{self._called} is to move"
        return table

    def on_mount(self) -> None:
        company, duel = in_company(self.app), self._duel
        company.at_board = duel.id
        self.app.clear_notifications()  # such as that of the invitation
        us = company.snapshot.name(company.us)
        sides = (us, self._called) if duel.side == 0 else (self._called, us)
        said = " against ".join(f"{who} ({side})" for who, side in zip(sides, SIDES, strict=True))
        self.title = f"Hexapawn {duel.title} › {said}"
        self.follow(company.snapshot)

    def on_unmount(self) -> None:
        in_company(self.app).at_board = ""

    # The other side

    def follow(self, snapshot: Snapshot) -> None:
        duel = snapshot.duel(self._duel.id)
        if not duel or self._writing:
            return
        self._duel = duel
        session, moves = self.table.session, list(duel.moves)
        if moves[: session.ply] != session.moves:  # what could not be written is taken back
            self.table = self._laid(duel, self.app.options)
        for move in moves[self.table.session.ply :]:
            self._writing = True  # it is written already
            self.table.answer(move)
            self._writing = False
        if self._shown != len(moves):
            self._shown = len(moves)
            in_company(self.app).follow(self.table.session)  # for those who watch
        self._say()
        self.draw()

    def _say(self) -> None:
        duel = self._duel
        if duel.fault:
            self.status(told(duel.fault, self._called))
            return
        said = self._ended() if duel.state == "over" else self._turn()
        self.status(f"{said} · {self.presence(duel.other)}")
        self.sub_title = f"move {self.table.session.number(self.table.session.ply)}"

    def _turn(self) -> str:
        if self._duel.state != "playing":
            return self._duel.state
        return "your move" if self._duel.ours_to_move else f"{self._called} is to move"

    def _ended(self) -> str:
        duel = self._duel
        won = duel.winner == duel.side
        if duel.resigned:
            return f"{self._called} resigns: you win" if won else "you have resigned"
        how = self.table.board.summary(self.table.session.position)
        return f"you {'win' if won else 'lose'}: {how}"

    # Our own

    def _changed(self) -> None:
        if self._writing:
            return
        self._writing = True
        self.run_worker(self._write, group="duel")

    async def _write(self) -> None:
        """The last move, with the one that it answers."""
        company, session = in_company(self.app), self.table.session
        ply, texts = session.ply - 1, ["", *session.texts]
        move = (self._duel.id, ply, texts[ply + 1], texts[ply])
        try:
            await company.does(partial(company.duels.move, *move))
        finally:
            self._writing = False
        self.follow(company.snapshot)

    def draw(self) -> None:
        if not self._writing:
            super().draw()

    @property
    def _going(self) -> bool:
        return self._duel.state == "playing" and not self._duel.fault

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "resign":
            return self._duel.state == "playing" or None
        return action != "ask" or self._going or None

    def keys_now(self) -> Keys:
        if self.asking:
            return Keys(respelt_for(self.app.options, [("⏎", "play"), ("esc", "cancel")]))
        return footer_keys(self, self._board_keys() if self._going else [])

    def _board_keys(self) -> list[Pair]:
        return respelt_for(self.app.options, self.table.board.KEYS)

    def help_topics(self) -> Topics:
        return Topics("Hexapawn", self._board_keys(), self.table.board.NOTATION)

    def unbound(self, event: events.Key) -> None:
        self.action_board(name_of(event))

    def action_board(self, key: str) -> None:
        if self._going and not self._writing:
            self.table.motion.end()
            self.table.press(key)
            self.draw()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        if self._going and not self._writing:
            self.table.click(event.x, event.y, event.width, event.height)
            self.draw()

    def begin_typing(self, text: str = "") -> None:
        if self._going:
            self.ask(Ask(":", self._typed, text, wanted=self.table.board.NOTATION))

    def _typed(self, text: str) -> bool:
        table = self.table
        if table.answering:
            self.tell(f"not yet: {table.waits}")
            return False
        if self._writing:
            return False
        played = table.type(text)
        self.draw()
        return played

    def action_turn(self) -> None:
        self.table.turn()
        self.draw()

    def action_resign(self) -> None:
        choices = [
            Choice("play on", "", False),
            Choice("resign", f"{self._called} wins", True),
        ]
        self.app.push_screen(Picker("Resign?", choices), self._resign)

    async def _resign(self, certain: bool | None) -> None:
        company = in_company(self.app)
        if certain:
            resign = partial(company.duels.resign, self._duel.id, self.table.session.ply)
            await company.does(resign)
            self.refresh_bindings()

    def action_back(self) -> None:
        if self.table.board.release():
            self.draw()
        else:
            self.dismiss()
