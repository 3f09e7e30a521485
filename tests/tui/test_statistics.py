"""Statistics: attempts, wins, unaided wins and streaks, and the screen that shows them."""

import random
import time
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path

import pytest
from many import each_of

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import problems, results, statistics_resets
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import Attempt, AttemptResult, Tally
from ludoscope.tui.saves.store import Store, StoreContent
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.statistics.screen import StatisticsScreen, list_games, win_series
from ludoscope.tui.widgets.text_table import TextTable

TRIANGLE = BOARDS["triangle"]
GAME = PegGame(TRIANGLE, 0b1011)  # two jumps from its end
FIRST = GAME.moves(GAME.start)[0]
ONE_JUMP = Puzzle("one", PegGame(TRIANGLE, 0b1011, GAME.play(GAME.start, FIRST)), "One jump")


def attempts(store: Store) -> list[AttemptResult]:
    return store.outcomes().result()


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path)
    yield store
    store.close()


def keep(store: Store, session: Session, elapsed: float, updated: float) -> None:
    store.save(SavedSession.from_session(session, elapsed, updated)).result()


def test_a_win_without_help(store: Store) -> None:
    session = Session(ONE_JUMP)
    keep(store, session, 0.0, 1.0)
    assert attempts(store) == []
    session.play(FIRST)
    keep(store, session, 7.5, 2.0)
    assert attempts(store) == [
        AttemptResult("one", "One jump", "peg", True, True, 7.5, 1, False, "Triangle board", 2.0)
    ]


def test_undo_and_redo_of_the_last_move_change_nothing(store: Store) -> None:
    session = Session(ONE_JUMP)
    session.play(FIRST)
    keep(store, session, 7.5, 2.0)
    before = attempts(store)
    session.undo()
    keep(store, session, 20.0, 3.0)
    session.redo()
    keep(store, session, 30.0, 4.0)
    assert attempts(store) == before


def test_a_win_after_a_move_was_taken_back_is_not_clean(store: Store) -> None:
    session = Session(ONE_JUMP)
    session.play(FIRST)
    session.undo()
    session.play(FIRST)
    keep(store, session, 5.0, 1.0)
    (outcome,) = attempts(store)
    assert (outcome.won, outcome.clean, outcome.seconds) == (True, False, 5.0)


def test_a_win_after_a_hint_has_no_best_time(store: Store) -> None:
    session = Session(ONE_JUMP)
    session.hint_count += 1
    session.play(FIRST)
    keep(store, session, 5.0, 1.0)
    (outcome,) = attempts(store)
    best = (outcome.seconds, outcome.length)
    assert (outcome.won, outcome.clean, *best) == (True, False, None, None)


def test_continuing_a_solver_s_line_counts_as_help() -> None:
    session = Session(ONE_JUMP)
    session.restart()
    session.replay_from_start([FIRST])
    assert session.is_won
    assert session.hint_count


def test_a_move_after_a_restart_begins_another_attempt(store: Store) -> None:
    session = Session(ONE_JUMP, now=0.0)
    session.play(FIRST)
    keep(store, session, 1.0, 1.0)
    session.restart()
    session.record_activity(10.0)
    first = session.attempt_id
    assert session.has_undone
    session.play(FIRST)
    assert session.attempt_id != first
    assert not session.has_undone
    assert session.elapsed_seconds(12.0) == 0.0  # the clock stands at the end, and began anew
    keep(store, session, 3.0, 2.0)
    assert [(o.won, o.clean, o.seconds) for o in attempts(store)] == [
        (True, True, 1.0),
        (True, True, 3.0),
    ]


def test_hints_after_a_restart_help_the_next_attempt(store: Store) -> None:
    session = Session(ONE_JUMP)
    session.hint_count += 1
    session.play(FIRST)
    keep(store, session, 1.0, 1.0)
    resumed = Session(ONE_JUMP)
    store.load("one").result().resume(resumed)  # a game that is over is at its start again
    for again, hints in ((session, 0), (session, 2), (resumed, 1)):
        again.restart()
        again.hint_count += hints
        again.play(FIRST)
        assert (again.hint_count, len(again.hint_times)) == (hints, hints)


def test_a_restart_taken_back_is_the_same_attempt() -> None:
    session = Session(ONE_JUMP)
    session.play(FIRST)
    first = session.attempt_id
    session.restart()
    session.redo()
    assert session.attempt_id == first
    assert session.has_undone


def test_session_left_after_a_restart_continues_as_a_new_attempt() -> None:
    session = Session(ONE_JUMP)
    session.play(FIRST)
    session.restart()
    save = SavedSession.from_session(session, 1.0, 1.0)
    again = Session(ONE_JUMP)
    save.resume(again)
    assert again.attempt_id == session.attempt_id
    again.play(FIRST)
    assert again.attempt_id != session.attempt_id


