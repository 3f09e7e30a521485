"""Patience against published answers: permutations, check cases, outcomes of two hundred deals.

All outcomes are decided by readable solvers, about half a minute on one core. By default every
tenth deal is solved, of Seahaven every 50th; LUDOSCOPE_FULL=1 solves them all.
"""

import os
from functools import partial
from pathlib import Path

import pytest
from many import first_of

from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import SAME_SUIT
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.generic.informed import best_first
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience.heuristics import dead, score, step
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.commands.cli import main

USUAL_STEP = {"fc": 10, "st": 50, "mo": 1, "bd": 10}
STEPS = dict.fromkeys(USUAL_STEP, 1) if os.environ.get("LUDOSCOPE_FULL") else USUAL_STEP
SECONDS = 600  # a tenth of it is enough on a machine that is free


@pytest.fixture(scope="module")
def checks(records) -> list[tuple[str, int, list[str]]]:
    """Return deals, each with the first illegal line (0 for none) and the solution's lines."""
    found = []
    for record in records("checks"):
        head, _, moves = record.partition(":")
        name, failed = head.split()
        found.append((name, int(failed), [move.replace(">", " ") for move in moves.split()]))
    return found


def game_of(name: str) -> PatienceGame:
    puzzle = collection("patience").find(name)
    assert puzzle
    assert isinstance(puzzle.game, PatienceGame)
    return puzzle.game


def last_line(game: PatienceGame, text: str) -> str:
    found = replay_texts(game, game.start, collection("patience").read_solution(game, text))
    return "SUCCES" if found.is_valid else f"ECHEC {found.failed_move}"


def test_permutations(records) -> None:
    for record in records("permutations"):
        seed, _, permutation = record.partition(":")
        assert list(deal_xpat2(int(seed))) == list(map(int, permutation.split()))


def test_solutions_are_right_or_fail_where_they_should(checks, capsys, tmp_path: Path) -> None:
    """Check with the library, and with the course's command, which prints its verdict last."""
    path = tmp_path / "solution"
    for name, failed, lines in checks:
        text = "\n".join(lines)
        expected = f"ECHEC {failed}" if failed else "SUCCES"
        assert last_line(game_of(name), text) == expected
        path.write_text(text)
        assert main([name, "-check", str(path)]) == bool(failed)
        assert capsys.readouterr().out.splitlines()[-1] == expected


def test_right_solutions_fail_once_they_are_cut_short(checks) -> None:
    right = [(name, lines) for name, failed, lines in checks if not failed]
    assert len(right) == 4
    for name, lines in right:
        assert last_line(game_of(name), "\n".join(lines[:-1])) == f"ECHEC {len(lines)}"
        assert last_line(game_of(name), "\n".join(["0 T", *lines])) == "ECHEC 1"


def outcome(game: PatienceGame) -> Verdict:
    if game.variant.build_rule == SAME_SUIT:
        solve = depth_first
    else:
        solve = partial(best_first, score=score(game), step=step(game))
    *_, verdict = solve(game, game.start, Limits(seconds=SECONDS), dead=dead(game))
    return verdict


@first_of("alias", sorted(STEPS, key="st".__eq__), 3)
def test_outcomes(records, alias: str) -> None:
    listed = 0
    for record in records("outcomes"):
        head, _, numbers = record.partition(":")
        variant, expected = head.split()
        if variant != alias:
            continue
        listed += len(numbers.split())
        for number in numbers.split()[:: STEPS[alias]]:
            game = game_of(f"{alias}.{number}")
            verdict = outcome(game)
            if expected == "won":
                assert isinstance(verdict, Solved), number
                assert replay(game, game.start, verdict.moves).is_valid, number
            else:
                assert isinstance(verdict, Unsolvable), number
    assert listed == 50
