"""The readers of foreign input by name, with valid inputs to start from.

A target that has several readers chooses one by the first character of the input.
"""

import contextlib
import io
import json
import sqlite3
from codecs import getincrementaldecoder
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from readers import (
    NAMES,
    Reader,
    edited_reader,
    games_of,
    move_reader,
    position_reader,
    puzzle_reader,
    read_name,
    read_parsed,
    read_pasted,
    read_shared,
    read_spec,
    solution_reader,
    walk,
)
from textual.app import App
from textual.message import Message

from ludoscope.games import AnyGame
from ludoscope.games.entry_points import ENTRY_POINTS_FILE
from ludoscope.games.entry_points import _read as read_entry_points
from ludoscope.games.json_objects import parse_object
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.annotations import MAX_COMMENT_CHARACTERS, format_line, parse_lines
from ludoscope.puzzles.batch import result_database
from ludoscope.puzzles.batch.result_file import CsvFormat, JsonLinesFormat, ResultFile
from ludoscope.puzzles.batch.rows import FIELDS
from ludoscope.puzzles.files import FileError
from ludoscope.puzzles.registry import UnknownPuzzle
from ludoscope.puzzles.shared_tree import SharedNode, SharedTree
from ludoscope.puzzles.state_map_process import StateMap, StateMapProcess
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.check import find_flaw as check_training
from ludoscope.puzzles.training.client import parse_answer, parse_position
from ludoscope.puzzles.training.series import parse_series
from ludoscope.puzzles.training.training_position import TrainingPosition
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.certificate import find_flaw
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.explanation import Explanation, ExplanationProgress, explain
from ludoscope.search.hexapawn.matchboxes import Learner, learner_from_json, play_training_game
from ludoscope.search.peg.atlas import DIGEST, MAGIC, Atlas, DamagedAtlasError
from ludoscope.search.process import explanation_wire, wire
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import parse_worker_message
from ludoscope.search.registry import default_solver, find_solver, solvers
from ludoscope.search.trace import TraceLog
from ludoscope.search.verify import check_verdict
from ludoscope.tui import keymap
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import _parse as parse_command_line
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.lobby import presence, published_games
from ludoscope.tui.lobby.duel import read_duel, read_invitation
from ludoscope.tui.lobby.host_settings import (
    HOST_FILE,
    HostSettings,
    LobbyError,
    make_lobby,
    read_host_settings,
)
from ludoscope.tui.lobby.journal import (
    DRAWS,
    JournalHeader,
    encode_ending,
    encode_move,
    parse_journal,
)
from ludoscope.tui.lobby.training_results import encode_results, make_result, parse_results
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.analysis import LOST, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.analysis_text import format_analysis, restore_analysis
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.hexapawn_values import StartValues
from ludoscope.tui.model.search_trace import SearchTrace
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import format_game_in_words
from ludoscope.tui.model.training_record import TrainingRecord
from ludoscope.tui.model.training_run import new_mistake
from ludoscope.tui.plain.commands import COMMANDS, parse_line, similar_command
from ludoscope.tui.saves import KEYS_FILE, SETTINGS_FILE, results, training
from ludoscope.tui.saves.database import UPGRADES, UnreadableDatabaseError
from ludoscope.tui.saves.merge import MoveTree, merge_trees
from ludoscope.tui.saves.reader import read_content
from ludoscope.tui.saves.results import Note
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.saves.sql_tables import (
    SELECT_OUTCOMES,
    SELECT_SESSION,
    check_tables,
    column_list,
    save_from_row,
)
from ludoscope.tui.saves.statistics import Attempt
from ludoscope.tui.saves.training import Answer, Mistake
from ludoscope.tui.saves.transfer import (
    HEADER,
    answer_row,
    attempt_row,
    mistake_row,
    note_row,
    read_saves,
    session_row,
)
from ludoscope.tui.services.user_stylesheet import STYLESHEET_NAME, apply_user_stylesheet
from ludoscope.tui.terminal.input_parser import InputParser
from ludoscope.tui.terminal.screen_diff import ScreenDiff
from ludoscope.tui.text.ascii_text import to_ascii
from ludoscope.tui.text.map_drawing import MapDrawing, MapMarks
from ludoscope.tui.text.sanitize import escape_controls
from ludoscope.tui.text.spoken import wrap_words

FIRST_CHOICE = "0"  # the character that chooses the first of several readers
NOW = 1795168800.25  # seconds since 1970
NO_ROW = (ValueError, TypeError, KeyError, ArithmeticError, RecursionError, sqlite3.Error)
BytesReader = Callable[[bytes], object]


@dataclass(frozen=True)
class Target:
    """A reader of foreign input.

    Attributes:
        make: Returns the reader, given an empty folder for the files that it reads.
        seeds: Returns valid inputs.
        words: Words of the format, for the dictionary of the fuzzer.
        max_seconds: Seconds of the processor that an input may take.
        rounds: How many random changes of the seeds the usual tests try.
    """

    make: Callable[[Path], BytesReader]
    seeds: Callable[[], Iterable[str | bytes]]
    words: Sequence[str] = ()
    max_seconds: float = 1.0
    rounds: int = 150


def text_target(
    make: Callable[[Path], Reader], seeds: Callable[[], Iterable[str]], *words: str, **more: Any
) -> Target:
    """Return a target whose reader takes a text."""

    def make_reader(folder: Path) -> BytesReader:
        reader = make(folder)
        return lambda data: reader(data.decode(errors="replace"))

    return Target(make_reader, seeds, words, **more)


def any_of(readers: Sequence[Reader]) -> Reader:
    """Return a reader that chooses another one by the first character of the text."""

    def read(text: str) -> None:
        if not text:
            raise ValueError("nothing found")
        readers[(ord(text[0]) - ord(FIRST_CHOICE)) % len(readers)](text[1:])

    return read


def choosing(choice: int, texts: Iterable[str]) -> Iterator[str]:
    """Yield texts for a reader of `any_of`."""
    return (f"{chr(ord(FIRST_CHOICE) + choice)}{text}" for text in texts)


