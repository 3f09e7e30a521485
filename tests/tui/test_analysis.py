"""Analysis during a game: its results, and how few searches it needs."""

import pytest
from known_lines import known_move

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.registry import find_judge, find_solver
from ludoscope.tui.model.analysis import LOST, MAX_POSITIONS, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.badge import describe_position, format_badge, rate_solution
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.solver_run import SolverRun


def solving(session, verdict=None, solver=None):
    """Return a solver run on the current position, finished with its own or the given verdict."""
    solver = solver or find_judge(session.game)
    found = SolverRun(session.game, session.position, session.moves, solver)
    if verdict is None:
        *_, verdict = solver.run(session.game, session.position, Limits(seconds=20))
    found.verdict = verdict
    if isinstance(verdict, Solved):
        found.replay = Replay(solver.game_in_measure(session.game), session.position, verdict.moves)
    return found


def begun(name):
    session = Session(catalogue.find(name))
    return session, Analysis(session.game)


def learn(analysis, session, verdict=None, solver=None):
    analysis.add_result(solving(session, verdict, solver))
    analysis.propagate(session)


def said(analysis, session):
    return "".join(text for text, _ in format_badge(analysis, session))


LOSS = Unsolvable(proof="exhaustion: all 5 positions were searched", exhausted=True)


def test_analysis_reuses_results_along_a_known_line():
    session, analysis = begun("lucas-03")
    assert said(analysis, session) == "…"
    assert describe_position(analysis, session) == []
    learn(analysis, session)
    assert said(analysis, session) == "✓ winnable"
    assert describe_position(analysis, session) == ["Winnable", "Fewest moves left: 5"]
    while not session.is_over:
        session.play(known_move(analysis, session.position))
        assert analysis.get(session.position).state == WINNABLE
    assert format_badge(analysis, session) == []


def test_symmetric_positions_share_results():
    session, analysis = begun("english-central")
    session.play(session.game.moves(session.position)[0])
    analysis.add_result(solving(session, LOSS))
    for move in session.game.moves(session.game.start):
        assert analysis.get(session.game.play(session.game.start, move)).state == LOST


def test_positions_after_a_loss_are_lost_and_undo_restores_the_win():
    session, analysis = begun("lucas-05")
    learn(analysis, session)
    wrong = next(
        move
        for move in session.game.moves(session.position)
        if analysis.get(session.game.play(session.position, move)) is None
    )
    session.play(wrong)
    learn(analysis, session, LOSS)
    assert said(analysis, session) == "✗ lost since jump 1"
    assert describe_position(analysis, session) == [
        "That jump lost the game: undo with u",
        "Every move loses",
    ]
    session.play(session.game.moves(session.position)[0])
    analysis.propagate(session)
    assert said(analysis, session) == "✗ lost since jump 1"
    assert describe_position(analysis, session)[0] == "Jump 1 lost the game: z goes back before it"
    session.undo()
    session.undo()
    assert said(analysis, session) == "✓ winnable"


def test_positions_before_a_winnable_one_are_winnable():
    session, analysis = begun("FreeCell.1")
    learn(analysis, session, GaveUp(reason="0.4 s, the time limit"))
    assert said(analysis, session) == "? unknown"
    assert describe_position(analysis, session) == [
        "Not decided within the time limit; press s to solve"
    ]
    session.play(session.game.moves(session.position)[0])
    learn(analysis, session)
    known = analysis.get(session.position)
    assert known.steps < known.length  # a solver's cards are not a person's moves
    assert said(analysis, session) == f"✓ winnable within {known.steps} moves"
    assert describe_position(analysis, session) == ["That move kept it winnable"]
    session.undo()
    assert said(analysis, session) == f"✓ winnable within {known.steps + 1} moves"
    assert analysis.get(session.position).length == known.length + 1


def test_loss_with_unknown_first_losing_move():
    session, analysis = begun("FreeCell.1")
    for _ in range(2):
        session.play(session.game.moves(session.position)[0])
    learn(analysis, session, LOSS)
    assert said(analysis, session) == "✗ lost by move 2"
    assert describe_position(analysis, session)[0] == "Lost by move 2 or earlier: z finds the move"


def test_deal_lost_from_the_start():
    session, analysis = begun("mo.3")
    learn(analysis, session)
    assert said(analysis, session) == "✗ lost"
    assert describe_position(analysis, session) == [
        "The game cannot be won",
        "A card that can never be uncovered",
    ]


def test_proved_distances_count_the_moves():
    session, analysis = begun("orush-20")
    learn(analysis, session)
    assert said(analysis, session) == "✓ 11 moves to the exit"
    assert describe_position(analysis, session)[1] == "Fewest moves left: 11"
    there = known_move(analysis, session.position)
    session.play(there)
    analysis.propagate(session)
    assert said(analysis, session) == "✓ 10 moves to the exit"
    assert describe_position(analysis, session) == ["That move was optimal"]
    session.play((there[0], -there[1]))
    assert describe_position(analysis, session) == [
        "That move cost 2 moves",
        "2 moves more than needed so far",
    ]
    session.undo()
    assert describe_position(analysis, session) == ["That move was optimal"]
    session.restart()
    assert describe_position(analysis, session)[0] == "Winnable"


def solved(name, detour=0):
    """Return an ORush session solved in the fewest moves, after `detour` moves there and back."""
    session, analysis = begun(name)
    learn(analysis, session)
    for _ in range(detour):
        there = known_move(analysis, session.position)
        session.play(there)
        session.play((there[0], -there[1]))
    while not session.is_won:
        session.play(known_move(analysis, session.position))
    return session, analysis


