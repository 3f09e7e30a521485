"""A duel on the screen while the opponent's file is changed by hand.

bob, whose file it is, has played an answer to anna's second move. His file is replaced with forged
ones: anna's screen says in one sentence what is wrong, shows no move that nobody has played, and
her own file stays as it is.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lobbies import make_lobby_with_duel
from many import case, many

from ludoscope.tui.lobby import journal
from ludoscope.tui.lobby.duel import (
    BOARDS_DIFFER,
    CALLED_OFF,
    ILLEGAL_MOVE,
    MOVE_FOR_US,
    MOVES_DIFFER,
    OPPONENT_FILE_MISSING,
    conflict_text,
)
from ludoscope.tui.lobby.duel_store import DuelStore
from ludoscope.tui.lobby.journal import JournalHeader
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.screens.duel.screen import DuelScreen

MOVES = ["b1b2", "b4b3", "a1a2", "c4c3"]  # anna is white
RECORDED = MOVES[:3]  # in anna's file
ESCAPES = "\x1b[2J\x9b31m\u202e"
OTHER_UID = 12345
USUAL_FORGERIES = (
    *("an illegal move", "a move of anna's", "anna's last move changed", "escapes"),
    *("another board", "withdrawn", "garbage", "300 kB", "a link"),
)
# writes each line of its standard input, a file's contents in JSON, over a file
FORGER = """
import json, sys
path = sys.argv[1]
for line in sys.stdin:
    with open(path, "wb") as file:
        for part in json.loads(line):
            file.write(part.encode())
            file.flush()
"""


@pytest.fixture
def anna(tmp_path: Path) -> Lobby:
    """Create a lobby where it is anna's turn in a duel with bob, and return her view of it."""
    lobby = make_lobby_with_duel(tmp_path / "shared")
    bob = Lobby(tmp_path / "shared", UserProfile(os.geteuid(), "bob"))
    stores = DuelStore(lobby), DuelStore(bob)
    [duel] = stores[0].list_duels()
    for ply, move in enumerate(MOVES):
        stores[ply % 2].add_move(duel.id, ply, move, MOVES[ply - 1] if ply else "")
    return lobby


def find_file(tmp_path: Path, profile: str) -> Path:
    [path] = (tmp_path / "shared").glob(f"*.{profile}/duel-*.jsonl")
    return path


async def open_duel(pilot) -> None:
    service = pilot.app.lobby
    await pilot.wait_until(lambda: bool(service.snapshot.duels))
    await pilot.press("o", "tab", "tab", "enter")
    await pilot.wait_until(lambda: isinstance(pilot.screen, DuelScreen))
    assert "Your move" in pilot.screen_text()
    assert shown_moves(pilot) == MOVES


def shown_moves(pilot) -> list[str]:
    session = pilot.screen.model.session
    return session.move_texts[: session.ply]


async def poll_until(pilot, condition: Callable[[], bool]) -> None:
    def poll() -> bool:
        pilot.app.lobby.poll_soon()
        return condition()

    await pilot.wait_until(poll)


