"""A good move of hexapawn without a proof."""

import pytest

from ludoscope.games.hexapawn.rules import HexapawnGame, parse_game
from ludoscope.search.hexapawn.heuristics import evaluation, look_ahead
from ludoscope.search.seeded_random import SeededRandom


def test_a_pawn_more_and_a_passed_one_are_worth_something() -> None:
    game = HexapawnGame(8, 8)
    score = evaluation(game)
    assert score(game.start) == 0
    fewer = parse_game("ppppppp./" + "......../" * 6 + "PPPPPPPP W")
    assert evaluation(fewer)(fewer.start) > 0
    free, stopped = parse_game("p...../....../P....P W"), parse_game("p.p.../....../P..P.. W")
    assert evaluation(free)(free.start) > evaluation(stopped)(stopped.start)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("......../P......./......../....p.../.......P W", "a4a5"),  # arrives at once
        ("p......./......../......../...p..../....P..P W", "e1d2"),  # takes what would arrive
        ("......./p...P../......./...P... B", "a3a2"),  # is first, if only it goes on
    ],
)
def test_what_is_near_is_seen(line: str, move: str) -> None:
    game = parse_game(line)
    assert game.move_text(game.start, look_ahead(game, game.start)).replace("x", "") == move


@pytest.mark.long
def test_it_beats_chance() -> None:
    game = HexapawnGame(6, 6)
    for seed in range(4):
        chance, position, ply = SeededRandom(seed, 0), game.start, 0
        while moves := game.moves(position):
            ours = ply % 2 == seed % 2
            position = game.play(
                position, look_ahead(game, position) if ours else chance.choice(moves)
            )
            ply += 1
        assert (ply - 1) % 2 == seed % 2


def test_a_game_that_is_over_has_no_move() -> None:
    game = parse_game("P./.p W")
    with pytest.raises(ValueError, match="over"):
        look_ahead(game, game.start)
