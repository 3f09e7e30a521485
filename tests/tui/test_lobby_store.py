"""The shared folder: what others write there is shown only if it is as it should be, and theirs."""

import json
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from errno import EIO, ENOSPC
from pathlib import Path

import pytest
from many import case

from ludoscope.games.patience.position import FOUNDATION
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import default_solver
from ludoscope.tui.lobby import journal, published_games, shared_files
from ludoscope.tui.lobby.duel import (
    ILLEGAL_MOVE,
    MOVES_DIFFER,
    OPPONENT_FILE_MISSING,
    Duel,
    read_duel,
    turn_text,
)
from ludoscope.tui.lobby.duel_store import DuelError, DuelStore
from ludoscope.tui.lobby.host_settings import (
    HostSettings,
    LobbyError,
    make_lobby,
    read_host_settings,
)
from ludoscope.tui.lobby.journal import Journal, JournalHeader
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.presence import MAX_DUELS, Presence, parse_presence
from ludoscope.tui.lobby.users import UserProfile, display_names, folder_profile, parse_profile_key
from ludoscope.tui.model.session import Session

DAY = date(2026, 11, 20)
ORUSH = "orush-daily-2026-11-20"
UID = os.geteuid()
ANNA, BOB, EVE = (UserProfile(UID, name) for name in ("anna", "bob", "eve"))
ESCAPES = "\x1b[2J\x9b31m\u202egnp"


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    path = tmp_path / "shared"
    make_lobby(path, HostSettings())
    return path


def player_folder(shared: Path, person: UserProfile) -> Path:
    return shared / person.key


def join_lobby(shared: Path, person: UserProfile) -> Lobby:
    lobby = Lobby(shared, person)
    lobby.update_presence(lambda presence: replace(presence, has_left=False))
    return lobby


def encoded_solution(name: str, hints: int = 0) -> bytes:
    """Return the file contents of a solved session."""
    puzzle = catalogue.find(name)
    session = Session(puzzle)
    solver = default_solver(puzzle.game)
    verdict = [*solver.run(puzzle.game, puzzle.game.start, Limits())][-1]
    assert isinstance(verdict, Solved)
    for move in verdict.moves:
        session.play(move)
    session.hint_count = hints
    return published_games.encode_result(session, 61.5)


# The host


def test_only_a_folder_made_by_the_host_is_a_lobby(tmp_path: Path, shared: Path) -> None:
    assert shared.stat().st_mode & 0o7777 == 0o1777
    assert read_host_settings(shared) == HostSettings(guests_allowed=False)
    make_lobby(shared, HostSettings(guests_allowed=True))  # said anew
    assert read_host_settings(shared) == HostSettings(guests_allowed=True)

    own = tmp_path / "own"
    own.mkdir()
    (own / "letter").write_text("dear diary")
    with pytest.raises(LobbyError, match="holds something else"):
        make_lobby(own, HostSettings())
    assert own.stat().st_mode & 0o022 == 0
    with pytest.raises(LobbyError, match=r"no lobby in .* --make"):
        read_host_settings(own)

    for text, why in (
        ('{"ludoscope": "company", "version": 2, "guests": true}', "another version"),
        ('{"guests": true}', "expected ludoscope, version, guests"),
        ("[" * 4000, "expected a JSON object"),
        ("x" * 5000, "more than 4,096 bytes"),
    ):
        (shared / "company.json").write_text(text)
        with case(text[:40]), pytest.raises(LobbyError, match=why):
            read_host_settings(shared)


def test_a_folder_where_others_could_delete_is_refused(shared: Path) -> None:
    shared.chmod(0o777)
    with pytest.raises(LobbyError, match="no sticky bit"):
        read_host_settings(shared)
    shared.chmod(0o3770)  # for a group
    read_host_settings(shared)


# Who is who