# Games

TYPED = ("5,3:NWSE", "45/65", "45-43", "b2xc3", "3a", "a3", "9S TH", "33 V", "A>A>C<", "76")
GAME_WORDS = {
    "peg": ("o", ".", "●", "NWSE", ",", ":", "-", "[[", "]]", "(", ")", "lattice", "triangular"),
    "patience": (
        *("10S", "TH", "JC", "QD", "K♠", "FreeCell", "Seahaven", "MidnightOil", "| ", "- "),
        *("Freecells:", "Foundations:", "H-", "Talon:", "#", "redeal", "BakersDozen"),
    ),
    "rush": ("A>", "B<", "C^", "Dv", "~", ".", "/", "A2H13", "x", "o"),
    "hexapawn": ("ppp", "PPP", "/", " W", " B", "b2xc3", "a1", ".", "-", "…", "\n", "b w "),
}


def game_target(family: str) -> Target:
    """Return the target of all readers of a family: positions, moves, files and solutions."""

    def make(_: Path) -> Reader:
        games = games_of(family)
        readers = [position_reader(game) for game in games]
        readers += [move_reader(game, walk(game, seed, 2)[0]) for seed, game in enumerate(games)]
        readers += [solution_reader(game) for game in games]
        return any_of([*readers, puzzle_reader(family)])

    def seeds() -> Iterator[str]:
        games = games_of(family)
        collected, count = catalogue.collection(family), len(games)
        for index, game in enumerate(games):
            for seed in range(3):
                position, moves = walk(game, seed)
                yield from choosing(index, [game.text(position)])
                solutions = [
                    write(game, game.start, moves) for write in collected.solution_formats.values()
                ]
                yield from choosing(2 * count + index, solutions)
            position = walk(game, index, 2)[0]
            move_texts = [game.move_text(position, move) for move in game.moves(position)]
            yield from choosing(count + index, [*move_texts, *TYPED])
            for write in collected.position_formats.values():
                with contextlib.suppress(ValueError):  # the format cannot express the game
                    written = [write(game, game.start), write(game, walk(game, 5)[0])]
                    yield from choosing(3 * count, written)

    return text_target(make, seeds, *GAME_WORDS[family], rounds=600)


def all_games() -> list[Any]:
    return [game for family in NAMES for game in games_of(family)]


def spec_seeds() -> Iterator[str]:
    return (json.dumps(game.spec(), ensure_ascii=False) for game in all_games())


def shared_seeds() -> Iterator[str]:
    for names in NAMES.values():
        for name in names:
            puzzle = catalogue.find(name, files=False)
            for seed in range(2):
                moves = walk(puzzle.game, seed)[1]
                yield share.encode(puzzle, moves, "solved")
                yield share.encode(catalogue.puzzle_of_game(puzzle.game), moves)
                yield share.encode_tree(puzzle, tree_of(puzzle.game, moves))


def tree_of(game: AnyGame, moves: Sequence[Hashable]) -> SharedTree:
    """Return the moves as a line, their first half as a branch, and comments."""
    nodes = [SharedNode(-1, annotation="?! 100% {of} 'it' # über")]
    nodes += [SharedNode(index, (move,)) for index, move in enumerate(moves)]
    for other in game.moves(game.start)[1:2]:
        nodes.append(SharedNode(0, (other,), annotation="a branch"))
    return SharedTree(tuple(nodes), len(moves))


def pasted_seeds() -> Iterator[str]:
    yield from shared_seeds()
    for names in NAMES.values():
        model = GameModel(Session(catalogue.find(names[0], files=False)), UserOptions())
        model.play_line(walk(model.game, 1, 3)[1])
        yield format_game_in_words(model)
    for game in all_games():
        for write in catalogue.collection(game.family).position_formats.values():
            with contextlib.suppress(ValueError):
                yield write(game, game.start)


EDITED = {
    "peg": (":44", ":35 53"),
    "patience": ("7S QD 10h", ": 4S 2S 9C\n3: QD\nFreecells: KS - -\nFoundations: H-2", ":7S4H"),
    "rush": ("A2H12 B3V30", ":C2V44, d3h00", "=7x6", "=8 8"),
    "hexapawn": ("Wb2 Bc3 .a1", ":ppp/.../PPP B", "=5×4", "=12 2"),
}


def edited_target(family: str) -> Target:
    """Return the target of what is pasted or typed into the editor of a family."""

    def seeds() -> Iterator[str]:
        yield from EDITED[family]
        for game in games_of(family)[:2]:
            yield share.encode(catalogue.puzzle_of_game(game), ())
            for write in catalogue.collection(family).position_formats.values():
                with contextlib.suppress(ValueError):  # the format cannot express the game
                    yield write(game, game.start)

    words = (*GAME_WORDS[family], "\n", "ludoscope ", "=", ":")
    return text_target(lambda _: edited_reader(family), seeds, *words, rounds=100)


def name_seeds() -> Iterator[str]:
    for names in NAMES.values():
        yield from names
    yield from ("FreeCell 24", "ms 24", "peg-daily-2026-11-20", "english-44-44", "hexapawn-3x3")
    yield from ("ppp/.../PPP", "ppp\n...\nPPP\nW", "b b/…/w w b", "oooo~o/AA~~~~")


# The plain mode

PLAIN_LINES = (
    *("hint", "undo 3", "?", "u", "open lucas 7", "at 44", "at queen of hearts", "at boat B"),
    *("4,6 jumps south over 4,5 to 4,4", "b2 takes c3", "boat G down 2", "home", "3 cards home"),
    *("nine of spades to ten of hearts in column 5", "the Ace of clubs to cell B", "AC; 2C home"),
    *("nine of spades down to seven of spades to empty column 3; then 5 cards home", "reshuffle"),
)


