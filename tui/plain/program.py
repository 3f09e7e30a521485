"""PlainProgram: reads commands and moves line by line, and answers in words.

Each answer is complete when the next line is read: solvers, opponents and the store have finished,
so that nothing is ever printed between two commands.
"""

import asyncio
import re
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from ludoscope.games import FAMILIES, PluginError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.catalogue import is_shared, name_opened_in_app
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import collections
from ludoscope.puzzles.series import find_series, is_random_name, parse_member
from ludoscope.puzzles.share import SUMMARY_PREFIX, WORDS_PREFIX
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.process.host_limits import set_host_limits
from ludoscope.search.registry import find_solver
from ludoscope.tui import lazy, startup
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.errors import EXIT_INTERRUPTED
from ludoscope.tui.commands.interrupt import raise_on_interrupt
from ludoscope.tui.model.hints import show_hint
from ludoscope.tui.model.players import (
    HUMAN,
    PERFECT,
    PLAYER_DESCRIPTIONS,
    SIDES,
    Players,
    describe_players,
    format_players,
)
from ludoscope.tui.plain.calendar import describe_month, parse_month
from ludoscope.tui.plain.commands import (
    COMMANDS,
    KEY_DISPLAYS,
    help_lines,
    parse_line,
    similar_command,
)
from ludoscope.tui.plain.game import PlainGame, as_sentence
from ludoscope.tui.plain.line_reader import LineReader, LineTooLong
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.saves.puzzle_names import is_set_aside
from ludoscope.tui.saves.store import Store, StoreError
from ludoscope.tui.services.choice_store import ChoiceStore
from ludoscope.tui.services.difficulties import DifficultyService
from ludoscope.tui.services.library import LibraryService
from ludoscope.tui.services.puzzle_finder import (
    FIND_ERRORS,
    PuzzleFinder,
    find_error_text,
    find_in_thread,
)
from ludoscope.tui.services.saves_service import SavesService
from ludoscope.tui.services.session_loader import load_session
from ludoscope.tui.services.settings_service import SettingsService
from ludoscope.tui.services.similar import SimilarPuzzles
from ludoscope.tui.services.winnable_deals import WinnableDeals
from ludoscope.tui.text.formatting import (
    capitalize_first,
    format_clock,
    format_help,
    format_session_length,
)
from ludoscope.tui.text.spoken import wrap_words

PROGRESS_SECONDS = 5.0  # between two lines about a search
MAX_UNFINISHED = 9  # games offered to be continued
MAX_LISTED_MOVES = 200
MAX_STEPS = 10_000  # of one undo or redo
MAX_SKIPPED_LINES = 1_000  # of a pasted text before its shared line
OPENING_COMMANDS = ("open", "next", "previous", "random", "similar")
PRESS_COMMAND = re.compile('[Pp]ress(?= ")')  # in messages that name keys of the screen
PLAYERS = {
    "white": (HUMAN, PERFECT),
    "black": (PERFECT, HUMAN),
    "both": (HUMAN, HUMAN),
    "none": (PERFECT, PERFECT),
}


class Quit(Exception):
    """Raised by the command that leaves the program."""