def test_the_author_of_a_file_is_its_owner(shared: Path) -> None:
    join_lobby(shared, ANNA)
    for name in (f"{UID + 1}", f"{UID + 1}.mallory", "anna", f"{UID}.a b", f"{UID}.{'x' * 65}"):
        (shared / name).mkdir()
        (shared / name / "here.json").write_bytes(Presence().encode())
    found = [player.profile for player, _ in Lobby(shared, ANNA).players()]
    assert found == [ANNA]
    assert folder_profile(f"{UID}.bob~0123abcd", UID) == BOB
    for key in ("", "01", "-1", "1.", "1.a/b", "1.a.b", "1\n", "x", "1.\u202e"):
        with case(key), pytest.raises(ValueError, match="expected the key of a user profile"):
            parse_profile_key(key)


def test_a_folder_name_that_is_taken_gets_a_suffix(shared: Path) -> None:
    (shared / ANNA.key).symlink_to("/etc")
    join_lobby(shared, ANNA)
    again = Lobby(shared, ANNA)
    again.update_presence(lambda here: replace(here, is_watchable=True))
    [found] = [path for path in shared.iterdir() if path.name.startswith(f"{ANNA.key}~")]
    assert [player.profile for player, _ in again.players()] == [ANNA]
    assert parse_presence((found / "here.json").read_bytes()).is_watchable


def test_display_names_are_unique() -> None:
    stranger = UserProfile(UID + 70_000, "anna")
    called = display_names([ANNA, BOB, stranger])
    assert (called[ANNA], called[BOB]) == ("anna", "bob")
    assert called[stranger] == f"user {UID + 70_000}/anna"
    assert all(name.isprintable() for name in called.values())


def fake_owner(monkeypatch: pytest.MonkeyPatch, path: Path, uid: int) -> None:
    """Make a file look as if another account owned it."""
    inode = path.lstat().st_ino

    def patched(look: Callable[..., os.stat_result]) -> Callable[..., os.stat_result]:
        def stat(*of: object, **how: object) -> os.stat_result:
            found = look(*of, **how)
            if found.st_ino != inode:
                return found
            values = [*found][:10]
            values[4] = uid
            exact = {name: getattr(found, name) for name in ("st_ctime_ns", "st_mtime_ns")}
            return os.stat_result(values, exact)

        return stat

    monkeypatch.setattr(os, "fstat", patched(os.fstat))
    monkeypatch.setattr(os, "stat", patched(os.stat))


# Files as they should not be


def malicious_files(good: bytes, elsewhere: Path) -> dict[str, Callable[[Path], object]]:
    """Return, by name, functions that replace a shared file with something malicious."""
    elsewhere.write_bytes(good)
    row = json.loads(good.splitlines()[0])
    deep = "[" * 50_000

    def text(said: str) -> Callable[[Path], object]:
        return lambda path: path.write_text(said)

    return {
        "a link": lambda path: path.symlink_to(elsewhere),
        "a link to nothing": lambda path: path.symlink_to(elsewhere / "none"),
        "a pipe": os.mkfifo,
        "a folder": Path.mkdir,
        "much": lambda path: path.write_bytes(good + b" " * (1 << 20) + b"\n"),
        "endless": lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_RDWR), 1 << 40),
        "nothing": text(""),
        "no JSON": text("\x00\xff{}"),
        "deep": text(deep),
        "a list": text("[1]\n"),
        "not a number": text(good.decode().replace('"version": 1', '"version": NaN') + "\n"),
        "another version": text(json.dumps({**row, "version": 2}) + "\n"),
        "one more field": text(json.dumps({**row, "more": 1}) + "\n"),
        "another kind": text(json.dumps({**row, "ludoscope": "x"}) + "\n"),
        "true": text(json.dumps({**row, "version": True}) + "\n"),
    }