def read_plain(text: str) -> None:
    """Read a line of the plain mode as a command, a place and a move of a game of each family."""
    request = parse_line(text)
    assert not request.command or request.command in COMMANDS
    similar_command(text)
    is_understood = bool(request.command)
    for family in NAMES:
        game = games_of(family)[0]
        spoken = board_family(family).create_spoken_board(game)
        board = create_board(game, UserOptions())
        for place in (request.argument, text):
            is_understood |= is_said(partial(spoken.describe_place, game.start), place)
        moves: list[Any] = []
        notation = spoken.to_notation(game.start, text)
        with contextlib.suppress(ValueError):
            moves = list(board.parse_moves(game.start, notation))
        if moves:
            is_understood |= is_said(partial(spoken.describe_moves, game.start), moves)
    if not is_understood:
        raise ValueError("understood by no game")


def is_said(say: Callable[[Any], str], value: Any) -> bool:
    """Return True for an answer, False for a sentence on what is wrong; in plain letters."""
    try:
        said = say(value)
    except ValueError as error:
        said = str(error)
        assert len(said) < 300
        return False
    finally:
        assert all(len(line) < 80 and line.isascii() for line in wrap_words(said))
    return True


# The command line

COMMAND_LINES = (
    "FreeCell.123456",
    "FreeCell.123456 -search FILE",
    "-check FILE st.12",
    "lucas-07 2: 5,4:SW 2,2:E # 2 moves",
    "solve lucas-07 --solver beam --time 5 --memory 64",
    "batch ms 1..20 --solver swift -o x.csv --jobs 2",
    "race orush-01 --preset lucas --time 0.5",
    "play --guest --profile ann --data x --ascii",
    "table 3..4 2..5 --time 1 --jobs 2",
    "generate --cells 12 --walls 1 --seed 7",
    "list peg --json",
    "--help",
    "solvers -h",
)


def read_command_line(_: Path) -> Reader:
    def read(text: str) -> None:
        words = text.split("\n")
        printed, complained = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complained):
            try:
                parse_command_line([word.replace("\0", "") for word in words])
            except SystemExit as end:
                assert end.code in (0, 64), end.code
            except UsageError as error:
                raise ValueError(str(error)) from None
        said = complained.getvalue()
        assert len(said.splitlines()) <= 1 or "usage" in said, said
        assert len(said) < 1200, said

    return read


# Saves

SAVES_WORDS = ('"session"', '"attempt"', '"note"', '"moves"', '"node"', '"bookmarks"', '"puzzle"')
SAVES_WORDS += ('{"family": "peg"', "null", "true", "1e9", '"ply"', " ^1", " +", " >", " ~", "1:2")


def save(name: str, seed: int) -> SavedSession:
    """Return a save with a branch, some random moves from the start."""
    session = Session(catalogue.find(name, files=False))
    for other in (seed, seed + 1):
        for move in walk(session.game, other, 6)[1]:
            session.play(move)
        session.restart()
    for number, text in enumerate(("?! too early", "a plan", "!!")):
        session.annotate(session.history.nodes[number], text)
    session.history.promote(session.history.nodes[1])
    return SavedSession.from_session(session, 2.5, NOW)


def read_exported(text: str) -> None:
    """Check that imported saves are exported and imported again unchanged."""
    rows = read_saves(text)
    written = [*map(session_row, rows.saves), *map(attempt_row, rows.attempts)]
    written += map(note_row, rows.notes)
    written += [*map(answer_row, rows.answers), *map(mistake_row, rows.mistakes)]
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in [HEADER, *written])
    assert read_saves(escape_controls("".join(lines))) == rows


def exported_seeds() -> Iterator[str]:
    for names in NAMES.values():
        for seed, name in enumerate(names[:3]):
            kept = save(name, seed)
            rows = [
                HEADER,
                session_row(kept),
                *map(attempt_row, kept.attempts()),
                note_row(Note("fewest", name, 5)),
                answer_row(ANSWER),
                mistake_row(mistake()),
            ]
            yield "".join(f"{json.dumps(row)}\n" for row in rows)


def read_database(_: Path) -> Reader:
    """Return a reader of rows that are put into the tables as they are: lists in JSON."""

    def insert(connection: sqlite3.Connection, line: str) -> None:
        try:
            table, values = json.loads(line)
            columns = {
                "session": column_list(SavedSession),
                "attempt": column_list(Attempt),
                "note": "kind, name, text",
                "answer": ", ".join(Answer._fields),
                "mistake": ", ".join(Mistake._fields),
            }[table]
            marks = ", ".join("?" * len(values))
            connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", values)
        except NO_ROW as error:
            raise ValueError("no row") from error

    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    for upgrade in UPGRADES:
        upgrade(connection)

    def read(text: str) -> None:
        connection.execute("BEGIN")
        try:
            for line in text.splitlines():
                insert(connection, line)
            check_tables(connection)
            use_rows(connection)
        except UnreadableDatabaseError as error:
            raise ValueError(str(error)) from None
        finally:
            connection.execute("ROLLBACK")

    return read


def use_rows(connection: sqlite3.Connection) -> None:
    """Do with rows what the screens and the export do."""
    results.recent_wins(connection)
    results.best_results(connection)
    results.daily_wins(connection)
    results.last_update(connection)
    results.count_perfect_beaten(connection)
    list(connection.execute(SELECT_OUTCOMES))
    rows, problems = read_content(connection)
    assert all(problem.isprintable() for problem in problems)
    list(map(note_row, rows.notes))
    list(map(attempt_row, rows.attempts))
    TrainingRecord.from_answers(training.load_answers(connection))
    list(map(answer_row, rows.answers))
    list(map(mistake_row, rows.mistakes))
    for row in connection.execute(SELECT_SESSION):
        kept = save_from_row(row)
        with contextlib.suppress(ValueError):
            json.dumps(session_row(kept))
        with contextlib.suppress(ValueError):
            list(kept.attempts())
        try:
            puzzle = kept.puzzle()
            session = Session(puzzle)
            kept.resume(session)
        except ValueError as error:
            assert str(error)
            continue
        again = SavedSession.from_session(session, kept.elapsed, kept.updated)
        Session(puzzle).restore(
            again.moves.splitlines(),
            again.node,
            again.elapsed,
            again.bookmarks.split(),
            again.comments.splitlines(),
        )


