"""DifficultyService: how hard puzzles are, looked up or measured in the background."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.tui import lazy
from ludoscope.tui.model.rating import PuzzleDifficulty
from ludoscope.tui.services.saves_service import SavesService

NOTE_KIND = "difficulty"  # of the notes; the text is the name of the measure and the value
NO_DIFFICULTY = "-"  # the text for a puzzle that cannot be measured


async def measure_in_worker(puzzle: Puzzle) -> Difficulty | None:
    """Return the difficulty of a puzzle, measured in a worker process.

    Raises:
        PluginFault: The measure failed.
        WorkerLost: The process could not be started or was lost.
        TimeoutError: It has found no value in time.
    """
    return await lazy.difficulty_process.measure_in_worker(puzzle)


class DifficultyService:
    """Knows the difficulty of bundled puzzles, and measures and stores that of others.

    Args:
        saves: The saves, with the values measured before.
        notify: Shows a message.
    """

    def __init__(self, saves: SavesService, notify: Callable[[str], None]) -> None:
        self._saves = saves
        self._notify = notify
        self._slow_boards: set[tuple[str, str]] = set()  # not measured in time, in this session

    async def stored_texts(self) -> Mapping[str, str]:
        """Return what was stored of the puzzles measured so far, by puzzle name."""
        default: dict[str, str] = {}
        return await self._saves.wait_and_notify(self._saves.store.run(_read_notes), default)

    async def of_names(self, family: str, names: Iterable[str]) -> Mapping[str, PuzzleDifficulty]:
        """Return the known difficulty of each of the named puzzles of a family that has one."""
        stored = await self.stored_texts()
        return await asyncio.to_thread(
            lambda: {
                name: rating
                for name in names
                if (rating := known_rating(family, name, stored.get(name, "")))
            }
        )

    async def find_bundled(self, puzzle: Puzzle) -> PuzzleDifficulty | None:
        """Return the difficulty of a puzzle if it is known without a search or the saves."""
        return await asyncio.to_thread(known_rating, puzzle.game.family, puzzle.name)

    async def find(self, puzzle: Puzzle) -> PuzzleDifficulty | None:
        """Return the difficulty of a puzzle, measured if necessary; None if it has no measure."""
        family, name = puzzle.game.family, puzzle.name
        measure = await asyncio.to_thread(find_measure, family, puzzle)
        if not measure:
            return None
        text = await self._saves.load_note(NOTE_KIND, name)
        if rating := await asyncio.to_thread(known_rating, family, name, text, measure):
            return rating
        board = (name, repr(puzzle.game.spec()))  # a problem may be changed and keep its name
        if text == _note_text(measure, None) or board in self._slow_boards:
            return None
        try:
            difficulty = await measure_in_worker(puzzle)
        except PluginFault as fault:
            self._notify(str(fault))
            return None
        except TimeoutError:
            self._slow_boards.add(board)
            return None
        except WorkerLost:
            return None  # perhaps the next time
        # not by `autosave`: no frame waits for it, and no message is shown if it fails
        self._saves.store.save_note(NOTE_KIND, name, _note_text(measure, difficulty))
        return PuzzleDifficulty(difficulty, measure) if difficulty else None


def find_measure(family: str, puzzle: Puzzle | str) -> DifficultyMeasure | None:
    """Return the measure of a puzzle or of the puzzle of that name, None if there is none."""
    try:
        puzzles = collection(family)
        return puzzles.difficulty_measure(puzzle if isinstance(puzzle, str) else puzzle.game)
    except (UnknownPuzzle, PluginFault):
        return None


def known_rating(
    family: str, name: str, note: str = "", measure: DifficultyMeasure | None = None
) -> PuzzleDifficulty | None:
    """Return the difficulty of a puzzle without a search.

    Args:
        family: Its family.
        name: Its name.
        note: What was stored when it was measured, or "".
        measure: Its measure; that of its name if None.
    """
    if not (measure := measure or find_measure(family, name)):
        return None
    with suppress(PluginFault):
        if known := collection(family).known_difficulty(name):
            return PuzzleDifficulty(known, measure)
    measure_name, _, value = note.rpartition(" ")
    if measure.name != measure_name or value == NO_DIFFICULTY:
        return None
    try:
        return PuzzleDifficulty(measure.difficulty(float(value)), measure)
    except ValueError:
        return None


def _note_text(measure: DifficultyMeasure, difficulty: Difficulty | None) -> str:
    value = NO_DIFFICULTY if difficulty is None else f"{difficulty.value:g}"
    return f"{measure.name} {value}"


def _read_notes(connection: sqlite3.Connection) -> dict[str, str]:
    query = "SELECT name, text FROM note WHERE kind = ?"
    return dict(connection.execute(query, (NOTE_KIND,)).fetchall())