def test_malicious_files_are_skipped(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each kind of file, in each wrong way: nothing is shown, nothing fails and nothing waits."""
    anna, bob = join_lobby(shared, ANNA), join_lobby(shared, BOB)
    session = Session(catalogue.find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    DuelStore(bob).invite(ANNA, 3, 3, 0)
    bob.publish_result(ORUSH, encoded_solution(ORUSH))
    bob.publish_game(published_games.encode_game(session))
    theirs = player_folder(shared, BOB)
    duel_file = next(path.name for path in theirs.glob("duel-*"))

    def shown() -> dict[str, bool]:
        return {
            f"result-{ORUSH}.json": bool(anna.leaderboard(DAY)["rush"]),
            "game.json": anna.published_game(BOB) is not None,
            duel_file: bool(DuelStore(anna).list_duels()),
            "here.json": BOB in [player.profile for player, _ in anna.players()],
        }

    assert all(shown().values())
    for name in shown():
        good = (theirs / name).read_bytes()
        for what, plant in malicious_files(good, tmp_path / "elsewhere").items():
            with case(name, what):
                (theirs / name).unlink()
                plant(theirs / name)
                assert not shown()[name]
                if (theirs / name).is_dir() and not (theirs / name).is_symlink():
                    (theirs / name).rmdir()
                else:
                    (theirs / name).unlink()
                (theirs / name).write_bytes(good)
                assert shown()[name]
        with case(name, "of another account"), monkeypatch.context() as patch:
            anna._cache.clear()
            fake_owner(patch, theirs / name, UID + 1)
            assert not shown()[name]
        anna._cache.clear()


# The leaderboard


def test_a_result_counts_only_if_its_moves_win(shared: Path) -> None:
    anna, bob, eve = (join_lobby(shared, person) for person in (ANNA, BOB, EVE))
    good = encoded_solution(ORUSH)
    row = json.loads(good)
    forged = {
        "no moves": {"moves": []},
        "one too few": {"moves": row["moves"][:-1]},
        "one too many": {"moves": [*row["moves"], row["moves"][-1]]},
        "against the rules": {"moves": ["A>>>>>>>>", *row["moves"]]},
        "escape sequences": {"moves": [ESCAPES]},
        "numbers": {"moves": [1, 2, 3]},
        "as many as fit": {"moves": ["A>"] * 9_000},
        "another puzzle": {"puzzle": "orush-daily-2026-11-19"},
        "a path": {"puzzle": "../../../etc/passwd"},
        "less than no time": {"seconds": -1},
        "hints below 0": {"hints": -3},
        "an endless time": {"seconds": 1e300},
    }
    path = player_folder(shared, EVE) / f"result-{ORUSH}.json"
    for what, change in forged.items():
        with case(what):
            path.write_text(json.dumps({**row, **change}))
            assert anna.leaderboard(DAY)["rush"] == []
    with pytest.raises(ValueError, match="do not win"):  # nor do we write one
        eve.publish_result(ORUSH, json.dumps({**row, "moves": []}).encode())

    path.write_bytes(encoded_solution(ORUSH, hints=2))
    assert bob.publish_result(ORUSH, good)
    assert not bob.publish_result(ORUSH, encoded_solution(ORUSH, hints=1)), "it is no better"
    assert [entry.profile for entry in anna.leaderboard(DAY)["rush"]] == [BOB, EVE]
    assert anna.leaderboard(date(2026, 11, 19))["rush"] == []


def test_results_of_every_family_are_published(shared: Path) -> None:
    anna = join_lobby(shared, ANNA)
    for family, stem in (("peg", "peg"), ("patience", "patience"), ("rush", "orush")):
        with case(family):
            name = f"{stem}-daily-2026-11-16"  # a Monday, which is easy
            assert anna.publish_result(name, encoded_solution(name))
            [entry] = anna.leaderboard(date(2026, 11, 16))[family]
            assert entry.result.length > 0


def test_a_watched_game_is_replayed_by_the_rules(shared: Path) -> None:
    anna, bob = join_lobby(shared, ANNA), join_lobby(shared, BOB)
    session = Session(catalogue.find("FreeCell.1"))
    bob.publish_game(published_games.encode_game(session))
    path = player_folder(shared, BOB) / "game.json"
    row = json.loads(path.read_bytes())
    path.write_text(json.dumps({**row, "title": ESCAPES + "\n\n" + "x" * 3000}))
    shown, _ = anna.published_game(BOB) or (None, 0)
    assert shown
    assert shown.puzzle.title.isprintable()
    assert len(shown.puzzle.title) <= published_games.MAX_TITLE_LENGTH
    for change in ({"moves": ["9S TH"]}, {"puzzle": {"family": "peg"}}, {"puzzle": {}}):
        with case(change):
            path.write_text(json.dumps({**row, **change}))
            assert anna.published_game(BOB) is None
    bob.publish_game(b"")
    assert not path.exists()


# Games of two


@pytest.fixture
def pair(shared: Path) -> tuple[DuelStore, DuelStore, str]:
    """Return the duels of anna and bob, and the name of one on 3×3 that both accepted."""
    anna, bob = DuelStore(join_lobby(shared, ANNA)), DuelStore(join_lobby(shared, BOB))
    name = anna.invite(BOB, 3, 3, 0)
    [asked] = bob.list_duels()
    assert (asked.state, asked.own_side, asked.opponent) == ("invitation_received", 1, ANNA)
    bob.accept(asked)
    return anna, bob, name


def only_duel(duels: DuelStore) -> Duel:
    [duel] = duels.list_duels()
    return duel


def play_move(duels: DuelStore, text: str) -> None:
    duel = only_duel(duels)
    assert duel.is_our_turn
    texts = duel.move_texts()
    duels.add_move(duel.id, len(texts), text, texts[-1] if texts else "")


def test_a_duel_is_merged_from_two_journals(
    pair: tuple[DuelStore, DuelStore, str], shared: Path
) -> None:
    anna, bob, name = pair
    play_move(anna, "b1b2")
    play_move(bob, "a3xb2")
    with pytest.raises(DuelError, match="another session"):
        bob.add_move(name, 1, "c3xb2", "b1b2")
    play_move(anna, "c1xb2")
    assert [one.move_texts() for one in (only_duel(anna), only_duel(bob))] == [
        ["b1b2", "a3xb2", "c1xb2"]
    ] * 2

    theirs = player_folder(shared, BOB) / f"duel-{name}.jsonl"
    with open(theirs, "ab") as file:  # bob's program was killed as it wrote
        file.write(b'{"ply": 3, "mo')
    assert len(only_duel(anna).moves) == 3
    again = DuelStore(join_lobby(shared, BOB))
    play_move(again, "c3xb2")
    assert only_duel(anna).move_texts()[-1] == "c3xb2"
    anna.resign(name, 4)
    assert [
        (one.state, one.winner, one.has_resigned) for one in (only_duel(anna), only_duel(bob))
    ] == [("over", 1, True)] * 2
    with pytest.raises(DuelError):
        anna.resign(name, 4)


def test_changes_to_the_opponent_s_journal_are_reported_as_conflicts(
    pair: tuple[DuelStore, DuelStore, str], shared: Path
) -> None:
    anna, bob, name = pair
    for one, text in ((anna, "b1b2"), (bob, "a3xb2"), (anna, "c1xb2")):
        play_move(one, text)
    theirs = player_folder(shared, BOB) / f"duel-{name}.jsonl"
    head = theirs.read_bytes().splitlines(keepends=True)[0]
    other_board = head.replace(b'"rows": 3', b'"rows": 4')
    for what, data, fault in (
        ("another move", head + journal.encode_move(1, "c3xb2", "b1b2"), MOVES_DIFFER),
        ("another of ours", head + journal.encode_move(1, "a3xb2", "a1a2"), MOVES_DIFFER),
        ("fewer", head, ""),
        ("none", b"", OPPONENT_FILE_MISSING),
        ("another board", other_board, "another board"),
        ("escapes", head + journal.encode_move(1, ESCAPES[:9], "b1b2"), MOVES_DIFFER),
    ):
        with case(what):
            theirs.write_bytes(data)
            duel = only_duel(anna)
            assert duel.move_texts() == ["b1b2", "a3xb2", "c1xb2"]
            assert fault in duel.conflict
            assert duel.conflict.isprintable()
    theirs.write_bytes(
        head + journal.encode_move(1, "a3xb2", "b1b2") + journal.encode_move(3, "a1c3", "c1xb2")
    )
    assert only_duel(anna).conflict == ILLEGAL_MOVE
    assert len(only_duel(anna).moves) == 3
    theirs.unlink()
    theirs.parent.joinpath("here.json").unlink()
    assert only_duel(anna).conflict == OPPONENT_FILE_MISSING
    assert only_duel(anna).move_texts() == ["b1b2", "a3xb2", "c1xb2"]


def test_an_invitation_is_answered_once_by_its_recipient(shared: Path) -> None:
    anna, bob, eve = (DuelStore(join_lobby(shared, person)) for person in (ANNA, BOB, EVE))
    name = anna.invite(BOB, 4, 4, 1)
    assert eve.list_duels() == []
    copied = (player_folder(shared, ANNA) / f"duel-{name}.jsonl").read_bytes()
    (player_folder(shared, EVE) / f"duel-{name}.jsonl").write_bytes(copied)  # with anna's id
    eve._lobby.update_presence(lambda here: replace(here, duels=((name, BOB),)))
    assert {one.opponent for one in bob.list_duels()} == {ANNA, EVE}
    [asked] = [one for one in bob.list_duels() if one.opponent == ANNA]
    bob.decline(asked)
    assert only_duel(anna).state == "declined"
    assert bob.list_duels() == [], "neither is it open again, whoever has its id"
    with pytest.raises(DuelError, match="is no longer open"):
        bob.accept(asked)

    second = anna.invite(BOB, 4, 4, 0)
    asked = next(one for one in bob.list_duels() if one.id == second)
    anna.withdraw(next(one for one in anna.list_duels() if one.id == second))
    with pytest.raises(DuelError, match="is no longer open"):
        bob.accept(asked)
    assert second not in [one.id for one in bob.list_duels()]
    for duel in anna.list_duels():
        anna.remove(duel)
    assert anna.list_duels() == bob.list_duels() == []
    with pytest.raises(DuelError, match="White cannot move on"):
        anna.invite(BOB, 2, 1, 0)


def test_finished_duels_make_room_for_new_ones(shared: Path) -> None:
    anna, bob = DuelStore(join_lobby(shared, ANNA)), DuelStore(join_lobby(shared, BOB))
    for _ in range(MAX_DUELS):
        anna.invite(BOB, 3, 3, 0)
    with pytest.raises(DuelError, match="Finish one first"):
        anna.invite(BOB, 3, 3, 0)
    bob.decline(bob.list_duels()[0])
    anna.invite(BOB, 3, 3, 0)
    assert len(anna.list_duels()) == MAX_DUELS


def test_a_journal_that_cannot_be_read_makes_room(shared: Path) -> None:
    anna = DuelStore(join_lobby(shared, ANNA))
    ids = [anna.invite(BOB, 3, 3, 0) for _ in range(MAX_DUELS)]
    path = player_folder(shared, ANNA) / f"duel-{ids[5]}.jsonl"
    path.write_text("{}\n")
    ids[5] = anna.invite(BOB, 3, 3, 0)
    assert not path.exists()
    assert {duel.id for duel in anna.list_duels()} == set(ids)


def test_a_resignation_stands_after_the_loser_has_removed_the_game(
    pair: tuple[DuelStore, DuelStore, str],
) -> None:
    anna, bob, name = pair
    play_move(anna, "b1b2")
    bob.resign(name, 1)
    with pytest.raises(DuelError, match="has not seen the end"):
        bob.remove(only_duel(bob))
    for _ in range(2):  # two sessions
        anna.record_endings([replace(only_duel(anna), is_recorded_by_us=False)])
    bob.remove(only_duel(bob))
    assert bob.list_duels() == []
    duel = only_duel(anna)
    assert (duel.state, duel.winner, duel.has_resigned, duel.conflict) == ("over", 0, True, "")
    anna.remove(duel)
    assert anna.list_duels() == []


WINNING_MOVES = ["b1b2", "a3xb2", "a1xb2", "c3xb2", "c1xb2"]  # black has no move


def play_moves(anna: DuelStore, bob: DuelStore, moves: list[str]) -> None:
    for ply, move in enumerate(moves):
        play_move((anna, bob)[ply % 2], move)


def test_a_game_that_was_lost_is_no_invitation_once_it_is_removed(
    pair: tuple[DuelStore, DuelStore, str],
) -> None:
    anna, bob, _ = pair
    play_moves(anna, bob, WINNING_MOVES)
    bob.remove(only_duel(bob))
    assert bob.list_duels() == []
    assert (only_duel(anna).state, only_duel(anna).conflict) == ("over", "")


def test_a_last_move_stands_after_the_winner_has_removed_the_game(
    pair: tuple[DuelStore, DuelStore, str],
) -> None:
    anna, bob, _ = pair
    play_moves(anna, bob, WINNING_MOVES)
    assert not only_duel(bob).is_recorded_by_us
    with pytest.raises(DuelError, match="has not seen the end"):
        anna.remove(only_duel(anna))
    bob.record_endings(bob.list_duels())
    anna.remove(only_duel(anna))
    duel = only_duel(bob)
    assert (duel.state, duel.winner, duel.has_resigned, duel.conflict) == ("over", 0, False, "")
    assert duel.move_texts() == WINNING_MOVES


def test_a_game_is_removed_if_the_opponent_stays_away(
    pair: tuple[DuelStore, DuelStore, str], shared: Path
) -> None:
    anna, bob, name = pair
    play_move(anna, "b1b2")
    bob.resign(name, 1)
    long_ago = time.time() - 41 * 86_400
    for path in shared.glob(f"*/duel-{name}.jsonl"):
        os.utime(path, (long_ago, long_ago))
    bob.remove(only_duel(bob))
    assert bob.list_duels() == []


def test_an_answer_that_could_not_be_listed_can_be_given_again(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bob = DuelStore(join_lobby(shared, ANNA)), DuelStore(join_lobby(shared, BOB))
    anna.invite(BOB, 3, 3, 0)
    [invitation] = bob.list_duels()

    def fail(*arguments: object) -> None:
        raise OSError(ENOSPC, "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(shared_files, "write", fail)
        with pytest.raises(OSError, match="the disk is full"):
            bob.accept(invitation)
    assert only_duel(bob).state == "invitation_received"
    bob.accept(invitation)
    assert (only_duel(anna).state, only_duel(bob).state) == ("playing", "playing")
    with pytest.raises(DuelError, match="is no longer open"):
        bob.accept(invitation)


# The last winnable move


def test_a_drawn_puzzle_is_over_for_both(shared: Path) -> None:
    anna, bob = DuelStore(join_lobby(shared, ANNA)), DuelStore(join_lobby(shared, BOB))
    name = anna.invite_to_puzzle(BOB, "lucas-01", 0)
    bob.accept(only_duel(bob))
    for _ in range(2):  # two sessions
        anna.declare_draw(name, 0)
    for store in (anna, bob):
        assert (only_duel(store).state, only_duel(store).winner) == ("over", None)
    bob.record_endings(bob.list_duels())
    anna.remove(only_duel(anna))
    assert (only_duel(bob).state, only_duel(bob).conflict) == ("over", "")


def puzzle_journals(puzzle: str, texts: list[str], ending: str = "") -> tuple[Journal, Journal]:
    """Return the journals of bob, who moves second, and anna, who has written all of `texts`."""
    answer, invitation = (
        JournalHeader(person, opening, 0, 0, side, puzzle)
        for side, person, opening in ((1, ANNA, journal.ACCEPTS), (0, BOB, journal.INVITES))
    )
    moves = dict(enumerate(texts))
    return Journal(answer, moves if len(texts) > 1 else {}, ending), Journal(invitation, moves)


def test_a_draw_that_is_claimed_after_the_last_move_does_not_count() -> None:
    solution = ["4,5:E", "4,3:N", "3,5:E", "6,5:W", "4,6:S"]
    bob, anna = puzzle_journals("lucas-01", solution, journal.DRAWS)
    duel = read_duel("0" * 16, anna, bob, 0.0)
    assert (duel.state, duel.winner) == ("over", 0)


def test_a_turn_is_one_step_of_a_player() -> None:
    game = catalogue.find("FreeCell.2-free").game
    [to_cell] = game.parse_moves(game.start, "26 T")
    position = game.play(game.start, to_cell)
    home = next(move for move in game.moves(position) if move[1] == FOUNDATION)
    with_card_home = turn_text(game, game.start, [to_cell, home])
    for puzzle, text, is_legal in (
        ("lucas-01", "4,5:E", True),
        ("lucas-01", "4,5:E; 4,3:N", False),
        ("FreeCell.2-free", "1a", True),
        ("FreeCell.2-free", with_card_home, True),
        ("FreeCell.2-free", "1a 2b", False),
        ("FreeCell.2-free", "1a; 2b", False),
    ):
        with case(puzzle, text):
            duel = read_duel("0" * 16, *puzzle_journals(puzzle, [text]), 0.0)
            assert len(duel.turns) == is_legal
            assert duel.conflict == ("" if is_legal else ILLEGAL_MOVE)


def test_an_unknown_puzzle_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr(journal, "find_by_name", names.append)
    data = JournalHeader(BOB, journal.INVITES, 0, 0, 0, "no-such-puzzle").encode()
    for _ in range(2):
        with pytest.raises(ValueError, match="the name of a puzzle"):
            journal.parse_journal(data)
    assert names == ["no-such-puzzle"]


# Our own files


def test_own_files_are_readable_by_others_and_complete(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "umask", os.umask)
    before = os.umask(0o077)
    try:
        DuelStore(join_lobby(shared, ANNA)).invite(BOB, 3, 3, 0)
    finally:
        os.umask(before)
    own = player_folder(shared, ANNA)
    assert own.stat().st_mode & 0o777 == 0o755
    modes = {path.name.partition("-")[0]: path.stat().st_mode & 0o777 for path in own.iterdir()}
    assert modes == {"here.json": 0o644, "duel": 0o644, "lock": 0o600}

    left = own / f"{shared_files.TEMPORARY_PREFIX}0123"  # by a session that was killed
    left.write_text("half")
    old = time.time() - 2 * shared_files.STALE_SECONDS
    os.utime(left, (old, old))
    join_lobby(shared, ANNA)
    assert not left.exists()


def test_a_failed_write_changes_nothing(shared: Path) -> None:
    anna = join_lobby(shared, ANNA)
    own = player_folder(shared, ANNA)
    for name in ("here.json", "lock"):
        with case(name):
            (own / name).unlink()
            (own / name).mkdir()
            with pytest.raises(OSError, match=r"."):
                anna.update_presence(lambda here: replace(here, is_watchable=not here.is_watchable))
            (own / name).rmdir()
            anna.update_presence(lambda here: here)
    for path in own.iterdir():
        path.unlink()
    own.rmdir()  # the host has cleared the folder
    with pytest.raises(FileNotFoundError):
        anna.update_presence(lambda here: here)
    anna.update_presence(lambda here: here)
    assert (own / "here.json").is_file()


def test_a_presence_file_that_cannot_be_read_is_kept(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = join_lobby(shared, ANNA)
    DuelStore(anna).invite(BOB, 3, 3, 0)
    path = player_folder(shared, ANNA) / "here.json"
    before = path.read_bytes()

    def fail(*arguments: object) -> bytes:
        raise OSError(EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(shared_files, "read", fail)
        with pytest.raises(OSError, match="Input/output error"):
            anna.update_presence(lambda here: replace(here, is_watchable=True))
    assert path.read_bytes() == before