def database_seeds() -> Iterator[str]:
    for names in NAMES.values():
        for seed, name in enumerate(names[:2]):
            kept = save(name, seed)
            rows = [("session", [*kept]), ("note", ["fewest", name, "5"])]
            rows += [("attempt", [*attempt]) for attempt in kept.attempts()]
            rows += [("answer", [*ANSWER]), ("mistake", [*mistake()])]
            yield "".join(f"{json.dumps(row)}\n" for row in rows)


def read_comments(text: str) -> None:
    """Check that annotations are printable, bounded, and stored as they are read."""
    lines = list(parse_lines(text.split("\n"), 40))
    for line in lines:
        assert line.text.isprintable()
        assert len(line.text) <= MAX_COMMENT_CHARACTERS + 3
    assert list(parse_lines([format_line(line) for line in lines], 40)) == lines


def comment_seeds() -> Iterator[str]:
    yield "0 ?! the start\n3+ a plan\n12 !!\n7+"
    yield "1 über 100% {of} it # 'quoted'"


def read_trees(text: str) -> None:
    """Check that merging two trees of moves twice is merging them once."""
    first, _, second = text.partition("\0")
    trees = [MoveTree(*[*each.split("\1", 2), "", ""][:3]) for each in (first, second)]
    merged = merge_trees(*trees)
    assert merge_trees(merged, trees[1]) == merged


def tree_seeds() -> Iterator[str]:
    for name in ("lucas-07", "FreeCell.7", "orush-01"):
        trees = [save(name, seed).tree for seed in (1, 2)]
        yield "\0".join("\1".join(tree) for tree in trees)
    yield "a\nb ^0 +\nc ^1 > ~\1 1:2 2:3\0a\nc ~\nd\1 1:1 2:2"


def read_analysis(_: Path) -> Reader:
    session = Session(catalogue.find("lucas-07", files=False))
    for move in walk(session.game, 3, 4)[1]:
        session.play(move)

    def read(text: str) -> None:
        analysis = Analysis(session.game)
        if not restore_analysis(text, analysis, session):
            raise ValueError("not an analysis of this game")
        written = format_analysis(analysis, session)
        again = Analysis(session.game)
        assert restore_analysis(written, again, session)
        assert format_analysis(again, session) == written

    return read


def analysis_seeds() -> Iterator[str]:
    session = Session(catalogue.find("lucas-07", files=False))
    for move in walk(session.game, 3, 4)[1]:
        session.play(move)
    analysis = Analysis(session.game)
    yield format_analysis(analysis, session)
    for node, judgement in zip(
        session.history.nodes,
        (Judgement(WINNABLE, 5, True), Judgement(LOST, proof="pagodas"), Judgement(WINNABLE, 3)),
        strict=False,
    ):
        analysis.add_judgement(node.position, judgement)
    yield format_analysis(analysis, session)


def read_choices(folder: Path) -> Reader:
    """Return a reader of the small files: what is not understood is as if it were not there."""
    sizes = folder / "sizes"
    actions = {
        "app.undo": keymap.Action("app.undo", "undo", ["u"], {object}),
        "board.up": keymap.Action("board.up", "up", ["up", "k"], {object}),
    }

    def read_settings(text: str) -> None:
        (folder / SETTINGS_FILE).write_text(text, newline="")
        settings, problem, _ = Settings.load_file(folder)
        settings.apply(UserOptions())
        Settings.change(folder, **settings._asdict())
        assert Settings.load(folder) == settings
        refuse(problem)

    def read_keys(text: str) -> None:
        (folder / KEYS_FILE).write_text(text, newline="")
        keys, problem = keymap.read_keys_file(folder)
        assert keymap.find_problem(keys, actions).isprintable()
        keymap.effective_keys(keys, actions)
        for value in keys.values():
            keymap.key_for_display(keymap.display_keys(value))
        keymap.write(folder, keys)
        assert keymap.read_keys_file(folder).keys == keys
        refuse(problem)

    def read_sizes(text: str) -> None:
        sizes.write_text(text, newline="")
        "\n".join(StartValues(sizes).format_table(range(2, 9), range(1, 9)))

    def refuse(problem: str) -> None:
        if problem:
            raise ValueError(problem.replace(str(folder), ""))

    return any_of([read_settings, read_keys, read_sizes])


def choice_seeds() -> Iterator[str]:
    yield from choosing(0, [json.dumps(Settings(theme="default")._asdict()), "[]"])
    keys = {"app.undo": "u,ctrl+z", "board.up": "k", "app.company": "question_mark", "go.back": ","}
    yield from choosing(1, [json.dumps(keys)])
    yield from choosing(2, ['{"version": 1, "known": [[3, 3, -6, 0.0, 0], [4, 4, null, 1.5, 64]]}'])


# Results of a batch

ROW = (7, "FreeCell.7", "swift", "solved", "", 120, 80, "cards", False, 0.25)


def read_results(folder: Path) -> Reader:
    def file_reader(suffix: str) -> Reader:
        path = folder / f"results{suffix}"

        def read(text: str) -> None:
            data = text.encode()
            path.write_bytes(data)
            try:
                with ResultFile(path) as found:
                    rows = list(found)
            except FileError as error:
                assert path.read_bytes() == data
                raise ValueError(str(error).replace(str(folder), "")) from None
            with ResultFile(path) as found:
                assert list(found) == rows

        return read

    def read_sqlite(text: str) -> None:
        path = folder / "results.sqlite"
        path.unlink(missing_ok=True)
        path.touch()
        connection = result_database.connect(path, create=True)
        try:
            values = json.loads(text)
            with connection:
                connection.execute(result_database.INSERT_ROW, values)
        except NO_ROW as error:
            raise ValueError("no row") from error
        finally:
            connection.close()
        try:
            for row in result_database.read_current_rows(path):
                assert all(value == value for value in row)
        except FileError as error:
            raise ValueError(str(error).replace(str(folder), "")) from None

    return any_of([file_reader(".csv"), file_reader(".jsonl"), read_sqlite])


