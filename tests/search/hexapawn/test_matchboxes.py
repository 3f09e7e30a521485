"""The machine of matchboxes: what it plays, what it learns, what is kept of it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import NotationError
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.search.hexapawn.matchboxes import (
    GAMES_PER_POINT,
    Learner,
    learner_from_json,
    play_training_game,
    train,
)
from ludoscope.search.seeded_random import SeededRandom


def trained(rows=3, columns=3, player=1, seed=1, games=300):
    learner = Learner(rows, columns, player, seed)
    return learner, list(train(learner, games))


SEEDS = [11, *(pytest.param(seed, marks=pytest.mark.long) for seed in (12, 13))]


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
def test_black_learns_the_small_board(seed):
    learner, won = trained(seed=seed, games=600)
    assert sum(won[:50]) < 0.95 * 50
    assert sum(won[-200:]) > 0.95 * 200
    again = learner_from_json(learner.to_json())
    assert sum(train(again, 200)) > 0.95 * 200


def test_the_curve_counts_what_it_won():
    learner, won = trained(games=2 * GAMES_PER_POINT + 7)
    assert learner.games == len(won)
    assert learner.wins_per_point == [
        sum(won[at : at + GAMES_PER_POINT]) for at in range(0, len(won), GAMES_PER_POINT)
    ]


@pytest.mark.long
def test_the_same_seed_learns_the_same():
    (one, won), (again, _), (_, other) = (trained(seed=seed, games=100) for seed in (5, 5, 6))
    assert one.to_json() == again.to_json()
    assert won != other


@pytest.mark.long
def test_what_is_kept_goes_on_as_if_nothing_had_been():
    learner, _ = trained(4, 4, 0, games=60)
    again = learner_from_json(learner.to_json())
    assert again.to_json() == learner.to_json()
    assert list(train(again, 60)) == list(train(learner, 60))
    assert again.to_json() == learner.to_json()


def test_mirror_images_share_a_box():
    learner = Learner(3, 3, 1, 1)
    left, right = (learner.game.parse(text) for text in ("ppp/P../.PP B", "ppp/..P/PP. B"))
    assert set(learner.beads(left)) == set(learner.game.moves(left))
    assert len(learner.beads(right)) == 3
    assert len(learner.boxes) == 1
    (move,) = learner.game.parse_moves(right, "b3b2")
    learner.learn([(right, move)], won=False)
    assert learner.beads(left)[learner.game.parse_moves(left, "b3b2")[0]] == 0
    assert learner.beads(right)[move] == 0


def test_moves_that_mirror_each_other_share_a_bead():
    learner = Learner(3, 3, 0, 1)
    start = learner.game.start
    assert list(learner.beads(start).values()) == [1, 1]  # an edge pawn, the middle one
    (edge,) = learner.game.parse_moves(start, "c1c2")
    learner.learn([(start, edge)], won=False)
    assert sum(learner.beads(start).values()) == 1


def test_a_loss_costs_the_last_move_a_bead_and_a_win_gives_each_move_one():
    game, learner = HexapawnGame(3, 3), Learner(3, 3, 0, 1)
    first = game.start
    (opening,) = game.parse_moves(first, "a1a2")
    second = game.parse("p.p/p../.PP W")
    (last,) = game.parse_moves(second, "b1xa2")
    learner.learn([(first, opening), (second, last)], won=False)
    assert learner.beads(first)[opening] == 1
    assert learner.beads(second)[last] == 0
    learner.learn([(first, opening), (second, last)], won=True)
    assert learner.beads(first)[opening] == 2
    assert learner.beads(second)[last] == 1


def test_an_empty_box_resigns():
    learner = Learner(3, 3, 0, 1)
    start = learner.game.start
    for move in learner.game.moves(start):
        learner.learn([(start, move)], won=False)
    assert learner.choose_move(start) is None
    assert play_training_game(learner) is False


def test_a_move_comes_up_as_often_as_its_beads_say():
    learner = Learner(3, 3, 0, 3)
    start = learner.game.start
    (middle,) = learner.game.parse_moves(start, "b1b2")
    for _ in range(8):
        learner.learn([(start, middle)], won=True)
    drawn = [learner.choose_move(start) for _ in range(1000)]
    assert 860 < drawn.count(middle) < 940  # nine beads of ten


WRITTEN = json.loads(trained(games=20)[0].to_json())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


@settings(max_examples=many(150), deadline=None)
@given(st.sampled_from(sorted(WRITTEN)), VALUES)
def test_a_field_of_another_kind_is_refused_or_read(field, value):
    text = json.dumps({**WRITTEN, field: value})
    try:
        learner = learner_from_json(text)
    except NotationError as error:
        assert str(error)
    else:
        assert learner_from_json(learner.to_json()).to_json() == learner.to_json()


@settings(max_examples=many(100), deadline=None)
@given(st.sampled_from(sorted(WRITTEN["boxes"])), VALUES)
def test_a_box_of_another_kind_is_refused_or_read(written, value):
    for boxes in ({**WRITTEN["boxes"], written: value}, {str(value): WRITTEN["boxes"][written]}):
        try:
            learner = learner_from_json(json.dumps({**WRITTEN, "boxes": boxes}))
        except NotationError as error:
            assert str(error)
        else:
            assert list(train(learner, 2))


@each_of("text", ["", "[]", "{}", "[" * 100_000, '{"version": 2}', "\ud800"])
def test_what_is_no_learner_is_refused(text):
    with pytest.raises(NotationError, match="expected a learner"):
        learner_from_json(text)


def test_the_same_seed_gives_the_same_numbers():
    random = SeededRandom(7)
    drawn = [random.randrange(6) for _ in range(600)]
    assert set(drawn) == set(range(6))
    assert min(map(drawn.count, range(6))) > 60
    assert [SeededRandom(7, at).randrange(6) for at in range(600)] == drawn
    with pytest.raises(ValueError, match="nothing"):
        random.choice([])
