"""Patience against published answers: permutations, check cases, outcomes of two hundred deals.

All outcomes are decided by readable solvers, about half a minute on one core. By default every
fifth deal is solved; LUDOSCOPE_FULL=1 solves them all.
"""

import json
import os
from functools import partial
from pathlib import Path

import pytest

from ludoscope.games.patience import PatienceGame, deal_xpat2
from ludoscope.games.patience.variants import SAME_SUIT
from ludoscope.puzzles import patience
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.generic.informed import best_first
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience.heuristics import dead, score, step
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.cli import main

STEP = 1 if os.environ.get("LUDOSCOPE_FULL") else 5
SECONDS = 60


def rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text().splitlines()[1:]]


def game_of(name: str) -> PatienceGame:
    puzzle = patience.find(name)
    assert puzzle
    assert isinstance(puzzle.game, PatienceGame)
    return puzzle.game


def last_line(game: PatienceGame, text: str) -> str:
    found = replay_texts(game, game.start, patience.read_solution(game, text))
    return "SUCCES" if found.right else f"ECHEC {found.failed}"


def test_permutations(data: Path) -> None:
    published = json.loads((data / "patience" / "permutations.json").read_text())
    assert published
    for seed, permutation in published.items():
        assert list(deal_xpat2(int(seed))) == permutation


def test_check_cases(data: Path) -> None:
    cases = rows(data / "patience" / "check" / "expected.tsv")
    assert len(cases) == 11
    for name, file, expected, _ in cases:
        text = (data / "patience" / "check" / file).read_text()
        assert (file, last_line(game_of(name), text)) == (file, expected)


def test_check_cases_as_the_course_asks_for_them(capsys, data: Path) -> None:
    folder = data / "patience" / "check"
    for name, file, expected, code in rows(folder / "expected.tsv"):
        assert main([name, "-check", str(folder / file)]) == int(code)
        assert capsys.readouterr().out.splitlines()[-1] == expected


def test_right_solutions_fail_once_they_are_cut_short(data: Path) -> None:
    for name, file, expected, _ in rows(data / "patience" / "check" / "expected.tsv"):
        if expected == "SUCCES":
            lines = (data / "patience" / "check" / file).read_text().splitlines()
            cut = "\n".join(lines[:-1])
            assert last_line(game_of(name), cut) == f"ECHEC {len(lines)}"
            assert last_line(game_of(name), "\n".join(["0 T", *lines])) == "ECHEC 1"


def outcome(game: PatienceGame) -> Verdict:
    if game.variant.builds == SAME_SUIT:
        solve = depth_first
    else:
        solve = partial(best_first, score=score(game), step=step(game))
    *_, verdict = solve(game, game.start, Limits(seconds=SECONDS), dead=dead(game))
    return verdict


@pytest.mark.parametrize("alias", ["fc", "st", "mo", "bd"])
def test_outcomes(data: Path, alias: str) -> None:
    listed = [row for row in rows(data / "patience" / "outcomes.tsv") if row[0].startswith(alias)]
    assert len(listed) == 50
    for name, expected in listed[:: STEP if alias != "mo" else 1]:
        game = game_of(name)
        verdict = outcome(game)
        if expected == "SUCCES":
            assert isinstance(verdict, Solved), name
            assert replay(game, game.start, verdict.moves).right, name
        else:
            assert isinstance(verdict, Unsolvable), name