def test_loss_against_the_opponent_is_no_win(store: Store) -> None:
    game = HexapawnGame(3, 2)
    session = Session(Puzzle("hexapawn-3x2", game, "3×2"))
    while not session.is_over:
        session.play(game.moves(session.position)[-1])
    session.player_side = session.side_to_move
    keep(store, session, 4.0, 1.0)
    (outcome,) = attempts(store)
    assert (outcome.won, outcome.is_open) == (False, False)


def outcome(sign: str) -> AttemptResult:
    """Return the outcome for a letter: "w" won, "h" with hints, "l" lost or restarted, "o" open."""
    seconds = 1.0 if sign == "w" else None
    return AttemptResult("a", "A", "peg", sign in "wh", False, seconds, None, sign == "o")


@each_of(
    ("signs", "streak", "longest"),
    [
        ("", 0, 0),
        ("wwlw", 1, 2),
        ("wwo", 2, 2),
        ("lwww", 3, 3),
        ("wwl", 0, 2),
        ("owow", 1, 1),
        ("whw", 2, 2),
        ("h", 0, 0),
    ],
)
def test_streaks_are_counted(signs: str, streak: int, longest: int) -> None:
    tally = Tally.from_outcomes(outcome(sign) for sign in signs)
    assert (tally.streak, tally.longest_streak) == (streak, longest)
    assert (tally.played, tally.unaided) == (len(signs), signs.count("w"))
    assert tally.won == len(signs.replace("l", "").replace("o", ""))


def test_order_of_saving_attempts_does_not_matter(tmp_path: Path) -> None:
    session, saves = Session(ONE_JUMP), []
    for step in (session.undo, lambda: session.play(FIRST), session.undo, session.redo):
        step()
        saves.append(SavedSession.from_session(session, float(len(saves)), float(len(saves))))
    found = set()
    for seed in range(6):
        store = Store(tmp_path / str(seed))
        store.merge(StoreContent([saves[-1]], [], [])).result()
        rows = [attempt for save in saves for attempt in save.attempts()] * 2
        random.Random(seed).shuffle(rows)
        store.merge(StoreContent([], rows, [])).result()
        found.add(tuple(attempts(store)))
        store.close()
    assert len(found) == 1