def forged_texts(good: bytes) -> dict[str, tuple[bytes, str, list[str]]]:
    """Return, by name, contents of bob's file, the sentence about them and the moves shown."""
    lines = good.splitlines(keepends=True)
    header, first = lines[:2]
    fields = json.loads(header)

    def with_header(**change: object) -> bytes:
        return (json.dumps({**fields, **change}) + "\n").encode() + b"".join(lines[1:])

    def with_last(ply: int, move: str, answered_move: str) -> bytes:
        return header + first + journal.encode_move(ply, move, answered_move)

    missing = OPPONENT_FILE_MISSING
    return {
        "an illegal move": (with_last(3, "d4a1", "a1a2"), ILLEGAL_MOVE, RECORDED),
        "no move": (with_last(3, "", "a1a2"), missing, RECORDED),
        "two moves": (with_last(3, "c4c3 d4d3", "a1a2"), ILLEGAL_MOVE, RECORDED),
        "escapes": (with_last(3, ESCAPES, "a1a2"), ILLEGAL_MOVE, RECORDED),
        "a move of anna's": (good + journal.encode_move(5, "d4d3", "d1d2"), MOVE_FOR_US, MOVES),
        "an illegal one of anna's": (good + journal.encode_move(5, "x", "y"), MOVE_FOR_US, MOVES),
        "anna's last move changed": (with_last(3, "c4c3", "d1d2"), MOVES_DIFFER, RECORDED),
        "bob's first move changed": (
            header + journal.encode_move(1, "d4d3", "b1b2") + lines[2],
            MOVES_DIFFER,
            RECORDED,
        ),
        "a ply of anna's": (with_last(2, "c4c3", "a1a2"), missing, RECORDED),
        "a ply left out": (with_last(5, "c4c3", "a1a2"), missing, RECORDED),
        "a ply twice": (good + lines[2], missing, RECORDED),
        "a ply that is no number": (
            good.replace(b'"ply": 3', b'"ply": true'),
            missing,
            RECORDED,
        ),
        "a huge ply": (good.replace(b'"ply": 3', b'"ply": 1' + b"0" * 5000), missing, RECORDED),
        "a long move": (with_last(3, "c4c3" * 999, "a1a2"), missing, RECORDED),
        "another board": (with_header(rows=5), BOARDS_DIFFER, RECORDED),
        "the other side": (with_header(side=0), missing, RECORDED),
        "another opponent": (with_header(**{"with": "1.eve"}), missing, RECORDED),
        "a name with escapes": (with_header(**{"with": ESCAPES}), missing, RECORDED),
        "both accept": (with_header(does="accepts"), BOARDS_DIFFER, RECORDED),
        "declined": (with_header(does="declines"), CALLED_OFF, RECORDED),
        "withdrawn": (good + journal.encode_ending("withdraws", 4), CALLED_OFF, RECORDED),
        "an unknown ending": (good + journal.encode_ending("agrees", 4), missing, RECORDED),
        "a draw of hexapawn": (good + journal.encode_ending("draws", 4), missing, RECORDED),
        "a loss without a move": (good + journal.encode_ending("loses", 5), missing, RECORDED),
        "a loss too late": (good + journal.encode_ending("loses", 7, "d1d2"), missing, RECORDED),
        "nothing": (b"", missing, RECORDED),
        "garbage": (os.urandom(2000) + b"\n", missing, RECORDED),
        "deep": (header + b"[" * 50_000 + b"\n", missing, RECORDED),
        "300 kB": (good + b" " * 300_000 + b"\n", missing, RECORDED),
        "moves after the end": (
            good + journal.encode_ending("resigns", 4) + lines[2],
            missing,
            RECORDED,
        ),
    }


@pytest.mark.parametrize("name", ["orush-01", "hexapawn-4x4", "Lucas 1", "lucas-99", "../lucas-01"])
def test_an_invitation_needs_a_puzzle_on_which_moves_can_lose(name: str) -> None:
    opponent = UserProfile(OTHER_UID, "anna")
    header = JournalHeader(opponent, journal.INVITES, 0, 0, 0, "lucas-01")
    assert journal.parse_journal(header.encode()).header == header
    forged = header.encode().replace(b"lucas-01", name.encode())
    with pytest.raises(ValueError, match="puzzle"):
        journal.parse_journal(forged)


def change_owner(path: Path, good: bytes) -> None:
    path.write_bytes(good)
    os.chown(path, OTHER_UID, OTHER_UID)


def forged_files(elsewhere: Path) -> dict[str, Callable[[Path, bytes], object]]:
    """Return, by name, functions that put something in the place of bob's file."""
    forged: dict[str, Callable[[Path, bytes], object]] = {
        "a link": lambda path, good: path.symlink_to(elsewhere),
        "a pipe": lambda path, good: os.mkfifo(path),
        "a folder": lambda path, good: path.mkdir(),
        "no file": lambda path, good: None,
    }
    if os.geteuid() == 0:
        forged["of another account"] = change_owner
    return forged


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def replace_file(path: Path, data: bytes) -> None:
    temporary = path.with_name("temporary")
    temporary.write_bytes(data)
    temporary.rename(path)


