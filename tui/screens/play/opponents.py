"""Opponents: the moves of the opponent in a game for two.

The perfect player is a solver (`SolverJobs`), or a search of a few moves if that takes too
long. The random player needs nothing, and the learner keeps matchboxes that learn from each game.
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
from ludoscope.tui import lazy
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN, LEARNER, PERFECT, RANDOM, SIDES
from ludoscope.tui.screens.play.background import BackgroundTasks
from ludoscope.tui.services.saves_service import SavesService

if TYPE_CHECKING:
    from ludoscope.games.hexapawn.rules import HexapawnGame, Position
    from ludoscope.search.hexapawn.matchboxes import Learner, Turn

TASK_GROUP = "opponent"
RECORD_KIND = "learner"  # of the learners in the store
TRAINING_GAMES = 1_000
TRAINING_SLICE_SECONDS = 0.05
MOVE_DELAY_SECONDS = 0.5  # between the moves of a game that no human plays


class Opponents:
    """The opponents of a game; a learner is read from the store when it is first needed.

    Attributes:
        is_training: True if a learner is being trained.
        on_progress: A function that is called with the learner while it is trained, the last time
            when `is_training` is False again.
    """

    def __init__(
        self,
        model: GameModel,
        tasks: BackgroundTasks,
        saves: SavesService,
        play_perfectly: Callable[[], None],
    ) -> None:
        """Create the opponents of a game.

        Args:
            model: The game.
            tasks: Runs the tasks in which moves are chosen.
            saves: The store of the learners.
            play_perfectly: A function that lets a solver make the next move.
        """
        self._model = model
        self._tasks = tasks
        self._saves = saves
        self._play_perfectly = play_perfectly
        self._learners: dict[int, Learner] = {}
        self._learner_lock = asyncio.Lock()  # training runs in a thread
        self.is_training = False
        self.on_progress: Callable[[Learner], object] | None = None
        self._stops_training = False

    def play_move(self) -> None:
        """Make the move of the side to move."""
        self._tasks.replace(TASK_GROUP, self._answer)

    def stop(self) -> None:
        """Cancel the move that is being chosen."""
        self._tasks.cancel(TASK_GROUP)

    async def _answer(self) -> None:
        model, session = self._model, self._model.session
        if HUMAN not in session.players:
            await asyncio.sleep(MOVE_DELAY_SECONDS)
        if session.player_to_move == PERFECT:
            self._play_perfectly()
        elif session.player_to_move == RANDOM:
            model.make_move(self._random_move())
        else:
            await self._make_learner_move()

    def _random_move(self) -> Hashable:
        """Return a legal move, always the same one for the same ply of the same game."""
        model, session = self._model, self._model.session
        random = SeededRandom(crc32(session.attempt_id.encode()), session.ply)
        moves: Sequence[Hashable] = model.game.moves(session.position)
        return random.choice(moves)

    def play_fallback_move(self) -> None:
        """Make a good move after a short search, as no proof was found in time."""
        self._tasks.replace(TASK_GROUP, self._play_fallback_move)

    async def _play_fallback_move(self) -> None:
        model = self._model
        game, position = model.game, model.session.position
        find_move = solver_set(game.family).fallback_move
        move = await asyncio.to_thread(find_move, game, position)
        if move is not None:
            model.make_move(move)
            model.show_message(
                "No perfect move found in time; the opponent searched a few moves ahead"
            )
        else:
            model.make_move(self._random_move())
            model.show_message("No perfect move found in time; the opponent made a random move")

    async def _make_learner_move(self) -> None:
        model, session = self._model, self._model.session
        async with self._learner_lock:
            learner = await self.learner(session.side_to_move)
            move = learner.choose_move(cast("Position", session.position))
        if move is None:
            side = SIDES[session.side_to_move]
            model.resign()
            key = model.key_display("play.matchboxes", "m")
            model.show_message(
                f"{side.capitalize()} resigns: it has learned that every move here loses. "
                f"{key} shows its matchboxes."
            )
        else:
            model.make_move(move)

    # Learners

    @property
    def _game(self) -> "HexapawnGame":
        """The game; matchboxes play hexapawn only."""
        return cast("HexapawnGame", self._model.game)

    async def learner(self, player: int) -> "Learner":
        """Return the learner that plays a side on this board."""
        if player not in self._learners:
            text = await self._saves.load_note(RECORD_KIND, self._record_name(player))
            self._learners[player] = self._read_learner(text, player)
        return self._learners[player]

    def _record_name(self, player: int) -> str:
        return f"{self._game.rows}x{self._game.columns} {SIDES[player]}"

    def _read_learner(self, text: str, player: int) -> "Learner":
        """Return the learner that a text describes, or a new one if it is not for this board."""
        new = self._new_learner(player)
        try:
            learner = lazy.matchboxes.learner_from_json(text)
        except NotationError:
            return new
        is_same = learner.game.spec() == new.game.spec() and learner.player == player
        return learner if is_same else new

    def _new_learner(self, player: int) -> "Learner":
        return lazy.matchboxes.Learner(self._game.rows, self._game.columns, player, seed=player)

    def _store_learner(self, player: int) -> None:
        text = self._learners[player].to_json()
        self._saves.save_note(RECORD_KIND, self._record_name(player), text)

    async def forget(self, player: int) -> "Learner":
        """Replace the learner of a side with a new one, and return that."""
        async with self._learner_lock:
            self._learners[player] = self._new_learner(player)
            self._store_learner(player)
        return self._learners[player]

    def learn_from_game(self) -> None:
        """Teach the game to the learners that have played it; once for each game."""
        session = self._model.session
        if not session.is_in_attempt:
            return  # the end of somebody else's game is shown
        for player, name in enumerate(session.players):
            if name == LEARNER:
                has_won = session.side_to_move != player
                first = (player - session.side_at(0)) % 2
                turns = cast(
                    "list[Turn]", [session.move_at(i) for i in range(first, session.ply, 2)]
                )
                self._tasks.start(partial(self._learn, player, turns, has_won, session.attempt_id))

    async def _learn(self, player: int, turns: "list[Turn]", has_won: bool, game_id: str) -> None:
        async with self._learner_lock:
            learner = await self.learner(player)
            if learner.last_game_id != game_id:
                learner.learn(turns, has_won, game_id)
                self._store_learner(player)

    def train(self, player: int, on_progress: Callable[["Learner"], object]) -> None:
        """Train the learner of a side in `TRAINING_GAMES` games against random moves.

        Args:
            player: The side.
            on_progress: See the class.
        """
        if not self.is_training:
            self.is_training, self._stops_training = True, False
            self.on_progress = on_progress
            self._tasks.start(partial(self._train, player))

    def _report_progress(self, learner: "Learner") -> None:
        if self.on_progress:
            self.on_progress(learner)

    def stop_training(self) -> None:
        self._stops_training = True

    async def _train(self, player: int) -> None:
        games_left = TRAINING_GAMES
        while games_left and not self._stops_training:
            async with self._learner_lock:
                learner = await self.learner(player)
                games_left -= await asyncio.to_thread(_train_for_a_slice, learner, games_left)
                self._report_progress(learner)
        async with self._learner_lock:
            learner = await self.learner(player)  # read here if the training was stopped at once
            self._store_learner(player)
            self.is_training = False
            self._report_progress(learner)


def _train_for_a_slice(learner: "Learner", max_games: int) -> int:
    """Train a learner for `TRAINING_SLICE_SECONDS` at most; return the number of games."""
    end = time.monotonic() + TRAINING_SLICE_SECONDS
    games_before = learner.games
    for _ in lazy.matchboxes.train(learner, max_games):
        if time.monotonic() > end:
            break
    return learner.games - games_before