def result_seeds() -> Iterator[str]:
    row = dict(zip(FIELDS, ROW, strict=True))
    for index, form in enumerate((CsvFormat(), JsonLinesFormat())):
        other = form.format_row(row | {"number": 8, "length": None})
        yield from choosing(index, [form.header, form.header + form.format_row(row) + other])
    yield from choosing(2, [json.dumps([*ROW, 10.0, 1 << 30, "1.0"])])


# The lobby

OWN, OTHER = UserProfile(1001, ""), UserProfile(1002, "bob")


def read_presence(folder: Path) -> Reader:
    def read(text: str) -> None:
        found = presence.parse_presence(text.encode())
        assert presence.parse_presence(found.encode()) == found

    def read_host(text: str) -> None:
        lobby = folder / "lobby"
        if not lobby.exists():
            make_lobby(lobby, HostSettings())
        (lobby / HOST_FILE).write_bytes(text.encode())
        try:
            read_host_settings(lobby)
        except LobbyError as error:
            raise ValueError(str(error).replace(str(folder), "")) from None

    return any_of([read, read_host])


def presence_seeds() -> Iterator[str]:
    here = presence.Presence(False, True, (("5f1c09ab5f1c09ab", OTHER),))
    yield from choosing(0, [here.encode().decode(), presence.Presence(True).encode().decode()])
    yield from choosing(1, ['{"ludoscope": "company", "version": 1, "guests": true}'])


def read_duel_journals(text: str) -> None:
    """Check that the journals of two players can be merged, whatever is in them."""
    first, _, second = text.partition("\0")
    own = parse_journal(first.encode())
    try:
        opponent = parse_journal(second.encode())
    except ValueError:
        opponent = None
    for journals in ((own, opponent), (own, None), (opponent, own)):
        if not journals[0]:
            continue
        duel = read_duel("5f1c09ab5f1c09ab", journals[0], journals[1], NOW)
        assert duel.conflict.isprintable()
        position = duel.game.start
        for move in duel.moves:
            assert not duel.game.is_won(position)
            position = duel.game.play(position, move)
        is_drawn = any(one is not None and one.ending == DRAWS for one in journals)
        assert (duel.winner is None) == (duel.state != "over") or is_drawn
    read_invitation("5f1c09ab5f1c09ab", own, OTHER, own.header.opponent, NOW)


def duel_seeds() -> Iterator[str]:
    for name, puzzle in (("hexapawn-3x3", ""), ("triangle-11-11", "triangle-11-11")):
        game = catalogue.find(name, files=False).game
        _, moves = walk(game, 4, 6)
        texts = wire.move_texts(game, game.start, tuple(moves))
        size = 0 if puzzle else 3
        endings = ["resigns", "withdraws", "wins", *([DRAWS] if puzzle else [])]
        for ending in (b"", *(encode_ending(one, len(texts)) for one in endings)):
            journals = []
            for side, opponent, opening in ((0, OTHER, "invites"), (1, OWN, "accepts")):
                header = JournalHeader(opponent, opening, size, size, side, puzzle)
                lines = [header.encode()]
                lines += [
                    encode_move(ply, texts[ply], texts[ply - 1] if ply else "")
                    for ply in range(side, len(texts), 2)
                ]
                journals.append(b"".join([*lines, ending]).decode())
            yield "\0".join(journals)
            yield "\0".join(reversed(journals))


def read_published(_: Path) -> Reader:
    def read_game(text: str) -> None:
        game = published_games.parse_game(text.encode())
        assert escape_controls(title := game.puzzle.title) == title
        assert len(title.splitlines()) == 1
        replayed = Session(game.puzzle)
        replayed.replay_from_start(game.moves)

    def read_result(text: str) -> None:
        result = published_games.parse_result(text.encode(), DAILY)
        assert result.rank

    return any_of([read_game, read_result])


DAILY = "orush-daily-2026-11-20"


def published_seeds() -> Iterator[str]:
    for names in NAMES.values():
        session = Session(catalogue.find(names[0], files=False))
        for move in walk(session.game, 2, 5)[1]:
            session.play(move)
        yield from choosing(0, [published_games.encode_game(session).decode()])
    session = Session(catalogue.find(DAILY, files=False))
    *_, verdict = default_solver(session.game).run(session.game, session.position, Limits())
    for move in verdict.moves:
        session.play(move)
    yield from choosing(1, [published_games.encode_result(session, 12.5).decode()])


# Solvers


def late_problems() -> list[PegGame]:
    """Return problems with few pegs on a small board, some of which can be solved."""
    game = catalogue.find("triangle-11-11", files=False).game
    starts = [walk(game, seed, moves)[0] for seed in range(4) for moves in (6, 8)]
    return [PegGame(game.board, start, game.finish) for start in starts]


@cache
def is_solvable(game: PegGame) -> bool:
    """Return True if a problem has a solution, found by plain search."""
    seen, waiting = set(), [game.start]
    while waiting:
        position = waiting.pop()
        if game.is_won(position):
            return True
        if position not in seen:
            seen.add(position)
            waiting += [game.play(position, move) for move in game.moves(position)]
    return False


def read_certificate(_: Path) -> Reader:
    """Return a reader of certificates that are refused where a plain search finds a solution."""

    def reader(game: PegGame) -> Reader:
        def read(text: str) -> None:
            if flaw := find_flaw(game, game.start, text.split("\n")):
                raise ValueError(flaw)
            assert not is_solvable(game), "a proof that a solvable problem has no solution"

        return read

    return any_of([reader(game) for game in late_problems()])


