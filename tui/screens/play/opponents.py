"""The other side of a game of two: who answers, and the matchboxes that learn from how it ends.

`perfect` is the solver's task (`SolverJobs.answer`), or a short look ahead; the others need none.
"""

import asyncio
import time
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast
from zlib import crc32

from ludoscope.games import NotationError
from ludoscope.search.registry import solver_set
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.players import (
    CHANCE,
    LEARNER,
    PERFECT,
    PERSON,
    PLAYERS,
    SIDES,
    Players,
    write,
)
from ludoscope.tui.screens.play.speech import PlaySpeech

if TYPE_CHECKING:
    from ludoscope.games.hexapawn.rules import HexapawnGame, Position
    from ludoscope.search.hexapawn.matchboxes import Learner, Turn

GROUP = "opponent"  # of the tasks of a screen
KIND = "learner"  # of the texts of the store
GAMES = 1_000
MOMENT = 0.05  # seconds
PAUSE = 0.5  # seconds between moves where nobody at the keyboard makes any


class Opponents:
    """For one play screen; a learner is read from the store when it is first needed.

    `perfect` has the perfect player make its move.
    """

    def __init__(self, page: PlaySpeech, table: Table, perfect: Callable[[], None]) -> None:
        self._page = page
        self._table = table
        self._perfect = perfect
        self._learners: dict[int, Learner] = {}
        self._at_boxes = asyncio.Lock()  # one at a time, for some work in a thread
        self.training = False
        self.looked: Callable[[Learner], object] = bool
        self._enough = False

    def answer(self) -> None:
        """Have the side to move make its move."""
        self._page.run_worker(self._answer, group=GROUP, exclusive=True)

    def stop(self) -> None:
        self._page.workers.cancel_group(self._page, GROUP)

    async def _answer(self) -> None:
        table, session = self._table, self._table.session
        if PERSON not in session.players:
            await asyncio.sleep(PAUSE)
        if session.mover == PERFECT:
            self._perfect()
        elif session.mover == CHANCE:
            table.answer(self._by_chance())
        else:
            await self._learner_plays()
        self._page.paint()

    def _by_chance(self) -> Hashable:
        """Any legal move, the same one again in the same game."""
        table, session = self._table, self._table.session
        chance = SeededRandom(crc32(session.attempt.encode()), session.ply)
        moves: Sequence[Hashable] = table.game.moves(session.position)
        return chance.choice(moves)

    def guess(self) -> None:
        """Have the side to move make a good move where no proof was found in time."""
        self._page.run_worker(self._guess, group=GROUP, exclusive=True)

    async def _guess(self) -> None:
        table = self._table
        game, position = table.game, table.session.position
        fallback_move = solver_set(game.family).fallback_move
        if (move := await asyncio.to_thread(fallback_move, game, position)) is not None:
            table.answer(move)
            self._page.tell("no proof in time: the program looked a few moves ahead")
        else:
            table.answer(self._by_chance())
            self._page.tell("no proof in time: the program made a random move")

    async def _learner_plays(self) -> None:
        table, session = self._table, self._table.session
        async with self._at_boxes:
            learner = await self.learner(session.to_move)
            move = learner.choose_move(cast("Position", session.position))
        if move is None:
            table.resign()
            self._page.tell(f"{SIDES[session.to_move]} resigns: its box is empty")
        else:
            table.answer(move)

    # Learners

    @property
    def _game(self) -> "HexapawnGame":
        """The one game that matchboxes play."""
        return cast("HexapawnGame", self._table.game)

    async def learner(self, player: int) -> "Learner":
        """The one that plays this side on this board, as it was left."""
        if player not in self._learners:
            text = await self._page.app.records.noted(KIND, self._name(player))
            self._learners[player] = self._read(text, player)
        return self._learners[player]

    def _name(self, player: int) -> str:
        return f"{self._game.rows}x{self._game.columns} {SIDES[player]}"

    def _read(self, text: str, player: int) -> "Learner":
        from ludoscope.search.hexapawn.matchboxes import learner_from_json

        new = self._new(player)
        try:
            learner = learner_from_json(text)
        except NotationError:
            return new
        same = learner.game.spec() == new.game.spec() and learner.player == player
        return learner if same else new

    def _new(self, player: int) -> "Learner":
        from ludoscope.search.hexapawn.matchboxes import Learner

        return Learner(self._game.rows, self._game.columns, player, seed=player)

    def _keep(self, player: int) -> None:
        text = self._learners[player].to_json()
        self._page.app.records.note(KIND, self._name(player), text)

    async def forget(self, player: int) -> "Learner":
        """A new one in its place, that knows nothing."""
        async with self._at_boxes:
            self._learners[player] = self._new(player)
            self._keep(player)
        return self._learners[player]

    def learn(self) -> None:
        """The game is over: the learners that played in it learn, once."""
        session = self._table.session
        for player, name in enumerate(session.players):
            if name == LEARNER:
                won = session.to_move != player
                turns = cast("list[Turn]", [session.made(i) for i in range(player, session.ply, 2)])
                self._page.run_worker(partial(self._learn, player, turns, won, session.attempt))

    async def _learn(self, player: int, turns: "list[Turn]", won: bool, lesson: str) -> None:
        async with self._at_boxes:
            learner = await self.learner(player)
            if learner.last_game_id != lesson:
                learner.learn(turns, won, lesson)
                self._keep(player)

    def train(self, player: int, looked: Callable[["Learner"], object]) -> None:
        """Play many games against random moves, and keep what came of it.

        `looked` sees the learner now and then, the last time when `training` is over.
        """
        if not self.training:
            self.training, self._enough, self.looked = True, False, looked
            self._page.run_worker(partial(self._train, player))

    def stop_training(self) -> None:
        self._enough = True

    async def _train(self, player: int) -> None:
        left = GAMES
        while left and not self._enough:
            async with self._at_boxes:
                learner = await self.learner(player)
                left -= await asyncio.to_thread(_for_a_moment, learner, left)
                self.looked(learner)
        async with self._at_boxes:
            learner = await self.learner(player)  # it may have been enough before the first game
            self._keep(player)
            self.training = False
            self.looked(learner)


def _for_a_moment(learner: "Learner", games: int) -> int:
    """Train it, with so many games at most; how many there were."""
    from ludoscope.search.hexapawn.matchboxes import train

    until = time.monotonic() + MOMENT
    before = learner.games
    for _ in train(learner, games):
        if time.monotonic() > until:
            break
    return learner.games - before


def choose_players(page: PlaySpeech, table: Table) -> None:
    """Ask who plays white, and who black."""
    from ludoscope.tui.screens.players.dialog import WhoPlays

    def answered(players: Players | None) -> None:
        if players is not None:
            table.set_players(players)
            page.app.records.note("seats", table.puzzle.name, write(players))
        page.paint()

    boxes = "matchboxes" in table.board.ACTIONS
    offered = [name for name in PLAYERS if boxes or name != LEARNER]
    page.app.push_screen(WhoPlays(table.session.players, offered), answered)
