"""Shared folders with anna in them: with bob, who has left a game with her, or with a crowd."""

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

from ludoscope.puzzles import daily
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.registry import default_solver
from ludoscope.tui.lobby.duels import Duels
from ludoscope.tui.lobby.host import Host, make_company
from ludoscope.tui.lobby.lobby import Company
from ludoscope.tui.lobby.published_games import game_text, result_text
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.session import Session


def gather(folder: Path) -> Company:
    """Make the folder; as anna sees it."""
    make_company(folder, Host())
    anna, bob = (Company(folder, Person(os.geteuid(), who)) for who in ("anna", "bob"))
    anna.change_here(lambda here: replace(here, watched=True))
    session = Session(find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    bob.show_game(game_text(session))
    Duels(bob).invite(anna.us, 4, 4, 1)
    [asked] = Duels(anna).all()
    Duels(anna).accept(asked)
    bob.change_here(lambda here: replace(here, watched=True, gone=True))
    return anna


def crowd(folder: Path, day: date) -> Company:
    """Make a folder with four people, games of two and a leaderboard; as anna sees it."""
    make_company(folder, Host())
    people = [Company(folder, Person(os.geteuid(), who)) for who in ("anna", "bob", "carl", "dora")]
    anna, bob, carl, dora = people
    for one in (bob, carl):
        one.change_here(lambda here: replace(here, watched=True))
    Duels(anna).invite(dora.us, 3, 3, 1)
    [asked] = Duels(dora).all()
    Duels(dora).decline(asked)
    name = Duels(bob).invite(anna.us, 4, 4, 0)
    Duels(anna).accept(next(one for one in Duels(anna).all() if one.id == name))
    moves = ("b1b2", "b4b3", "a1a2")  # anna, who is black, is to move
    for ply, move in enumerate(moves):
        Duels((bob, anna)[ply % 2]).move(name, ply, move, moves[ply - 1] if ply else "")
    Duels(carl).invite(anna.us, 5, 5, 1)
    solve(daily.name_for("rush", day), (anna, 61.0, 0), (bob, 45.0, 1), (dora, 83.0, 0))
    solve(daily.name_for("peg", day), (bob, 312.0, 0))
    session = Session(find("lucas-07"))
    for _ in range(3):
        session.play(session.game.moves(session.position)[0])
    bob.show_game(game_text(session))
    carl.change_here(lambda here: replace(here, gone=True))
    return anna


def solve(name: str, *solvers: tuple[Company, float, int]) -> None:
    """Put a solution of a puzzle of the day on the board, each with their seconds and hints."""
    puzzle = find(name)
    solver = default_solver(puzzle.game)
    *_, verdict = solver.run(puzzle.game, puzzle.game.start, Limits())
    session = Session(puzzle)
    session.follow(verdict.moves)
    for who, seconds, session.hints in solvers:
        who.put_result(name, result_text(session, seconds))
