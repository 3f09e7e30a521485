"""The review after a game: marks, the summary, both lines, and playing on from a mistake."""

import itertools
import random
from collections import deque
from functools import cache
from types import SimpleNamespace

import pytest

from ludoscope.games import FAMILIES
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_judge, find_prover
from ludoscope.search.verify import replay
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import LOST, WINNABLE, Analysis
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.line_comparison import LineComparison
from ludoscope.tui.model.review import GameReview, review_game
from ludoscope.tui.model.review_text import summarize_review
from ludoscope.tui.model.session import Session
from ludoscope.tui.screens.review.screen import MistakeLine, ReviewScreen
from ludoscope.tui.widgets.move_list import move_line, move_spans

LIMITS = Limits(seconds=20)
PEG = "ludoscope lucas-04 10: 4,6:W 4,5:E 5,7:S 3,7:E 3,4:N 2,6:E 5,4:N 5,7:S 6,5:W 4,6:S"
ORUSH_5 = "ludoscope 'orush-05 7: C< C>C> B> D<D< C> B> A>A>A>'"


def fewest_moves(game, position) -> int:
    """Return the fewest moves left as players count them, by the rules alone.

    It is a breadth-first search, in which a move that goes on with the last one costs nothing.
    """
    family, costs, queue = FAMILIES[game.family], {(position, None): 0}, deque([(position, None)])
    while queue:
        position, last = queue.popleft()
        cost = costs[position, last]
        if game.is_won(position):
            return cost
        for move in game.moves(position):
            goes_on = last is not None and family.count_moves((last, move)) == 1
            child = (game.play(position, move), move)
            if cost + 1 - goes_on < costs.get(child, 1000):
                costs[child] = cost + 1 - goes_on
                (queue.appendleft if goes_on else queue.append)(child)
    raise AssertionError("the position is lost")


def can_be_won(game, position) -> bool:
    """Search all positions that can be reached, by the rules alone."""
    visited, waiting = {position}, [position]
    while waiting:
        position = waiting.pop()
        if game.is_won(position):
            return True
        children = {game.play(position, move) for move in game.moves(position)} - visited
        visited |= children
        waiting += children
    return False


@cache
def plies_to_the_end(game, position) -> int:
    """Return the plies to a win of the side to move, negative to a loss, by the rules alone."""
    if game.is_won(position):  # the other side has just won
        return 0
    values = [plies_to_the_end(game, game.play(position, move)) for move in game.moves(position)]
    losses = [-value for value in values if value <= 0]
    return 1 + min(losses) if losses else -1 - max(values)


def shown_text(pilot) -> str:
    """Return the text of the screen without its line breaks."""
    return " ".join(pilot.screen_text().split())


async def review(pilot) -> ReviewScreen:
    """Open the review and wait until all positions are measured."""
    model = pilot.screen.model
    await pilot.wait_until(lambda: model.can_be_reviewed)
    await pilot.press("equals_sign")
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    await pilot.wait_until(lambda: not screen._is_running)
    return screen


@pytest.mark.parametrize("line", [ORUSH_5, pytest.param(PEG, marks=pytest.mark.long)])
async def test_costs_are_the_differences_of_the_fewest_moves(open_app, line) -> None:
    async with open_app(line) as pilot:
        model = pilot.screen.model
        await review(pilot)
        found, positions = model.review, model.session.positions
        fewest = {ply: fewest_moves(model.game, positions[ply]) for ply in found.stops}
        assert {ply: found.fewest[ply] for ply in found.stops} == fewest
        stops = found.stops
        costs = {end: fewest[end] + 1 - fewest[start] for start, end in itertools.pairwise(stops)}
        assert found.costs == {ply: cost for ply, cost in costs.items() if cost}
        assert found.mistakes == sorted(found.costs)
        assert sum(costs.values()) == model.session.move_count - fewest[0]
        summary = f"{len(found.costs)} moves cost {sum(costs.values())} extra moves."
        await pilot.wait_until(lambda: summary in shown_text(pilot))
        assert "The shortest line was left at " in shown_text(pilot)
        await pilot.press("escape")
        spans = move_spans(model)
        lines = ["".join(text for text, _ in move_line(model, spans, i)) for i in range(len(spans))]
        assert [at for at, line in enumerate(lines, 1) if "?!" in line] == found.mistakes
        timeline = next(text for text in pilot.screen_text().splitlines() if "◄" in text)
        assert timeline.count("+") == len(found.mistakes)