class PlainProgram:
    """The program in the plain mode.

    Args:
        puzzle: The puzzle to open first, if any.
        options: The options at the start.
        folder: The folder of saves and settings.
        files_allowed: False for guests: puzzles must not be opened from files.
        store_choices: False if settings must not be stored, as others play with this folder.
    """

    def __init__(
        self,
        puzzle: Puzzle | None,
        options: UserOptions,
        folder: Path,
        *,
        files_allowed: bool = True,
        store_choices: bool = True,
    ) -> None:
        set_host_limits(options.host_limits)
        self._first_puzzle = puzzle
        self._files_allowed = files_allowed
        self._messages: list[str] = []
        choices = ChoiceStore(folder, store_choices, self._note, self._note)
        self._settings = SettingsService(choices, options, lambda name: None)
        self._settings.set_key_displays(KEY_DISPLAYS)
        self._options = self._settings.options
        self._store = Store(folder)
        self._autosave = Autosave(self._store, self._note)
        self._saves = SavesService(self._store, self._autosave, self._note, lambda: None)
        self._finder = PuzzleFinder(folder, files_allowed)
        self._library = LibraryService(self._options, self._finder, self._saves, self._note)
        self._winnable_deals = WinnableDeals(self._options)
        self._difficulties = DifficultyService(self._saves, self._note)
        self._similar = SimilarPuzzles(
            self._finder, self._library, self._difficulties, self._winnable_deals
        )
        self._game: PlainGame | None = None
        self._listed_names: Sequence[str] = ()
        self._is_interrupted = False
        self._save_problem = ""
        self._lines_to_skip = 0

    # Running

    def run(self) -> int:
        """Run until the player quits or the input ends; return the exit code."""
        raise_on_interrupt()
        startup.resume_garbage_collection()
        if not self._files_allowed:
            _ignore_terminal_signals()
        reader = LineReader(COMMANDS, can_edit=self._files_allowed)
        exit_code = 0
        with asyncio.Runner() as runner:
            try:
                self._run(runner, self._start)
                while True:
                    try:
                        line = reader.read(self._prompt)
                    except LineTooLong:
                        _print("That line is too long. Type a move or a command.")
                        continue
                    except KeyboardInterrupt:
                        print()
                        self._on_interrupt("ctrl+c again leaves; the game is saved.")
                        continue
                    self._is_interrupted = False
                    self._run(runner, partial(self._execute, line))
            except (EOFError, Quit):
                pass
            except KeyboardInterrupt:
                exit_code = EXIT_INTERRUPTED
            finally:
                runner.run(self._close())
                self._autosave.send_before_close()
                self._store.close()
        if problem := self._autosave.final_problem_message():
            print(f"ludoscope: {problem}", file=sys.stderr)
        return exit_code

    def _run(self, runner: asyncio.Runner, work: Callable[[], Awaitable[None]]) -> None:
        """Run a command to its end; ctrl+c ends the command only."""

        async def run() -> None:
            try:
                await work()
            except asyncio.CancelledError:
                if self._game:
                    self._game.stop()
                raise

        try:
            runner.run(run())
        except KeyboardInterrupt:
            self._on_interrupt("Stopped. ctrl+c again leaves; the game is saved.")

    def _on_interrupt(self, message: str) -> None:
        """Print a message; raise KeyboardInterrupt if nothing was typed since the last one."""
        if self._is_interrupted:
            raise KeyboardInterrupt
        self._is_interrupted = True
        _print(message)

    @property
    def _prompt(self) -> str:
        if self._game and not self._game.model.session.is_over:
            return "Move: "
        return "Command: "

    def _note(self, message: str) -> None:
        """Print a message with the answer to the current command."""
        if message and message not in self._messages:
            self._messages.append(message)

    async def _start(self) -> None:
        self._autosave.start()
        self._note(await self._settings.file_problem())
        try:
            await asyncio.wrap_future(self._store.claim())
        except StoreError as error:
            if self._store.newer_version_message:
                self._store.keep_in_memory()
                self._note(f"Warning: {error}. What you do now is lost when you quit")
        self._print_notes()
        if self._first_puzzle:
            await self._show(self._first_puzzle)
        else:
            await self._do_games("")
        self._print_notes()

    async def _close(self) -> None:
        if self._game:
            self._game.close()
        await self._winnable_deals.close()
        await lazy.child_process.wait_for_killed()

    async def _execute(self, line: str) -> None:
        """Run a line and print the answer."""
        game = self._game
        if game:
            game.model.begin_input(time.monotonic())
        try:
            await self._execute_request(line)
        except PluginError as error:
            _print(f"{capitalize_first(str(error))}.")
        if self._autosave.has_pending:
            self._autosave.send_pending()
            await self._autosave.wait_until_saved()
        self._print_notes()

    async def _execute_request(self, line: str) -> None:
        if self._skips(line):
            return
        command, argument = parse_line(line)
        if not line:
            command = "status" if self._game else "games"
        elif is_shared(line):
            command, argument = "open", line
        elif not self._game and line.isdecimal() and 0 < int(line[:4]) <= len(self._listed_names):
            command, argument = "open", self._listed_names[int(line[:4]) - 1]
        if not command:
            await self._move(line)
        elif COMMANDS[command].needs_game and not self._game:
            _print(
                f'No puzzle is open. Type "open" and a name, or "games"; {command} is for games.'
            )
        elif command == "open" and not argument:
            _print('Which puzzle? Type "open" and a name, such as: open lucas 7')
        elif command in OPENING_COMMANDS:
            await self._open(command, argument)
        else:
            await getattr(self, f"_do_{command}")(argument)

    def _skips(self, line: str) -> bool:
        """Return True for a line of a pasted game in words before its shared line.

        An empty line or a command without an argument ends such a text, too: it may be cut off.
        """
        if line.startswith((WORDS_PREFIX, SUMMARY_PREFIX)):
            self._lines_to_skip = MAX_SKIPPED_LINES
            _print("A shared game: it opens with its last line. An empty line stops reading it.")
            return True
        command, argument = parse_line(line)
        if not line or is_shared(line) or (command and not argument):
            self._lines_to_skip = 0
        if not self._lines_to_skip:
            return False
        self._lines_to_skip -= 1
        return True

    def _print_notes(self) -> None:
        """Print messages of the services, and whether the game is saved."""
        self._note(self._store.next_notice())
        problem = self._autosave.problem_message
        if problem != self._save_problem:
            self._save_problem = problem
            self._note(f"Warning: {problem}" if problem else "")
        for message in self._messages:
            _print(f"{capitalize_first(message).rstrip('.')}.")
        self._messages.clear()

    # Opening

    async def _do_games(self, argument: str) -> None:
        self._close_game()
        unfinished = await self._saves.wait_and_notify(
            self._store.unfinished_sessions(MAX_UNFINISHED), []
        )
        names = [save.name for save in unfinished]
        lines = [
            f"{number}. Continue {FAMILIES[save.family].title}, {save.title}"
            for number, save in enumerate(unfinished, 1)
        ]
        for family, puzzles in collections():
            if puzzles.daily_prefix:
                names.append(daily.name_for(family, daily.today()))
                title = FAMILIES[family].title
                lines.append(f"{len(names)}. Puzzle of the day, {title}")
        self._listed_names = names
        _print("Ludoscope. No puzzle is open.", *lines)
        _print('Type a number, or "open" and a name such as lucas 7. "help" lists commands.')

    async def _do_calendar(self, argument: str) -> None:
        record = await self._library.daily_record()
        try:
            month = parse_month(argument, record.today)
        except ValueError as error:
            _print(f"{capitalize_first(str(error))}.")
            return
        _print(*describe_month(record, month))

    async def _open(self, command: str, argument: str) -> None:
        """Find a puzzle and show it; an error of the output is no error of the search."""
        try:
            puzzle = await getattr(self, f"_find_{command}")(argument)
        except FIND_ERRORS as error:
            message = find_error_text(error)
        else:
            await self._show(puzzle)
            return
        _print(f"{capitalize_first(message).rstrip('.')}.")

    async def _find_open(self, argument: str) -> Puzzle:
        """Return the puzzle that the user names."""
        if is_shared(argument):
            return await find_in_thread(partial(catalogue.parse, argument))
        if is_set_aside(argument):
            save, _ = await self._saves.load_session(argument)
            if save:
                return save.puzzle()
        name = "./-" if argument == "-" else argument  # "-" would mean standard input
        if "/" not in name:  # words such as "lucas 7"; neither a path nor a drawn board
            name = await asyncio.to_thread(self._finder.name_of, name)
        if await asyncio.to_thread(is_random_name, name):
            name = await self._winnable_deals.random_deal(name)
        save, _ = await self._saves.load_session(name)
        if not (save and save.ply and not save.over):
            name = await asyncio.to_thread(name_opened_in_app, name)
        return await self._find(name, argument)

    async def _find(self, name: str, text: str) -> Puzzle:
        """Return the puzzle of a name; from the saves if it was a file that no longer exists."""
        try:
            return await find_in_thread(partial(self._finder.find, name, None, files=True))
        except LookupError:
            save, _ = await self._saves.load_session(text)
            if save:
                return save.puzzle()
            raise

    async def _show(self, puzzle: Puzzle) -> None:
        """Open a puzzle in place of the current one and describe it."""
        self._close_game()
        session, message = await load_session(puzzle, self._options, self._saves, self._autosave)
        game = self._game = PlainGame(session, self._options, self._saves, self._autosave)
        model = game.model
        if session.move_texts:
            model.restore_analysis(await self._saves.load_note("verdicts", puzzle.name))
        model.rating = await self._difficulties.find_bundled(puzzle)
        if self._winnable_deals.is_known(puzzle.name):
            model.add_known_winnable()
        session.start_clock(time.monotonic())
        grade = f" Difficulty: {model.rating.grade}." if model.rating else ""
        _print(f"{puzzle.title}. {FAMILIES[puzzle.game.family].title}.{grade}")
        self._note(message)
        if not session.at_start:
            _print(f"Continued after {format_session_length(session)}.")
        elif session.undone_count:
            _print('Back at the start; "redo" makes the moves of the last game again.')
        else:
            _print(FAMILIES[puzzle.game.family].goal)
        if puzzle.game.players == 2:
            _print(_describe_opponent(session.players))
        moves_first = model.is_opponents_turn
        if not moves_first:  # the board need not wait for the analysis
            _print(*game.spoken.summarise(session.position))
        if await asyncio.to_thread(lambda: model.stored_lines):
            model.add_stored_lines()
        await self._run_jobs()
        if moves_first:
            _print(*game.spoken.summarise(session.position))
        _print(*game.describe_turn(), *game.describe_state())

    def _close_game(self) -> None:
        if self._game:
            self._game.close()
        self._game = None

    async def _find_next(self, argument: str) -> Puzzle:
        return await self._find_adjacent(1)

    async def _find_previous(self, argument: str) -> Puzzle:
        return await self._find_adjacent(-1)

    async def _find_adjacent(self, step: int) -> Puzzle:
        name = self._current.model.puzzle.name
        if await asyncio.to_thread(parse_member, name):
            name = await self._winnable_deals.next_deal(name, step)
            return await find_in_thread(partial(self._finder.find, name))
        return await find_in_thread(partial(self._finder.find_adjacent, name, step))

    async def _find_random(self, argument: str) -> Puzzle:
        model = self._current.model
        if await asyncio.to_thread(find_series, model.puzzle.name):
            name = await self._winnable_deals.random_deal(model.puzzle.name)
        else:
            name = await self._similar.random_puzzle(model.puzzle.name, model.game.family)
        return await find_in_thread(partial(self._finder.find, name))

    async def _find_similar(self, argument: str) -> Puzzle:
        name = await self._similar.similar_puzzle(self._current.model.puzzle.name)
        return await find_in_thread(partial(self._finder.find, name))

    @property
    def _current(self) -> PlainGame:
        assert self._game
        return self._game

    # Moves

    async def _move(self, line: str) -> None:
        if not self._game:
            suggestion = similar_command(line)
            hint = f'did you mean "{suggestion}"?' if suggestion else 'type "help" for the commands'
            _print(f"Unknown command {short_repr(line)}: {hint}")
            return
        model = self._game.model
        if model.is_opponents_turn:  # ctrl+c has stopped the opponent
            await self._run_jobs()
        try:
            text = self._game.spoken.to_notation(model.session.position, line)
        except ValueError as error:
            _print(*as_sentence(str(error)))
            return
        await self._change(lambda: self._play(text, line))

    def _play(self, text: str, line: str) -> None:
        model = self._current.model
        if model.play_text(text):
            return
        if suggestion := similar_command(line):
            model.message += f'; or did you mean "{suggestion}"?'

    async def _change(self, action: Callable[[], object]) -> None:
        """Do something that may change the position, and print what it was."""
        game = self._current
        model, history = game.model, game.model.session.history
        before, position = history.current, model.session.position
        action()
        refused = model.message if history.current is before else ""
        await self._settle()
        has_changed = history.current is not before or model.session.position != position
        message = refused or model.message
        is_longer = has_changed and history.current.parent is before.parent
        change = game.describe_longer_move(position) if is_longer else game.describe_change(before)
        _print(
            *as_sentence(change),
            *as_sentence(message),
            *(game.describe_state() if has_changed else ()),
        )
        if has_changed and model.session.is_over:
            _print('Type "similar", "next", "restart" or "share".')

    async def _run_jobs(self) -> None:
        """Run the opponent's search or the analysis, if there is none yet; print the move."""
        game = self._current
        before = game.model.session.history.current
        game.start_jobs()
        await self._settle()
        _print(*as_sentence(game.describe_change(before)), *as_sentence(game.model.message))
        game.model.message = ""

    async def _settle(self) -> None:
        """Wait until the solvers and the opponent have finished; print progress now and then."""
        game = self._game
        began = printed = time.monotonic()
        while game and not await game.tasks.wait(PROGRESS_SECONDS):
            now = time.monotonic()
            if now - printed < PROGRESS_SECONDS:
                continue
            printed = now
            explored = 0
            for solver_run in game.model.running.values():
                solver_run.update_progress()
                explored = max(explored, solver_run.progress.explored)
            positions = f", {explored:,} positions" if explored else ""
            _print(f"Searching: {now - began:.0f} seconds{positions}. ctrl+c stops.")

    async def _do_undo(self, argument: str) -> None:
        await self._repeat(argument, "undo")

    async def _do_redo(self, argument: str) -> None:
        await self._repeat(argument, "redo")

    async def _repeat(self, argument: str, action: str) -> None:
        """Undo or redo as often as the argument says."""
        model = self._current.model
        count = _parse_count(argument)
        if count is None:
            _print(f"{argument[:20]} found, expected a number of moves from 1 to {MAX_STEPS:,}.")
            return
        session = model.session
        if not (session.has_player_moved if action == "undo" else session.undone_count):
            _print(f"Nothing to {action}.")
            return

        def act() -> None:
            for _ in range(count):
                before = session.history.current
                getattr(model, action)()
                if session.history.current is before:
                    break

        await self._change(act)

    async def _do_restart(self, argument: str) -> None:
        game = self._current
        if game.model.session.at_start and not game.model.session.resigned:
            _print("You are at the start.")
            return
        game.model.restart()
        start = game.model.session.history.current
        await self._settle()
        reply = game.describe_change(start)  # where the opponent moves first
        _print(
            'Restarted. "redo" makes the moves again.', *as_sentence(reply), *game.describe_state()
        )

    async def _do_winnable(self, argument: str) -> None:
        game = self._current
        if not game.model.lost_after_winning and not game.model.is_lost:
            _print(f"{game.model.nothing_to_undo_reason}.")
            return
        before = game.model.session.history.current
        game.jobs.undo_to_winnable()
        await self._settle()
        is_moved = game.model.session.history.current is not before
        _print(*as_sentence(game.model.message), *(game.describe_state() if is_moved else ()))

    # Help

    async def _do_hint(self, argument: str) -> None:
        game = self._current
        model = game.model
        if model.is_opponents_turn:  # ctrl+c has stopped the opponent
            await self._run_jobs()
        if model.session.is_over:
            _print('The game is over: no hint. Type "similar", "next" or "restart".')
            return
        if model.hint_moves:
            show_hint(model, model.hint_moves)
        else:
            game.jobs.find_hint()
            await self._settle()
        if not model.hint_moves:
            _print(*as_sentence(model.message))
            return
        position, board = model.session.position, model.board
        step = board.first_step(position, model.hint_moves)
        if model.hint_revealed:
            notation = game.spoken.format_notation(position, step)
            short = f" Typed: {notation}." if notation else ""
            _print(f"Hint: {game.spoken.describe_moves(position, step)}.{short}")
            return
        where = board.describe_step(position, step)
        reason = board.explain_move(position, model.hint_moves)
        advice = f"{where} {reason}" if reason else f"look at {where}"
        _print(f'Hint: {advice}. "hint" again says the move.')

    async def _do_solve(self, argument: str) -> None:
        game = self._current
        model = game.model
        try:
            solver = find_solver(model.game, argument) if argument else None
        except UnknownSolver as error:
            _print(f"{capitalize_first(str(error))}.")
            return
        game.jobs.solve(solver)
        await self._settle()
        solver_run = model.solver_run
        outcome = solver_run.describe_verdict().partition(" · ")[0] if solver_run else ""
        replay = model.replay
        model.leave_replay()
        if not replay:
            _print(f"{capitalize_first(outcome)}.")
            return
        _print(f"{capitalize_first(outcome)}:")
        first_ply = 0 if model.session.is_over else model.session.ply
        _print(*game.describe_line(replay.positions[0], replay.moves, first_ply))

    async def _do_status(self, argument: str) -> None:
        game = self._current
        session = game.model.session
        await self._run_jobs()
        length = format_session_length(session)
        clock = format_clock(session.shown_seconds(time.monotonic()))
        time_text = f" Time {clock}." if self._options.preferences.show_clock else ""
        _print(*game.describe_turn(), *game.describe_state(), *game.describe_details())
        _print(f"{capitalize_first(length)}.{time_text} {capitalize_first(format_help(session))}.")

    async def _do_board(self, argument: str) -> None:
        game = self._current
        _print(*game.spoken.describe_board(game.model.session.position))
        if status := game.model.board.status_text(game.model.session.position):
            _print(*as_sentence(status))

    async def _do_at(self, argument: str) -> None:
        game = self._current
        if not argument:
            _print(f"Where? Type at and {game.spoken.PLACES or 'a place'}.")
            return
        try:
            text = game.spoken.describe_place(game.model.session.position, argument)
        except ValueError as error:
            text = f"{capitalize_first(str(error))}."
        _print(text)

    async def _do_moves(self, argument: str) -> None:
        game = self._current
        position = game.model.session.position
        steps = [] if game.model.session.is_over else game.spoken.legal_steps(position)
        texts = list(dict.fromkeys(game.spoken.describe_moves(position, step) for step in steps))
        _print(f"{len(texts) or 'No'} legal move{'' if len(texts) == 1 else 's'}.")
        _print(*texts[:MAX_LISTED_MOVES])
        if len(texts) > MAX_LISTED_MOVES:
            _print(f"{len(texts) - MAX_LISTED_MOVES} more.")

    async def _do_line(self, argument: str) -> None:
        lines = [*self._current.describe_game()]
        _print(*(lines or ["No moves yet."]))

    async def _do_rules(self, argument: str) -> None:
        game = self._current
        _print(FAMILIES[game.model.game.family].goal)
        _print(*game.spoken.describe_rules(self._options.preferences))
        _print(self._notation_sentence)
        _print('Or in the words of "moves".')
        if game.spoken.PLACES:
            _print(f"Places: {game.spoken.PLACES}.")

    @property
    def _notation_sentence(self) -> str:
        notation = self._current.model.board.NOTATION
        return f"Moves are typed as {notation or 'the game writes them'}."

    async def _do_help(self, argument: str) -> None:
        lines = [
            line
            for line, command in zip(help_lines(), COMMANDS.values(), strict=True)
            if self._game or not command.needs_game
        ]
        if self._game:
            _print(self._notation_sentence)
        _print(*lines)

    # Settings, players, sharing

    async def _do_players(self, argument: str) -> None:
        game = self._current
        if game.model.game.players != 2:
            _print("One player only: this is a puzzle.")
            return
        players = PLAYERS.get(argument.lower())
        if not players:
            found = short_repr(argument) if argument else "nothing"
            _print(f"{capitalize_first(found)} found, expected white, black, both or none.")
            return
        self._saves.save_note("seats", game.model.puzzle.name, format_players(players))
        _print(_describe_opponent(players))

        def change_players() -> None:
            game.model.set_players(players)
            game.model.message = ""  # it is printed already

        await self._change(change_players)
        _print(*game.describe_turn())

    async def _do_analysis(self, argument: str) -> None:
        is_on = not self._options.preferences.analysis
        await self._settings.change("analysis", is_on, f"Analysis {'on' if is_on else 'off'}")
        if is_on:
            await self._run_jobs()
            _print(*self._current.describe_state())

    async def _do_share(self, argument: str) -> None:
        model = self._current.model
        if argument.lower() != "result":
            text = lazy.share.format_game_in_words(model)
        elif not (text := lazy.share.format_summary_in_words(model)):
            _print("No result to share: the game is not won.")
            return
        words, _, shared_line = text.rpartition("\n")
        _print(*words.splitlines())
        print(shared_line, flush=True)  # not wrapped: a shell would run each part as a command

    async def _do_quit(self, argument: str) -> None:
        raise Quit