def certificate_seeds() -> Iterator[str]:
    for index, game in enumerate(late_problems()):
        *_, verdict = find_solver(game, "prove").run(game, game.start, Limits(seconds=5.0))
        if isinstance(verdict, Unsolvable):
            yield from choosing(index, ["\n".join(verdict.certificate)])
        yield from choosing(index, ["here [1/1 1/1 1 1/1 1 1 1/1 1 1 1 1]"])
        first_move = next(iter(game.moves(game.start)), None)
        if first_move:
            text = game.move_text(game.start, first_move)
            yield from choosing(index, [f"after {text} []", f"before {text} []"])


EVENTS = (
    Progress(7, 3, 2, 1.5, 9, 99, 0.5, None, (1, 2), 1, "at least 4", True),
    GaveUp(reason="time", proved="at least 4", explored=7, seconds=1.0),
    Unsolvable(proof="pagodas", certificate=("here [1 1]",), exhausted=True),
)


def read_message(_: Path) -> Reader:
    def reader(game: Any) -> Reader:
        def read(text: str) -> None:
            try:
                message = parse_worker_message(text.encode())
            except WorkerLost as error:
                raise ValueError(str(error)) from None
            read_trace(game, message)
            event = wire.decode(game, game.start, message)
            written = json.loads(json.dumps(wire.encode(game, game.start, event)))
            assert wire.decode(game, game.start, written) == event
            if isinstance(event, Solved | Unsolvable):
                check = check_verdict(game, game.start, event)
                assert check.is_valid or check.reason.isprintable()

        return read

    return any_of([reader(game) for game in message_games()])


ANSWER = Answer("5f1c09ab5f1c09ab", "peg-1", "peg", "storm", NOW, 4.5, True, 900.0, "endings")


def mistake() -> Mistake:
    return new_mistake(bundled_positions("peg")[0], "Lucas 1", NOW)


def read_training(_: Path) -> Reader:
    """Return readers of certificates, names of series, published results and worker messages."""

    def read_position(text: str) -> None:
        position = TrainingPosition.parse("", text)
        assert TrainingPosition.parse("", position.text) == position
        try:
            flaw = check_training(position)
        except UnknownPuzzle as error:
            flaw = str(error)
        assert flaw.isprintable()

    def read_series(text: str) -> None:
        series = parse_series(text)
        assert parse_series(series.code) == series

    def read_results(text: str) -> None:
        results = parse_results(text.encode())
        assert parse_results(encode_results(results)) == results

    def read_message(text: str) -> None:
        message = parse_object(text)
        try:
            if message.get("event") == "answer":
                assert parse_answer(message)
            else:
                assert parse_position("peg", message).family
        except WorkerLost as error:
            raise ValueError(str(error)) from None

    return any_of([read_position, read_series, read_results, read_message])


def training_seeds() -> Iterator[str]:
    for family in NAMES:
        yield from choosing(0, [position.text for position in bundled_positions(family)[:2]])
    yield from choosing(1, ["storm-peg-7", "streak-hexapawn-20261128"])
    yield from choosing(2, [encode_results([make_result("storm-rush-7", ["A>"], 9.5)]).decode()])
    line = json.dumps({"event": "position", "line": bundled_positions("peg")[0].text})
    answer = (
        '{"event": "answer", "is_right": false, "line": ["3,3:N"], "progress": "2 pegs left",'
        ' "blocked": "", "is_furthest": true}'
    )
    yield from choosing(3, [line, answer, '{"event": "answer", "is_right": null}'])


def read_map_message(_: Path) -> Reader:
    """Return a reader of what the worker of the map sends: two messages, the map and another."""
    game = catalogue.find("triangle-11-11", files=False).game

    def read(text: str) -> None:
        process = StateMapProcess(game, [game.start])
        for line in text.split("\n", 1):
            try:
                event = process.parse(line.encode())
            except WorkerLost as error:
                raise ValueError(str(error)) from None
            if isinstance(event, StateMap):
                MapDrawing(event).draw(20, 5, MapMarks(current=0), Appearance())

    return read


def map_message_seeds() -> Iterator[str]:
    state_map = (
        '{"event": "map", "texts": ["x", "y"], "xs": [0, 10000], "ys": [5000, 0],'
        ' "columns": [1, 0], "distances": [1, -1], "outcomes": ["winnable", "won"],'
        ' "is_complete": true}'
    )
    for following in (
        '{"event": "exploring", "count": 7, "is_sample": false}',
        '{"event": "ways", "source": 0, "shortest": [1], "narrow": [], "unavoidable": [1]}',
        '{"event": "route", "indices": [0, 1]}',
        '{"event": "svg", "text": "<svg/>"}',
        '{"event": "expanded", "number": 0, "indices": [0]}',
        '{"event": "verdict", "number": 0, "verdict": "solved", "explored": 3}',
        '{"event": "fault", "message": "no memory"}',
    ):
        yield f"{state_map}\n{following}"


def read_explanation(_: Path) -> Reader:
    """Return a reader of what the worker of an explanation sends."""
    game = catalogue.find("hexapawn-3x3", files=False).game

    def read(text: str) -> None:
        event = explanation_wire.decode(game, game.start, parse_object(text))
        if isinstance(event, Explanation):
            _ = str(event)

    return read


def explanation_seeds() -> Iterator[str]:
    game = catalogue.find("hexapawn-3x3", files=False).game
    for event in explain(game, game.start, (), Limits()):
        yield json.dumps(explanation_wire.encode(game, game.start, event, 1))
    progress = ExplanationProgress("pawns more or less", 3, 12, 2, 0.1)
    yield json.dumps(explanation_wire.encode(game, game.start, progress, 1))


def read_trace(game: Any, message: dict[str, Any]) -> None:
    search = SearchTrace(game, game.start)
    search.add(wire.pop_steps(message))
    for node in search.nodes:
        search.position_of(node.number)
    assert len(search.frontier_at(len(search.steps))) <= len(search.nodes)


def message_games() -> list[Any]:
    names = ("triangle-11-11", "FreeCell.7", "orush-01", "hexapawn-3x3")
    return [catalogue.find(name, files=False).game for name in names]


