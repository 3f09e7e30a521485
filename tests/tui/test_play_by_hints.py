"""A player who follows every hint needs no more moves than the fewest known and the badge say."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from many import first_of

from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.peg.fewest_moves import FEWEST_MOVES
from ludoscope.puzzles.registry import collection
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import WINNABLE
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.play.solver_jobs import SolverJobs

MAX_STEPS = 300  # of a game that is led astray
PEG = sorted(FEWEST_MOVES, key=lambda name: (name != "lucas-02", not name.startswith("lucas")))
ORUSH = {
    entry.name: entry.fewest_moves for entry in collection("rush").entries() if entry.fewest_moves
}
HEXAPAWN = [f"hexapawn-{size}" for size in ("3x3", "3x4", "4x3", "4x4", "4x5", "5x4")]
DEALS = ["FreeCell.3-free", "ms-617-free", "st.2-free", "mo.32-free", "FreeCell.5", "bd.3-free"]
LONG_DEALS = [f"{game}.{number}-free" for game in ("FreeCell", "st") for number in range(20, 32)]


class Tasks:
    """Tasks of the event loop by purpose, as `BackgroundTasks` runs them for a screen."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def replace(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        self.cancel(name)
        self._tasks[name] = asyncio.ensure_future(work())

    def cancel(self, name: str) -> None:
        if task := self._tasks.pop(name, None):
            task.cancel()

    async def finish(self) -> None:
        while tasks := [task for task in self._tasks.values() if not task.done()]:
            await asyncio.gather(*tasks, return_exceptions=True)


class HintedGame:
    """A game that is played by hints alone."""

    def __init__(self, name: str, **preferences: Any) -> None:
        options = UserOptions(preferences=Preferences(**preferences))
        self.model = GameModel(Session(catalogue.find(name)), options)
        while (move := self.model.board.automatic_move(self.model.session.position)) is not None:
            self.model.session.play(move, continues_step=True)
        if self.model.game.players == 2:
            self.model.session.set_players((HUMAN, HUMAN))
        self._tasks = Tasks()
        self._jobs = SolverJobs(self.model, self._tasks, lambda: None, lambda text: None)

    async def analyse(self) -> None:
        if self.model.needs_analysis:
            self._jobs.analyse()
            await self._tasks.finish()

    async def play_hint(self) -> None:
        model = self.model
        self._jobs.find_hint()
        await self._tasks.finish()
        assert model.hint_moves, model.message
        assert model.message.startswith("Hint: ")
        step = model.board.first_step(model.session.position, model.hint_moves)
        assert model.play_moves(step), model.message
        await self.analyse()


async def win_by_hints(game: HintedGame) -> Session:
    """Play to the end; a position that can be won stays one."""
    model, session = game.model, game.model.session
    await game.analyse()
    while not session.is_over:
        await game.play_hint()
        judgement = model.analysis.get(session.position)
        if judgement and model.game.players == 1:
            assert judgement.state == WINNABLE
        assert session.move_count < MAX_STEPS
    return session


@first_of("name", PEG, 3)
async def test_peg_problem_takes_the_fewest_moves(name: str, forked_workers: None) -> None:
    session = await win_by_hints(HintedGame(name, analysis=False))
    assert session.is_won
    assert session.move_count == FEWEST_MOVES[name]


@first_of("name", ["orush-20", *ORUSH])
async def test_orush_puzzle_takes_the_fewest_slides(name: str, forked_workers: None) -> None:
    session = await win_by_hints(HintedGame(name))
    assert session.move_count == ORUSH[name]


@first_of("name", HEXAPAWN, 2)
async def test_hexapawn_ends_as_its_value_says(name: str, forked_workers: None) -> None:
    game = HintedGame(name)
    await game.analyse()
    value = game.model.analysis.get(game.model.game.start).value
    session = await win_by_hints(game)
    assert session.ply == abs(value)
    assert session.side_to_move == (1 if value > 0 else 0)


@first_of("autoplay", ["safe", "off"])
@first_of("name", [*DEALS, *LONG_DEALS], 2)
async def test_deal_ends_within_the_moves_announced(
    name: str, autoplay: str, forked_workers: None
) -> None:
    game = HintedGame(name, autoplay=autoplay)
    model, start = game.model, game.model.session.position
    await game.analyse()
    await game.play_hint()
    announced = model.analysis.get(start).steps
    at_start = safe_foundation_moves(model.game.variant, model.game.start)
    session = await win_by_hints(game)
    # without autoplay, cards that go home before the first move are a move that is not announced
    assert session.move_count <= announced + (autoplay == "off" and bool(at_start))