@pytest.mark.parametrize("is_usual", [True, pytest.param(False, marks=pytest.mark.long)])
async def test_forged_moves_are_reported_and_not_played(
    open_app, tmp_path: Path, anna: Lobby, is_usual: bool
) -> None:
    own, theirs = (find_file(tmp_path, name) for name in ("anna", "bob"))
    own_data, good = own.read_bytes(), theirs.read_bytes()
    async with open_app(folder=tmp_path / "anna", lobby=anna) as pilot:
        await open_duel(pilot)

        async def check(sentence: str, moves: list[str]) -> None:
            message = conflict_text(sentence, "bob")
            await poll_until(pilot, lambda: message in pilot.screen_text())
            assert shown_moves(pilot) == moves
            assert ESCAPES[0] not in pilot.screen_text()
            await pilot.press(":", "enter", "up", "enter")
            assert shown_moves(pilot) == moves, "the game goes on"
            assert own.read_bytes() == own_data

        async def restore() -> None:
            replace_file(theirs, good)
            await poll_until(pilot, lambda: "Your move" in pilot.screen_text())
            assert shown_moves(pilot) == MOVES

        for name, (data, sentence, moves) in forged_texts(good).items():
            if is_usual != (name in USUAL_FORGERIES):
                continue
            with case(name):
                replace_file(theirs, data)
                await check(sentence, moves)
                await restore()
        (tmp_path / "elsewhere").write_bytes(good)
        for name, plant in forged_files(tmp_path / "elsewhere").items():
            if is_usual != (name in USUAL_FORGERIES):
                continue
            with case(name):
                remove(theirs)
                plant(theirs, good)
                await check(OPPONENT_FILE_MISSING, RECORDED)
                remove(theirs)
                await restore()
        assert own.read_bytes() == own_data


@pytest.mark.long
async def test_a_move_that_is_taken_back_is_reported(open_app, tmp_path: Path, anna: Lobby) -> None:
    theirs = find_file(tmp_path, "bob")
    lines = theirs.read_bytes().splitlines(keepends=True)
    async with open_app(folder=tmp_path / "anna", lobby=anna) as pilot:
        for kept in (2, 1):
            with case(kept):
                replace_file(theirs, b"".join(lines))
                if kept == 2:
                    await open_duel(pilot)
                await poll_until(pilot, lambda: shown_moves(pilot) == MOVES)
                replace_file(theirs, b"".join(lines[:kept]))
                await poll_until(pilot, lambda: "bob is to move" in pilot.screen_text())
                assert "bob has taken back a move" in pilot.notifications()
                assert shown_moves(pilot) == RECORDED


@pytest.mark.long
async def test_files_that_change_while_they_are_read(open_app, tmp_path: Path, anna: Lobby) -> None:
    """Check what is shown at each poll while another process writes bob's file in parts."""
    own, theirs = (find_file(tmp_path, name) for name in ("anna", "bob"))
    own_data, good = own.read_bytes(), theirs.read_bytes()
    texts = [good, *(data for data, _, _ in forged_texts(good).values())]
    rows = [
        json.dumps([text[:20].decode("latin-1"), text[20:].decode("latin-1")]) + "\n"
        for _ in range(many(100))
        for text in (data[:3000] for data in texts)
    ]
    async with open_app(folder=tmp_path / "anna", lobby=anna) as pilot:
        await open_duel(pilot)
        command = [sys.executable, "-S", "-c", FORGER, theirs]
        forger = subprocess.Popen(command, stdin=subprocess.PIPE)
        assert forger.stdin
        with forger.stdin:
            forger.stdin.write("".join(rows).encode())

        def has_ended() -> bool:
            assert shown_moves(pilot) in (RECORDED, MOVES)
            return forger.poll() is not None

        await poll_until(pilot, has_ended)
        replace_file(theirs, good)
        await poll_until(pilot, lambda: "Your move" in pilot.screen_text())
        assert shown_moves(pilot) == MOVES
        assert own.read_bytes() == own_data