@pytest.mark.parametrize("seed", [8, pytest.param(11, marks=pytest.mark.long)])
async def test_a_game_for_two_is_compared_in_plies(open_app, seed) -> None:
    puzzle, dice = catalogue.find("hexapawn-4x4"), random.Random(seed)
    game, position, moves = puzzle.game, puzzle.game.start, []
    while not game.is_won(position):
        moves.append(dice.choice(game.moves(position)))
        position = game.play(position, moves[-1])
    async with open_app(share.encode(puzzle, moves)) as pilot:
        await review(pilot)
        model = pilot.screen.model if hasattr(pilot.screen, "model") else pilot.screen._model
        found = model.review
        values = [plies_to_the_end(game, position) for position in model.session.positions]
        blunders, costs = set(), {}
        for move, (before, after) in enumerate(itertools.pairwise(values), 1):
            if (before > 0) == (after > 0):
                blunders.add(move)
            elif lost := (abs(after) + 1 - abs(before)) * (1 if before > 0 else -1):
                costs[move] = lost
        assert (found.blunders, found.costs) == (blunders, costs)
        assert all(found.own_turns[move - 1] for move in found.mistakes)


async def test_the_best_line_is_shown_for_a_mistake_known_from_the_game(open_app) -> None:
    line = "ludoscope hexapawn-5x5 6: c1c2 a5a4 b1b2 b5b4 c2c3 b4xc3"
    async with open_app(line) as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: model.review.blunders == {5})
        await pilot.press("x", "down", "enter")
        assert model.session.is_over
        screen = await review(pilot)
        await pilot.wait_until(lambda: screen._lines.best_line is not None)
        await pilot.wait_until(lambda: "14 plies left" in shown_text(pilot))


async def test_patience_marks_only_what_is_proved(open_app) -> None:
    puzzle, dice = catalogue.find("FreeCell.3-free"), random.Random(6)
    game, position, moves = puzzle.game, puzzle.game.start, []
    while choices := game.moves(position):
        moves.append(dice.choice(choices))
        position = game.play(position, moves[-1])
    async with open_app(share.encode(puzzle, moves)) as pilot:
        model = pilot.screen.model
        await review(pilot)
        found = model.review
        assert not found.costs
        assert set(found.fewest) == {None}
        for move in found.blunders:
            before, after = model.session.positions[move - 1 : move + 1]
            *_, verdict = find_judge(game).run(game, before, LIMITS)
            assert isinstance(verdict, Solved)
            assert replay(game, before, verdict.moves).is_valid
            assert not can_be_won(game, after)
        assert found.blunders, "the game was lost by a move"
        await pilot.wait_until(lambda: "The fewest moves are not known here" in shown_text(pilot))


def test_no_shortest_line_is_named_where_the_fewest_moves_are_not_known() -> None:
    session = Session(catalogue.find("Seahaven.3-free"))
    session.play(session.game.moves(session.position)[0])
    won_then_lost, turns = (WINNABLE, LOST), (True, True)
    review = GameReview(
        won_then_lost, (None, None), frozenset({1}), frozenset(), turns, "", (0, 1), (None, None)
    )
    model = SimpleNamespace(review=review, game=session.game, session=session)
    assert summarize_review(model, is_running=False) == [
        "1 move cost the win.",
        "The fewest moves are not known here, so only moves that cost the win are marked.",
    ]