@pytest.mark.long
async def test_the_screen_lists_families_and_puzzles(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter", "escape")
        await pilot.wait_until(lambda: "Lucas 1 " in pilot.screen_text())
        await pilot.press("s")
        assert isinstance(pilot.screen, StatisticsScreen)
        await pilot.wait_until(lambda: "│ Lucas 1 " in pilot.screen_text())
        rows = [line.split() for line in pilot.screen_text().splitlines()]
        for title in (["All", "games"], ["Peg", "solitaire"], ["European", "board"]):
            counts = ["1", "0", "0", "%", "0", "–", "–", "0", "0"]
            assert ["│", *title, *counts, "│"] in rows
        assert "A game counts from its first move" in pilot.screen_text()
        await pilot.press("enter", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.session.ply == 1
        await pilot.press("escape", "escape")


async def test_a_puzzle_without_a_file_is_opened_from_the_statistics(open_app) -> None:
    puzzle = problems.unsaved_puzzle("", GAME)
    async with open_app() as pilot:
        pilot.app.puzzle_opener.open_puzzle(puzzle)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        model = pilot.screen.model
        assert model.play_player_move(model.game.moves(model.position)[0])
        await pilot.press("escape", "s")
        await pilot.wait_until(lambda: f"│ {puzzle.title} " in pilot.screen_text())
        await pilot.press("enter", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == puzzle.name
        assert pilot.screen.model.session.ply == 1


@pytest.mark.long
async def test_a_wide_screen_has_the_board_of_the_chosen_puzzle_and_a_curve(open_app) -> None:
    for name in ("lucas-01", "orush-01"):
        async with open_app(name) as pilot:
            model = pilot.screen.model
            assert model.play_player_move(model.game.moves(model.session.position)[0])
    async with open_app(size=(120, 40)) as pilot:
        await pilot.press("s")
        await pilot.wait_until(
            lambda: "─ Number 1 ─" in pilot.screen_text() and "►" in pilot.screen_text()
        )
        assert "─ Games won ─" in pilot.screen_text()
        await pilot.press("down")
        await pilot.wait_until(
            lambda: "─ Lucas 1 ─" in pilot.screen_text() and "►" not in pilot.screen_text()
        )
        await pilot.resize(120, 24)
        assert "Games won" not in pilot.screen_text()
        assert " longest " in pilot.screen_text()
        await pilot.resize(80, 24)
        assert "─ Lucas 1 ─" not in pilot.screen_text()


def test_a_curve_for_each_family_counts_its_games_won() -> None:
    played = [*(outcome(sign) for sign in "lw"), outcome("w")._replace(family="rush")]
    peg, rush = win_series(played)
    assert list(peg.points) == [(0, 0), (1, 0), (2, 1), (3, 1)]
    assert list(rush.points) == [(0, 0), (1, 0), (2, 0), (3, 1)]


@pytest.mark.long
async def test_statistics_screen_without_games(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("s")
        await pilot.wait_until(lambda: "No games played yet" in pilot.screen_text())
        await pilot.press("enter", "down", "up", "end", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


def test_games_of_a_family_are_counted_apart(store: Store) -> None:
    for number, name in enumerate(("FreeCell.5", "MidnightOil.4", "MidnightOil.5"), start=1):
        session = Session(catalogue.find(name))
        session.play(session.game.moves(session.position)[0])
        keep(store, session, 1.0, float(number))
    found = attempts(store)
    rows = [game for game in list_games(found) if game.family == "patience"]
    assert [game.title for game in rows] == ["", "FreeCell", "Midnight Oil"]
    assert [Tally.from_outcomes(game.filter(found)).played for game in rows] == [3, 1, 2]


def test_a_daily_puzzle_won_with_hints_is_told_from_others(store: Store) -> None:
    for name, hints in (("peg-daily-2026-11-20", 1), ("peg-daily-2026-11-21", 0)):
        session = Session(Puzzle(name, ONE_JUMP.game, "Daily"))
        session.hint_count = hints
        session.play(FIRST)
        keep(store, session, 1.0, 1.0)
    assert store.run(results.hinted_dailies).result() == {"peg-daily-2026-11-20"}


def noon(day: int) -> float:
    """Return the time of noon on a day of November 2026, in seconds since 1970."""
    return datetime(2026, 11, day, 12).timestamp()


def test_a_daily_puzzle_counts_for_the_day_of_its_first_win_without_hints(store: Store) -> None:
    name = "peg-daily-2026-11-02"

    def win_day() -> int:
        return store.run(results.daily_wins).result()[name].day

    session = Session(Puzzle(name, ONE_JUMP.game, "Daily"))
    session.play(FIRST)
    session.undo()
    keep(store, session, 1.0, noon(2))  # it is begun on its day
    session.hint_count = 1
    session.redo()
    keep(store, session, 2.0, noon(2))
    assert win_day() == 2
    assert store.run(results.hinted_dailies).result() == {name}
    session.restart()
    session.play(FIRST)
    session.undo()
    keep(store, session, 0.0, noon(3))
    session.redo()
    for day in (5, 6):  # the won game is looked at again
        keep(store, session, 1.0, noon(day))
        assert win_day() == 5
        assert not store.run(results.hinted_dailies).result()


def test_daily_wins_that_earlier_versions_stored_keep_their_day(store: Store) -> None:
    session = Session(Puzzle("peg-daily-2026-11-02", ONE_JUMP.game, "Daily"))
    session.play(FIRST)
    save = SavedSession.from_session(session, 1.0, noon(2))
    store.merge(StoreContent([save], [*save.attempts()], [])).result()
    keep(store, session, 1.0, noon(5))
    assert store.run(results.daily_wins).result()[save.name].day == 2


@pytest.fixture
def set_time_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Return a function that sets the time zone of this process."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def test_a_daily_win_keeps_its_day_in_another_time_zone(
    store: Store, set_time_zone: Callable[[str], None]
) -> None:
    name = "peg-daily-2026-11-02"
    set_time_zone("EAST-14")
    session = Session(Puzzle(name, ONE_JUMP.game, "Daily"))
    session.play(FIRST)
    keep(store, session, 1.0, datetime(2026, 11, 2, 1).timestamp())
    set_time_zone("WEST+10")
    assert store.run(results.daily_wins).result() == {name: date(2026, 11, 2)}
    imported = results.Note(results.FIRST_WIN, name, int(datetime(2026, 10, 30, 12).timestamp()))
    store.merge(StoreContent([], [], [imported])).result()
    assert store.run(results.daily_wins).result() == {name: date(2026, 10, 30)}


def test_recent_wins_have_the_best_time_and_the_fewest_moves(store: Store) -> None:
    save = SavedSession.from_session(Session(catalogue.find("hexapawn-3x3")), 0.0, 1.0)
    wins = [(5.0, 9), (7.0, 5), (None, None)]
    attempts = [
        Attempt(f"{day:016}", save.name, noon(day), True, False, seconds, length)
        for day, (seconds, length) in enumerate(wins, start=2)
    ]
    store.merge(StoreContent([save], attempts, [])).result()
    (win,) = store.run(results.recent_wins).result()
    assert (win.seconds, win.length, win.won_at) == (5.0, 3, noon(4))


def test_recent_wins_are_dated_by_their_end(store: Store) -> None:
    def begin(name: str, hints: int = 0) -> Session:
        session = Session(Puzzle(name, ONE_JUMP.game, name))
        session.play(FIRST)
        session.undo()
        session.hint_count = hints
        keep(store, session, 1.0, noon(2))
        return session

    def win_days() -> list[tuple[str, int]]:
        wins = store.run(results.recent_wins).result()
        return [(win.name, datetime.fromtimestamp(win.won_at).day) for win in wins]

    first, hinted, between = begin("first"), begin("hinted", hints=1), begin("between")
    for session, day in ((between, 4), (first, 6), (hinted, 7)):
        session.redo()
        keep(store, session, 2.0, noon(day))
    won = [("hinted", 7), ("first", 6), ("between", 4)]
    assert win_days() == won
    keep(store, first, 2.0, noon(8))  # the won game is looked at again
    first.restart()
    keep(store, first, 2.0, noon(9))
    assert win_days() == won
    first.play(FIRST)
    keep(store, first, 3.0, noon(10))
    assert win_days() == [("first", 10), ("hinted", 7), ("between", 4)]


def test_wins_that_earlier_versions_stored_are_dated_by_the_time_spent(store: Store) -> None:
    session = Session(ONE_JUMP)
    session.play(FIRST)
    save = SavedSession.from_session(session, 60.0, noon(2))
    store.merge(StoreContent([save], [*save.attempts()], [])).result()
    (win,) = store.run(results.recent_wins).result()
    assert win.won_at == noon(2) + 60


async def test_fewest_moves_are_counted_as_in_the_library(open_app) -> None:
    lengths = {"lucas-01": 7, "hexapawn-3x3": 5}  # jumps and plies
    saves = [SavedSession.from_session(Session(catalogue.find(name)), 0.0, 1.0) for name in lengths]
    attempts = [
        Attempt(f"{length:016}", name, 1.0, True, True, 9.0, length)
        for name, length in lengths.items()
    ]
    notes = [results.Note(results.FEWEST_MOVES, "lucas-01", 5)]
    async with open_app(size=(200, 40)) as pilot:
        pilot.app._store.merge(StoreContent(saves, attempts, notes)).result()
        await pilot.press("s")
        await pilot.wait_until(
            lambda: all(text in pilot.screen_text() for text in ("│ Lucas 1 ", " fewest "))
        )
        table = pilot.screen.query_one("#games", TextTable)
        rows = [table.get_row_at(index) for index in range(table.row_count)]
        fewest = {title.plain: last.plain for title, *_, last in rows}
        assert fewest["Peg solitaire"] == "5"
        assert fewest["Hexapawn"] == "3"
        assert fewest["All games"] == ""


async def test_a_reset_is_asked_about_and_can_be_taken_back(open_app) -> None:
    def played(pilot) -> list[str]:
        lines = [line.split() for line in pilot.screen_text().splitlines()]
        return [line[3] for line in lines if line[1:3] == ["Peg", "solitaire"]]

    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter", "escape")
        await pilot.wait_until(lambda: "Continue" in pilot.screen_text())
        await pilot.press("s")
        await pilot.wait_until(lambda: "│ Lucas 1 " in pilot.screen_text())
        await pilot.press("down")  # from all games to peg solitaire
        for keys in ("enter",), ("down", "enter"):
            assert played(pilot) == ["1"]
            await pilot.press("delete")
            await pilot.wait_until(
                lambda: "Reset the statistics of Peg solitaire?" in pilot.screen_text()
            )
            await pilot.press(*keys)
            await pilot.wait_until(lambda: "Reset the" not in pilot.screen_text())
        await pilot.wait_until(lambda: "Counted since " in pilot.screen_text())
        assert played(pilot) == ["│"]
        await pilot.press("escape", "s")  # it was stored
        await pilot.wait_until(lambda: "│ Peg solitaire" in pilot.screen_text())
        await pilot.press("down")
        await pilot.wait_until(lambda: "Counted since " in pilot.screen_text())
        await pilot.press("u")
        assert played(pilot) == ["1"]
        assert "Counted since" not in pilot.screen_text()


def test_damaged_resets_reset_nothing() -> None:
    for text in ("", "x", "[]", '{"/": "y", "peg/": -1, "rush/": true}', '{"/": 1e300}'):
        assert not statistics_resets.parse_resets(text)