def run_plain(
    puzzle: Puzzle | None,
    options: UserOptions,
    folder: Path,
    *,
    files_allowed: bool = True,
    store_choices: bool = True,
) -> int:
    """Run the plain mode and return the exit code; for the arguments see `PlainProgram`."""
    program = PlainProgram(
        puzzle,
        options,
        folder,
        files_allowed=files_allowed,
        store_choices=store_choices,
    )
    return program.run()


def _print(*texts: str) -> None:
    """Print texts in plain letters, each on a line of its own or on several."""
    typed_texts = (PRESS_COMMAND.sub(_type_command, text) for text in texts)
    lines = [line for text in typed_texts for line in wrap_words(text)]
    if lines:
        print("\n".join(lines), flush=True)


def _type_command(press: re.Match[str]) -> str:
    return "Type" if press[0] == "Press" else "type"


def _describe_opponent(players: Players) -> str:
    """Return whom the player plays."""
    if players.count(HUMAN) != 1:
        return f"Players: {describe_players(players)}."
    side = players.index(HUMAN)
    return f"You play {SIDES[side]}; the opponent {PLAYER_DESCRIPTIONS[players[1 - side]]}."


def _parse_count(text: str) -> int | None:
    """Return a number of moves, 1 for ""; None if the text is not one."""
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MAX_STEPS)):
        return None
    count = int(text)
    return count if 1 <= count <= MAX_STEPS else None


def _ignore_terminal_signals() -> None:
    """Ignore the keys that suspend the program or end it with a memory dump; guests have them."""
    for name in ("SIGTSTP", "SIGQUIT"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
