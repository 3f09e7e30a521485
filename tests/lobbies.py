"""Lobbies with four or two players, for tests and pictures of screens; the user is anna."""

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
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.published_games import encode_game, encode_result
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.session import Session


def make_lobby_with_duel(folder: Path) -> Lobby:
    """Create a lobby where bob, who has left, plays a duel with anna; return anna's view of it."""
    make_lobby(folder, HostSettings())
    anna, bob = (Lobby(folder, UserProfile(os.geteuid(), name)) for name in ("anna", "bob"))
    anna.update_presence(lambda presence: replace(presence, is_watchable=True))
    session = Session(find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    bob.publish_game(encode_game(session))
    DuelStore(bob).invite(anna.own_profile, 4, 4, 1)
    [invitation] = DuelStore(anna).list_duels()
    DuelStore(anna).accept(invitation)
    bob.update_presence(lambda presence: replace(presence, is_watchable=True, has_left=True))
    return anna


def make_full_lobby(folder: Path, day: date) -> Lobby:
    """Create a lobby with four players, duels and a leaderboard; return anna's view of it."""
    make_lobby(folder, HostSettings())
    names = ("anna", "bob", "carl", "dora")
    lobbies = [Lobby(folder, UserProfile(os.geteuid(), name)) for name in names]
    anna, bob, carl, dora = lobbies
    for lobby in (bob, carl):
        lobby.update_presence(lambda presence: replace(presence, is_watchable=True))
    DuelStore(anna).invite(dora.own_profile, 3, 3, 1)
    [invitation] = DuelStore(dora).list_duels()
    DuelStore(dora).decline(invitation)
    duel_id = DuelStore(bob).invite(anna.own_profile, 4, 4, 0)
    invitation = next(duel for duel in DuelStore(anna).list_duels() if duel.id == duel_id)
    DuelStore(anna).accept(invitation)
    moves = ("b1b2", "b4b3", "a1a2")  # anna, who is black, is to move
    for ply, move in enumerate(moves):
        player = (bob, anna)[ply % 2]
        DuelStore(player).add_move(duel_id, ply, move, moves[ply - 1] if ply else "")
    DuelStore(carl).invite(anna.own_profile, 5, 5, 1)
    publish_solutions(daily.name_for("rush", day), (anna, 61.0, 0), (bob, 45.0, 1), (dora, 83.0, 0))
    publish_solutions(daily.name_for("peg", day), (bob, 312.0, 0))
    session = Session(find("lucas-07"))
    for _ in range(3):
        session.play(session.game.moves(session.position)[0])
    bob.publish_game(encode_game(session))
    carl.update_presence(lambda presence: replace(presence, has_left=True))
    return anna


def publish_solutions(puzzle_name: str, *players: tuple[Lobby, float, int]) -> None:
    """Publish a solver's solution of a daily puzzle for players with their seconds and hints."""
    puzzle = find(puzzle_name)
    solver = default_solver(puzzle.game)
    *_, verdict = solver.run(puzzle.game, puzzle.game.start, Limits())
    session = Session(puzzle)
    session.replay_from_start(verdict.moves)
    for lobby, seconds, hints in players:
        session.hint_count = hints
        lobby.publish_result(puzzle_name, encode_result(session, seconds))
