"""The command `lobby`: a folder for the players of one machine, and its leaderboard as text."""

import argparse
import json
import os
from datetime import date
from pathlib import Path

import pytest
from many import case

import ludoscope as library
from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.commands.lobby import CLOSED_TO_GUESTS, lobby_from_options
from ludoscope.tui.lobby import FOLDER_VARIABLE
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.published_games import encode_result
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.session import Session

MONDAY = date(2026, 11, 16)
DAILY = f"orush-daily-{MONDAY}"


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ludoscope) -> Path:
    """Create a lobby folder with the command and return its path; the environment names it."""
    monkeypatch.setattr(daily, "today", lambda: MONDAY)
    path = tmp_path / "shared"
    monkeypatch.setenv(FOLDER_VARIABLE, str(path))
    made = ludoscope("lobby", "--make")
    assert made.code == 0
    assert "all accounts of this machine, no guests" in made.out
    return path


def test_the_leaderboard_is_printed(shared: Path, ludoscope) -> None:
    assert ludoscope("lobby").out.count("nobody has solved it yet") == 4
    puzzle = library.puzzle(DAILY)
    moves = library.solve(puzzle).moves
    length = FAMILIES["rush"].count_moves(moves)
    for who, hints in (("anna", 1), ("bob", 0)):
        session = Session(puzzle)
        for move in moves:
            session.play(move)
        session.hint_count = hints
        Lobby(shared, UserProfile(os.geteuid(), who)).publish_result(
            DAILY, encode_result(session, 61.0)
        )
    told = ludoscope("lobby", str(shared)).out.splitlines()
    at = told.index(f"{DAILY}  ORush")
    assert told[at + 1].split() == ["1", "bob", str(length), "moves", "01:01", "0", "hints"]
    assert told[at + 2].split() == ["2", "anna", str(length), "moves", "01:01", "1", "hints"]
    rows = json.loads(ludoscope("lobby", "--json").out)
    assert [(row["place"], row["name"], row["puzzle"], row["moves"]) for row in rows] == [
        (1, "bob", DAILY, length),
        (2, "anna", DAILY, length),
    ]
    assert json.loads(ludoscope("lobby", "--json", "--day", "2026-11-15").out) == []


def test_errors_are_one_sentence(
    shared: Path, tmp_path: Path, ludoscope, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letter").write_text("dear diary")
    for words, code, why in (
        ((str(tmp_path / "none"),), 66, "create one with: ludoscope lobby"),
        ((str(tmp_path), "--make"), 66, "holds something else"),
        ((str(tmp_path / "letter"), "--make"), 66, "holds something else"),
        ((str(tmp_path / "no" / "such"), "--make"), 66, "No such file"),
        (("--guests",), 64, "--guests goes with --make"),
        (("--day", "tomorrow"), 64, "expected a day such as 2026-11-20"),
    ):
        with case(words):
            done = ludoscope("lobby", *words)
            assert done.code == code
            assert why in done.err
            assert len(done.err.splitlines()) == 1
    monkeypatch.delenv(FOLDER_VARIABLE)
    assert ludoscope("lobby").code == 64


def test_guests_with_a_profile_take_part_if_the_host_allows_it(shared: Path, ludoscope) -> None:
    def met(guest: bool, profile: str | None, folder: Path | None = shared) -> str:
        told = argparse.Namespace(lobby=folder and str(folder), guest=guest, profile=profile)
        lobby, wrong = lobby_from_options(told)
        return lobby.own_profile.profile or "nobody in particular" if lobby else wrong or "none"

    for guests in (False, True):
        with case(guests):
            ludoscope("lobby", "--make", *["--guests"] * guests)
            assert met(False, None) == "nobody in particular"
            assert met(False, "anna") == "anna"
            assert met(True, "anna") == ("anna" if guests else "none")
            assert met(True, None) == "none"
    (shared / "company.json").write_text("{}")
    assert "company.json: the fields" in met(False, None)
    assert met(True, "anna") == CLOSED_TO_GUESTS