def message_seeds() -> Iterator[str]:
    for index, game in enumerate(message_games()):
        moves = tuple(walk(game, 1)[1])
        value = len(moves) if game.players == 2 else None
        values = tuple((move, 3) for move in game.moves(game.start)) if value else ()
        solved = Solved(moves=moves, optimal_in="moves", value=value, values=values)
        sampled = Progress(sample=walk(game, 2)[0])
        for event in (*EVENTS, solved, sampled):
            message = json.dumps(wire.encode(game, game.start, event))
            yield from choosing(index, [message])
        log = TraceLog(game, game.start, max_steps=12)
        row = next(row for row in solvers(game.family) if row.is_readable)
        *_, verdict = row.run(game, game.start, Limits(explored=20, trace=log))
        traced = wire.encode(game, game.start, verdict) | {"trace": log.take()}
        yield from choosing(index, [json.dumps(traced)])


def read_learner(text: str) -> None:
    learner = learner_from_json(text)
    written = learner.to_json()
    assert learner_from_json(written).to_json() == written


def learner_seeds() -> Iterator[str]:
    for rows, columns, player in ((3, 3, 1), (4, 3, 0)):
        learner = Learner(rows, columns, player, 7)
        yield learner.to_json()
        for _ in range(3):
            play_training_game(learner)
        yield learner.to_json()


def read_atlas(folder: Path) -> BytesReader:
    """Return a reader of an atlas: the input is the file without what begins and ends it."""
    path = folder / "atlas"

    def read(data: bytes) -> None:
        body = MAGIC + data
        path.write_bytes(body + DIGEST(body).digest())
        try:
            found = Atlas.load(path)
        except DamagedAtlasError as error:
            raise ValueError("damaged") from error
        assert sum(found.counts) <= len(data) * 64
        start = found.game.start
        if found.contains(start):
            found.winning_move(start)

    return read


def atlas_seeds() -> Iterator[bytes]:
    game = catalogue.find("triangle-11-11", files=False).game
    steps = Atlas.build(game, Budget(Limits()))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            yield end.value.to_bytes()[len(MAGIC) : -DIGEST().digest_size]
            return


# Plug-ins and stylesheets


def read_plugins(folder: Path) -> BytesReader:
    def read(data: bytes) -> None:
        (folder / ENTRY_POINTS_FILE).write_bytes(data)
        for found in read_entry_points(str(folder)):
            assert all(isinstance(each, str) for each in found)

    return read


STYLES = (
    "TitleBar { text-style: reverse; }",
    "PlayScreen SidePanel { width: 40; margin: 1 2; }",
    "$accent: red;\nScreen:focus > .a#b { background: $accent 50%; border: round #fff; }",
    "Button { &:hover { color: rgb(1,2,3); } layout: grid; grid-size: 2 3; dock: top; }",
    "A { transition: offset 500ms in_out_cubic; width: 1fr; height: 50vh; max-width: 80%; }",
)
STYLE_WORDS = ("width:", "height:", "{", "}", "!important", "$primary", "fr", "vw", "%", ":hover")
STYLE_WORDS += ("&", "border:", "round", "grid-columns:", "auto", "hsl(", "rgba(", "/*", "*/", ">")
STYLE_WORDS += ("hatch:", "keyline:", "text-align:", "tint:", "opacity:", "align:", "overflow:")


def read_stylesheet(folder: Path) -> BytesReader:
    app = App()

    def read(data: bytes) -> None:
        (folder / STYLESHEET_NAME).write_bytes(data)
        if problem := apply_user_stylesheet(app, folder):
            raise ValueError(problem.replace(str(folder), ""))

    return read


# The terminal

INPUT = (
    "\x1b[A\x1bOA\x1b[1;5C\x1b[15~q\r\x03",
    "\x1b[97;5u\x1b[97:65;2u\x1bz\x1b[200~pasted\x1b[0n text\x1b[201~",
    "\x1b[<0;5;5M\x1b[<0;5;5m\x1b[<65;1;1M\x1b[M !!",
    "\x1b[0n\x1b[?2026;2$y\x1b[I\x1b[O\x1b]11;rgb:0/0/0\x1b\\\x1bP1$r0m\x1b\\",
    "é日本👩\u200d👧\x1b\x1b[Z\x1b[3;5~\x1b[27;5;9~",
)
INPUT_WORDS = ("\x1b", "\x1b[", "\x1bO", "\x1b[<", "\x1b[200~", "\x1b[201~", "\x1b]", "\x1bP")
INPUT_WORDS += ("\x1b\\", "\x1b[0n", "\x1b[M", ";", "u", "~", "\x18", "\x07", "\x1b_")


def read_input(data: bytes) -> None:
    """Check that events do not depend on how the input is split."""
    whole = describe_messages([data])
    for size in (1, 2, 3, 7):
        pieces = [data[at : at + size] for at in range(0, len(data), size)]
        assert describe_messages(pieces) == whole


def describe_messages(pieces: Iterable[bytes]) -> list[tuple[Any, ...]]:
    """Return what the parser makes of the pieces of an input, in a form that can be compared."""
    answers = 0

    def count_answer() -> None:
        nonlocal answers
        answers += 1

    decode = getincrementaldecoder("utf-8")(errors="ignore").decode  # as the driver does
    parser = InputParser(count_answer)
    found = [describe(message) for piece in pieces for message in parser.feed(decode(piece))]
    found += [describe(message) for _ in range(3) for message in parser.advance_idle_time(1.0)]
    return [*found, (answers, parser.is_pasting)]


def describe(message: Message) -> tuple[Any, ...]:
    fields = ("key", "character", "text", "message", "x", "y", "button", "shift", "meta", "ctrl")
    return (type(message).__name__, *(getattr(message, field, None) for field in fields))