def test_a_solution_is_rated_by_the_fewest_moves():
    session, analysis = solved("orush-20")
    for detour, stars, comparison, rule in (
        (0, 3, "the fewest possible", ""),
        (1, 2, "2 moves more than the fewest", ""),
        (2, 1, "4 moves more than the fewest", "★★☆ up to 13 moves"),
    ):
        session, analysis = solved("orush-20", detour=detour)
        rating = rate_solution(analysis, session)
        assert (rating.stars, rating.best, rating.comparison) == (stars, 11, comparison)
        assert rating.rule == rule


def test_a_solution_of_a_peg_problem_is_rated_by_moves_of_one_peg():
    for name, rated in (
        ("lucas-01", (3, 5, "the fewest possible")),
        ("lucas-07", (1, 11, "5 moves more than the fewest")),
    ):
        session, analysis = begun(name)
        for move in session.puzzle.published_solution.moves:
            session.play(move)
        rating = rate_solution(analysis, session)
        assert (rating.stars, rating.best, rating.comparison) == rated
    session, analysis = begun("FreeCell.1")
    assert rate_solution(analysis, session) is None


def test_a_deal_is_not_rated_by_lines_that_count_cards():
    line = "ludoscope MidnightOil.4 12: 8D-9D QD-KD QC-KC JC-QC TD-JD TC-JC 8H-9H 9S-TS 8S-9S 7S-8S"
    puzzle = catalogue.find(f"{line} QS-KS JH-QH")
    session, analysis = Session(puzzle), Analysis(puzzle.game)
    for move in puzzle.moves:
        session.play(move)
    analysis.add_judgement(puzzle.game.start, Judgement(WINNABLE, 4))
    assert rate_solution(analysis, session) is None


def test_a_deal_is_rated_where_cards_go_home_before_the_first_move():
    session, analysis = begun("FreeCell.987654-free")
    *_, verdict = find_judge(session.game).run(session.game, session.position, Limits(seconds=20))
    session.replay_from_start(verdict.moves)
    end = session.step_ends[1]
    for node in session.history.line[1 : end + 1]:
        session.history.set_continues_step(node, True)
    analysis.add_judgement(session.positions[end], Judgement(WINNABLE, 60, steps=20))
    assert rate_solution(analysis, session).best == 20


def test_what_a_slide_costs_is_not_said_before_it_is_over():
    session, analysis = begun("orush-20")
    learn(analysis, session)
    steps = [
        (move, session.game.play(session.position, move))
        for move in session.game.moves(session.position)
        if abs(move[1]) == 1
    ]
    merge_moves = FAMILIES["rush"].merge_moves
    first = next(
        move
        for move, position in steps
        if any(merge_moves(move, other) for other in session.game.moves(position))
    )
    session.play(first)
    analysis.add_judgement(session.position, Judgement(WINNABLE, 11, is_fewest=True))
    assert describe_position(analysis, session) == ["That move kept it winnable"]


def test_line_in_another_measure_is_ignored():
    session, analysis = begun("orush-05")
    learn(analysis, session, solver=find_solver(session.game, "breadth-first"))
    assert analysis.get(session.position) is None


def test_stopped_solver_adds_no_result():
    session, analysis = begun("lucas-01")
    learn(analysis, session, GaveUp(reason="stopped"))
    assert analysis.get(session.position) is None


def test_values_follow_the_line_of_best_play():
    session, analysis = begun("hexapawn-4x4")
    learn(analysis, session, solver=find_solver(session.game, "mtd-readable"))
    assert said(analysis, session) == "✓ White wins in 11 plies"
    assert describe_position(analysis, session) == ["White wins in 11 plies with best play"]
    for left in range(10, 0, -1):
        session.play(known_move(analysis, session.position))
        assert abs(analysis.get(session.position).value) == left
        assert (said(analysis, session) == "") == bool(session.side_to_move)
    session.play(known_move(analysis, session.position))
    assert session.is_won


def test_giving_away_a_win_is_reported():
    session, analysis = begun("hexapawn-3x4")
    game = session.game
    solver = find_solver(game, "mtd-readable")

    def value(position):
        return list(solver.run(game, position, Limits()))[-1].value

    learn(analysis, session, solver=solver)
    assert analysis.get(session.position).value > 0
    worst = next(
        move for move in game.moves(session.position) if value(game.play(game.start, move)) > 0
    )
    session.play(worst)
    answers = game.moves(session.position)
    session.play(min(answers, key=lambda move: value(game.play(session.position, move))))
    learn(analysis, session, solver=solver)
    assert said(analysis, session).startswith("✗ Black wins in ")
    [told] = describe_position(analysis, session)
    assert told.startswith("That move gave the win away: Black wins in ")
    assert told.endswith("plies; undo with u")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Judgement(WINNABLE, 9), Judgement(UNKNOWN)),
        (Judgement(LOST, proof="so"), Judgement(UNKNOWN)),
        (Judgement(WINNABLE, 8), Judgement(WINNABLE, 9)),
        (Judgement(WINNABLE, 8, is_fewest=True), Judgement(WINNABLE, 8)),
    ],
)
def test_better_judgement_replaces_a_weaker_one(better, worse):
    assert better.is_better_than(worse)
    assert not worse.is_better_than(better)


def test_memory_is_bounded():
    session, analysis = begun("FreeCell.1")
    position = session.position
    for count in range(MAX_POSITIONS + 5):
        cells = (*position.cells[:3], count + 100)
        analysis.add_judgement(
            position._replace(columns=((count,),), cells=cells), Judgement(UNKNOWN)
        )
    assert len(analysis._judgements) == MAX_POSITIONS
