"""Shared folders with anna in them: with bob, who has left a game with her, or with a crowd."""

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

from ludoscope.puzzles import daily
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.registry import default_solver
from ludoscope.tui.lobby.duel_store import DuelStore
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.lobby import Company
from ludoscope.tui.lobby.published_games import encode_game, encode_result
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.session import Session


def gather(folder: Path) -> Company:
    """Make the folder; as anna sees it."""
    make_lobby(folder, HostSettings())
    anna, bob = (Company(folder, Person(os.geteuid(), who)) for who in ("anna", "bob"))
    anna.update_presence(lambda here: replace(here, is_watchable=True))
    session = Session(find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    bob.publish_game(encode_game(session))
    DuelStore(bob).invite(anna.own_profile, 4, 4, 1)
    [asked] = DuelStore(anna).list_duels()
    DuelStore(anna).accept(asked)
    bob.update_presence(lambda here: replace(here, is_watchable=True, has_left=True))
    return anna


def crowd(folder: Path, day: date) -> Company:
    """Make a folder with four people, games of two and a leaderboard; as anna sees it."""
    make_lobby(folder, HostSettings())
    people = [Company(folder, Person(os.geteuid(), who)) for who in ("anna", "bob", "carl", "dora")]
    anna, bob, carl, dora = people
    for one in (bob, carl):
        one.update_presence(lambda here: replace(here, is_watchable=True))
    DuelStore(anna).invite(dora.own_profile, 3, 3, 1)
    [asked] = DuelStore(dora).list_duels()
    DuelStore(dora).decline(asked)
    name = DuelStore(bob).invite(anna.own_profile, 4, 4, 0)
    DuelStore(anna).accept(next(one for one in DuelStore(anna).list_duels() if one.id == name))
    moves = ("b1b2", "b4b3", "a1a2")  # anna, who is black, is to move
    for ply, move in enumerate(moves):
        DuelStore((bob, anna)[ply % 2]).move(name, ply, move, moves[ply - 1] if ply else "")
    DuelStore(carl).invite(anna.own_profile, 5, 5, 1)
    solve(daily.name_for("rush", day), (anna, 61.0, 0), (bob, 45.0, 1), (dora, 83.0, 0))
    solve(daily.name_for("peg", day), (bob, 312.0, 0))
    session = Session(find("lucas-07"))
    for _ in range(3):
        session.play(session.game.moves(session.position)[0])
    bob.publish_game(encode_game(session))
    carl.update_presence(lambda here: replace(here, has_left=True))
    return anna


def solve(name: str, *solvers: tuple[Company, float, int]) -> None:
    """Put a solution of a puzzle of the day on the board, each with their seconds and hints."""
    puzzle = find(name)
    solver = default_solver(puzzle.game)
    *_, verdict = solver.run(puzzle.game, puzzle.game.start, Limits())
    session = Session(puzzle)
    session.follow(verdict.moves)
    for who, seconds, session.hints in solvers:
        who.publish_result(name, encode_result(session, seconds))