OUTPUT = (
    "\x1b[1;1H\x1b[31mab\x1b[0m日本\x1b[2;3H\x1b[1;44mx\x1b[K",
    "\x1b[?2026h\x1b[3;1H\x1b]8;id=1;https://x\x1b\\here\x1b]8;;\x1b\\\x1b[?2026l",
    "\x1b[2J\x1b[1;1He\u0301👩\u200d👧🇫🇷\r\n\b\x1b[A\x1b[2B\x1b[C\x1b]0;title\x07",
    "\x1b[38;2;1;2;3m\x1b[48;5;9m \x1b[4:3m \x1b[5n\x1bPq~\x1b\\\x1bM\x1b[2L",
)


def read_output(text: str) -> None:
    """Check that any output of the app can be translated."""
    for transliterate in (None, to_ascii):
        screen_diff = ScreenDiff(transliterate)
        screen_diff.resize(20, 6)
        for piece in (text, text[: len(text) // 2], text[len(text) // 2 :]):
            sent = screen_diff.translate(piece)
            assert sent.isascii() or not transliterate


TARGETS = {
    **{family: game_target(family) for family in NAMES},
    "spec": text_target(lambda _: read_spec, spec_seeds, '"family"', "null", "[", "{"),
    "share": text_target(
        lambda _: read_shared,
        shared_seeds,
        *("ludoscope ", "2: ", "%20", " # ", " +9: ", " 0^1: ", " {1 ", " } ", " &", "\u202e"),
    ),
    "comments": text_target(
        lambda _: read_comments, comment_seeds, "1+ ", "?! ", "\n", "\u202e", "\x1b[31m", "0 "
    ),
    "pasted": text_target(lambda _: read_pasted, pasted_seeds, "Ludoscope · ", "ludoscope ", "|"),
    **{f"edited-{family}": edited_target(family) for family in NAMES},
    "parse": text_target(
        lambda _: read_parsed,
        lambda: (f"{family}\n{text}" for text in pasted_seeds() for family in ("", *NAMES)),
        *("peg\n", "patience\n", "rush\n", "hexapawn\n", "/", "_", "|"),
        rounds=60,
    ),
    "name": text_target(
        lambda _: read_name, name_seeds, "-daily-", "..", "orush", "ms-", rounds=40
    ),
    "plain": text_target(
        lambda _: read_plain,
        lambda: PLAIN_LINES,
        *(" of ", " to ", "; then ", "column ", "cell ", "jumps ", "open ", "at ", "down to "),
        rounds=60,
    ),
    "words": text_target(
        read_command_line,
        lambda: (line.replace(" ", "\n") for line in COMMAND_LINES),
        *("--time", "--solver", "--jobs", "-o", "--json", "--", "=", "\n", "-h", "--game"),
        rounds=15,
    ),
    "exported": text_target(lambda _: read_exported, exported_seeds, *SAVES_WORDS),
    "database": text_target(read_database, database_seeds, *SAVES_WORDS, "[", rounds=60),
    "merge": text_target(lambda _: read_trees, tree_seeds, " ^1", " +", " >", " ~", "\0", "\1"),
    "analysis": text_target(read_analysis, analysis_seeds, '"w"', '"l"', "null", "true"),
    "choices": text_target(read_choices, choice_seeds, '"theme"', '"app.undo"', "ctrl+", rounds=60),
    "results": text_target(read_results, result_seeds, *FIELDS, "solved", "true", rounds=60),
    "presence": text_target(read_presence, presence_seeds, '"duels"', '"gone"', "1002.bob"),
    "duel": text_target(
        lambda _: read_duel_journals, duel_seeds, '"ply"', '"move"', '"after"', '"ends"', "\0", "\n"
    ),
    "published": text_target(read_published, published_seeds, '"moves"', '"puzzle"', '"title"'),
    "certificate": text_target(
        read_certificate, certificate_seeds, "here [", "after ", "before ", "]", "/", "_", ":N"
    ),
    "explanation": text_target(
        read_explanation, explanation_seeds, '"wins"', '"counts"', '"core"', "null", "-1", "NaN"
    ),
    "training": text_target(
        read_training,
        training_seeds,
        " ; +",
        " ; -",
        "exhausted ",
        "moves ",
        "here [",
        " & ",
        " 0:",
    ),
    "map-message": text_target(
        read_map_message, map_message_seeds, '"event"', '"indices"', "10001", "-1", "NaN", "\u202e"
    ),
    "message": text_target(read_message, message_seeds, '"event"', '"moves"', "NaN", "Infinity"),
    "learner": text_target(lambda _: read_learner, learner_seeds, '"boxes"', '"curve"', "null"),
    "atlas": Target(read_atlas, atlas_seeds, ('"forward"', '"dual"', "null", "\n")),
    "plugins": Target(read_plugins, lambda: ["[ludoscope.games]\na = b:C\n# x\n[console]\nq = r"]),
    "stylesheet": Target(read_stylesheet, lambda: STYLES, STYLE_WORDS, rounds=10),
    "input": Target(lambda _: read_input, lambda: INPUT, INPUT_WORDS, rounds=60),
    "output": text_target(lambda _: read_output, lambda: OUTPUT, *INPUT_WORDS, "H", rounds=60),
}
"""All targets; the names are those of the files in the folder `corpus`."""


def target_seeds(name: str) -> list[bytes]:
    """Return the valid inputs of a target, without duplicates."""
    found = TARGETS[name].seeds()
    encoded = (seed.encode() if isinstance(seed, str) else seed for seed in found)
    return list(dict.fromkeys(encoded))


# The inputs found by `guided.py`

CORPUS = Path(__file__).with_name("corpus")


def read_corpus(name: str) -> list[bytes]:
    """Return the kept inputs of a target: lines of JSON, a character for each byte."""
    path = CORPUS / f"{name}.jsonl"
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    return [json.loads(line).encode("latin-1") for line in lines]


def write_corpus(name: str, inputs: Iterable[bytes]) -> None:
    CORPUS.mkdir(exist_ok=True)
    lines = (json.dumps(data.decode("latin-1")) + "\n" for data in inputs)
    (CORPUS / f"{name}.jsonl").write_text("".join(lines), encoding="ascii")
