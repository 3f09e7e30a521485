"""The service behind the training screens: positions, the player's answers, and own mistakes."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing
from functools import partial

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import UnknownPuzzle, collection
from ludoscope.puzzles.trainer import SHORTEST
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.client import can_train, find_mistakes, make_positions
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.training_record import TrainingRecord
from ludoscope.tui.model.training_run import after_answer, due_mistakes, new_mistake
from ludoscope.tui.saves import training
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.training import Answer, Mistake
from ludoscope.tui.services.saves_service import SavesService

NOTE_KIND = "training"
COLLECT_NOTE, SEARCHED_NOTE = "collect", "searched"
ON = "on"
MADE_POSITIONS = 12  # of a family that has no bundled ones, made while the player waits
MAKE_SECONDS = 20.0


class TrainingService:
    """Reads and stores what the training screens show.

    Attributes:
        record: The ratings and scores of the player, once `load` has ended.
        mistakes: The player's mistakes.
        collects_mistakes: True if the player wants mistakes to be collected.
    """

    def __init__(self, saves: SavesService) -> None:
        self._saves = saves
        self.record = TrainingRecord()
        self.mistakes: list[Mistake] = []
        self.collects_mistakes = False

    @property
    def now(self) -> float:
        """The time in seconds since 1970."""
        return time.time()

    async def load(self) -> None:
        """Read the answers and the mistakes."""
        store = await self._saves.saved_store()
        answers = await self._saves.wait_and_notify(store.run(training.load_answers), [])
        self.record = await asyncio.to_thread(TrainingRecord.from_answers, answers)
        self.mistakes = await self._saves.wait_and_notify(store.run(training.load_mistakes), [])
        note = await self._saves.load_note(NOTE_KIND, COLLECT_NOTE)
        self.collects_mistakes = note == ON

    # Positions

    async def positions(self, family: str, seed: int) -> Sequence[TrainingPosition]:
        """Return the bundled positions of a family; of one that has none, some new ones.

        Args:
            family: The name of the family.
            seed: Determines the new ones; on a slow computer there are fewer of them.

        Raises:
            WorkerLost: No positions can be made; the message says why.
        """
        bundled = await asyncio.to_thread(_load_positions, family)
        if bundled or not can_train(family):
            return bundled
        made: list[TrainingPosition] = []
        try:
            async with asyncio.timeout(MAKE_SECONDS), aclosing(make_positions(family, seed)) as new:
                async for position in new:
                    made.append(position)
                    if len(made) == MADE_POSITIONS:
                        break
        except TimeoutError:
            pass
        return made

    # Answers

    async def store_answer(self, answer: Answer) -> None:
        """Store an answer that the record counts already."""
        query = partial(training.add_answers, [answer])
        await self._saves.write(query)

    # Mistakes

    @property
    def due_mistakes(self) -> list[Mistake]:
        """The mistakes that are to be shown now."""
        return due_mistakes(self.mistakes, self.now)

    def collect_mistakes(self, is_wanted: bool) -> None:
        """Store whether mistakes are to be collected."""
        self.collects_mistakes = is_wanted
        self._saves.save_note(NOTE_KIND, COLLECT_NOTE, ON if is_wanted else "")

    async def add_attempt(self, name: str, is_right: bool) -> None:
        """Store that a mistake was shown again.

        Args:
            name: The name of its position.
            is_right: True if a right step was found.
        """
        for index, mistake in enumerate(self.mistakes):
            if mistake.name == name:
                changed = self.mistakes[index] = after_answer(mistake, is_right, self.now)
                query = partial(training.update_mistake, changed)
                await self._saves.write(query)

    async def find_new_mistakes(self) -> int:
        """Search the games played since the last search; return the number of new mistakes.

        A game that cannot be searched is left out. The next search begins after the last one that
        could be, so that no game is left out for good where no search is possible at the moment.

        Raises:
            WorkerLost: A game could not be searched; the message says why.
        """
        store = await self._saves.saved_store()
        searched = await self._saves.load_note(NOTE_KIND, SEARCHED_NOTE)
        since = float(searched) if searched.replace(".", "", 1).isdigit() else 0.0
        sessions = await self._saves.wait_and_notify(store.sessions_since(since), [])
        known = {mistake.name for mistake in self.mistakes}
        found_count = 0
        problem: WorkerLost | None = None
        for saved in sessions:
            try:
                mistakes = await self._mistakes_of(saved)
            except WorkerLost as error:
                problem = error
                continue
            for mistake in mistakes:
                if mistake.name not in known:
                    query = partial(training.add_mistakes, [mistake])
                    await self._saves.write(query)
                    known.add(mistake.name)
                    self.mistakes.append(mistake)
                    found_count += 1
            self._saves.save_note(NOTE_KIND, SEARCHED_NOTE, str(saved.updated))
        if problem:
            raise problem
        return found_count

    async def _mistakes_of(self, saved: SavedSession) -> list[Mistake]:
        """Return the mistakes in a stored game; none if it cannot be read, or cannot be lost."""
        if saved.family not in FAMILIES or not can_train(saved.family):
            return []
        try:
            trainer = collection(saved.family).trainer()
            session = Session(saved.puzzle())
            await asyncio.to_thread(saved.restore, session)
        except (ValueError, UnknownPuzzle):
            return []
        if trainer is None or trainer.goal_of(session.game) == SHORTEST:
            return []
        lines = [
            [each.text for each in node.path()[1:]]
            for node in session.history.nodes
            if not node.children
        ]
        found = find_mistakes(session.game, lines, session.player_side)
        async with aclosing(found) as positions:
            return [new_mistake(each, saved.title, saved.updated) async for each in positions]


def _load_positions(family: str) -> Sequence[TrainingPosition]:
    """Return the bundled positions of a family; finding their ratings takes milliseconds."""
    positions = bundled_positions(family)
    for position in positions:
        _ = position.rating
    return positions


def worker_problem(error: WorkerLost) -> str:
    """Return the sentence on a process that has failed."""
    return f"Training is not possible: {error}"