async def test_lines_part_at_the_mistake_and_are_stepped_together(open_app) -> None:
    async with open_app(ORUSH_5) as pilot:
        model = pilot.screen.model
        screen = await review(pilot)
        first, second = model.review.mistakes[:2]
        lines: LineComparison = screen._lines
        await pilot.wait_until(lambda: lines.played_ply == first)
        number = model.session.move_number(first)
        await pilot.wait_until(lambda: f"[{number}?!]" in pilot.screen_text())
        game, positions = model.game, model.session.positions
        assert lines.fork_ply < first
        assert lines.best_line.positions[0] == positions[lines.fork_ply]
        left = lines.best_steps_left()
        assert left == model.review.fewest[first] + 1 - model.review.costs[first] - 1
        await pilot.press("right")
        assert lines.best_steps_left() == left - 1
        await pilot.press("end")
        assert game.is_won(lines.best_step().position)
        assert game.is_won(lines.played_step().position)
        await pilot.press("home")
        assert lines.played_step().position == lines.best_step().position == game.start
        await pilot.press("tab")
        assert lines.played_ply == first
        await pilot.press("tab")
        assert lines.played_ply == second
        await pilot.press("shift+tab")
        assert lines.played_ply == first
        last = model.review.mistakes[-1]
        line = pilot.app.screen.query_one(MistakeLine)
        cell = line._moves_by_cell.index(last)
        await pilot.textual_pilot.click(MistakeLine, offset=(cell, 0))
        await pilot.wait_until(lambda: lines.played_ply == last)
        hints = model.session.hint_count
        await pilot.press("enter")
        assert model.session.ply == last - 1
        assert model.session.hint_count > hints, "a win from here is not one without help"
        assert "Back before" in model.message


async def test_review_can_be_left_and_stopped_at_any_time(open_app) -> None:
    async with open_app(ORUSH_5) as pilot:
        play_screen = pilot.screen
        for key in ("escape", "equals_sign"):
            await pilot.press("equals_sign")
            assert isinstance(pilot.app.screen, ReviewScreen)
            await pilot.press(key)
            assert pilot.app.screen is play_screen
            await pilot.wait_until(lambda: not play_screen.solver_jobs.is_running("review"))
        await pilot.press("equals_sign", "x")
        screen = pilot.app.screen
        assert not screen._is_running
        found = play_screen.model.review
        unknown = sum(found.fewest[ply] is None for ply in found.stops)
        assert unknown == 0 or "left unmarked" in shown_text(pilot)


async def test_a_perfect_game_has_no_mistake(open_app) -> None:
    puzzle = catalogue.find("orush-05")
    game = FAMILIES["rush"].as_played(puzzle.game)
    *_, verdict = find_prover(game).run(game, game.start, LIMITS)
    async with open_app("orush-05") as pilot:
        model = pilot.screen.model
        assert not model.can_be_reviewed
        for move in verdict.moves:
            assert model.play_player_move(move)
        await review(pilot)
        await pilot.wait_until(lambda: "No mistake: no line is shorter." in pilot.screen_text())
        assert not model.review.mistakes


def test_the_start_cannot_be_tried_again_where_the_opponent_moves_first() -> None:
    session = Session(catalogue.find("hexapawn-3x3"), player_side=1)
    model = GameModel(session, UserOptions())
    while not session.is_over:
        model.make_move(session.game.moves(session.position)[0])
    last_ply = session.ply
    model.try_again_from(0)
    assert session.ply == last_ply
    assert not session.hint_count
    assert "no earlier turn" in model.message
    model.try_again_from(1)
    assert session.ply == 1
    assert session.hint_count == 1
    assert model.message.startswith("Back before ")


def test_the_review_follows_a_slide_that_goes_on_with_the_last_one() -> None:
    """The second slide replaces the first one in its node."""
    game = read_game("......\n......\nAA....\n......\n......\n......\n")
    model = GameModel(Session(Puzzle("one-slide", game, "One slide")), UserOptions())
    while not model.session.is_over:
        assert not model.review.end_state
        assert model.make_move((0, 1))
    assert model.session.ply == 1
    assert model.review.end_state == WINNABLE


def test_positions_before_one_that_was_given_up_are_not_searched() -> None:
    session = Session(catalogue.find("english-central"))
    for _ in range(8):
        session.play(session.game.moves(session.position)[0])
    tried: set[int] = set()
    while (
        ply := review_game(Analysis(session.game), session).next_ply_to_measure(tried)
    ) is not None:
        assert ply not in tried
        assert not tried or ply > max(tried)
        tried.add(ply)
    assert len(tried) <= 2
