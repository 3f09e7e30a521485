"""Review of a game: the losing move, the moves after it, and the key that goes back."""

from many import each_of, first_of

from ludoscope.games.hexapawn.rules import parse_game
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_judge
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.model.review import get_state, has_blunder, review_game
from ludoscope.tui.model.session import Session

W, L, U = WINNABLE, LOST, UNKNOWN


def judged(name, *states, value=False):
    """Return a session of first moves and an analysis with these states ("" for unknown)."""
    session = Session(catalogue.find(name))
    analysis = Analysis(session.game)
    for at, state in enumerate(states):
        if at:
            session.play(session.game.moves(session.position)[0])
        if state:
            worth = (1 if state == W else -1) if value else None
            analysis.add_judgement(session.position, Judgement(state, 1, value=worth))
    return session, analysis


@each_of(
    ("states", "blunders", "faded", "asked", "back"),
    [
        ((W, W, W), set(), set(), None, 1),
        ((W, W, L, L), {2}, {3}, None, 1),
        ((L, L, L), set(), set(), None, None),
        ((W, "", "", L), set(), set(), 2, 0),
        ((W, "", L, L), set(), {3}, 1, 0),
        ((W, "", U, L), set(), set(), 1, 0),
        ((W, W, U, L), set(), set(), None, 1),
        (("", U, W, L), {3}, set(), None, 2),
        (("", "", "", "", L), set(), set(), 2, None),
    ],
)
def test_review_of_a_one_player_game(states, blunders, faded, asked, back):
    session, analysis = judged("english-central", *states)
    course = review_game(analysis, session)
    assert (course.blunders, course.moves_in_lost_positions) == (blunders, faded)
    assert course.next_ply_to_analyse(session.ply) == asked
    assert course.last_winnable_ply(session.ply) == back


@each_of(
    ("states", "shown", "blunders", "faded", "asked", "back"),
    [
        # white is the person: of white's positions the states are the side's own
        ((W, L, W), [W, W, W], set(), set(), None, 0),
        ((W, "", L), [W, L, L], {1}, {2}, None, 0),
        ((W, "", L, "", L), [W, L, L, L, L], {1}, {2, 3, 4}, None, 0),
        ((L, "", W), [L, L, W], {2}, set(), None, None),
        ((L, "", L), [L, L, L], set(), set(), None, None),
        (("", "", L), ["", L, L], set(), {2}, 0, None),
    ],
)
def test_review_of_a_two_player_game(states, shown, blunders, faded, asked, back):
    session, analysis = judged("hexapawn-5x5", *states, value=True)
    course = review_game(analysis, session)
    assert list(course.states) == shown
    assert (course.blunders, course.moves_in_lost_positions) == (blunders, faded)
    assert course.next_ply_to_analyse(session.ply) == asked
    assert course.last_winnable_ply(session.ply) == back


def test_review_where_black_moves_first():
    """A position of an editor may begin with Black, whose moves have even plies then."""
    puzzle = Puzzle("black-first", parse_game("ppp/.../PPP B"), "Black first")
    for side in (0, 1):
        session = Session(puzzle, player_side=side)
        analysis = Analysis(session.game)
        analysis.add_judgement(session.position, Judgement(W, 5, value=5))
        session.play(session.game.moves(session.position)[0])
        analysis.add_judgement(session.position, Judgement(W, 4, value=4))
        review = review_game(analysis, session)
        assert list(review.own_turns) == ([False, True] if side == 0 else [True, False])
        assert list(review.states) == ([L, W] if side == 0 else [W, L])
        assert get_state(analysis, session, session.history.current) == review.states[-1]
        while not session.is_over:
            session.play(session.game.moves(session.position)[0])
        end_state = L if session.side_to_move == side else W
        assert review_game(analysis, session).end_state == end_state
        assert get_state(analysis, session, session.history.current) == end_state


@each_of(
    ("states", "for_both", "blunders"),
    [
        # the states are those of the side to move
        ((W, W, L), False, [True, False]),  # White gives the win away, Black gives it back
        ((W, W, W), True, [True, True]),
        ((W, L, L), True, [False, False]),
        ((L, W, W), False, [False, False]),  # only Black's mistake
        ((L, W, W), True, [False, True]),
    ],
)
def test_each_move_of_a_game_for_two_is_judged_for_the_side_that_made_it(
    states, for_both, blunders
):
    session, analysis = judged("hexapawn-5x5", *states, value=True)
    if for_both:
        session.set_players((HUMAN, HUMAN))
    nodes = session.history.line[1:]
    for _ in range(2):  # also at another current position
        assert [has_blunder(analysis, session, [node]) for node in nodes] == blunders
        assert has_blunder(analysis, session, nodes) is any(blunders)
        session.undo()


def test_a_lost_position_after_the_answer_tells_that_the_move_before_lost():
    session, analysis = judged("hexapawn-5x5", W, "", L, value=True)
    assert has_blunder(analysis, session, session.history.line[1:])


def worst(model):
    """Return a move in the current position that gives the win away."""
    game, solver = model.game, find_judge(model.game)

    def lost(move):
        *_, verdict = solver.run(game, game.play(model.session.position, move), Limits(seconds=9))
        value = getattr(verdict, "value", None)
        return value > 0 if value is not None else not hasattr(verdict, "moves")

    return next(filter(lost, game.moves(model.session.position)))


@first_of("name", ["orush-01", "hexapawn-3x4", "lucas-01", "FreeCell.1"], 2)
async def test_a_key_goes_back_to_the_last_winnable_position(open_app, name) -> None:
    async with open_app(name) as pilot:
        screen, model = pilot.screen, pilot.screen.model

        async def rested():
            await pilot.wait_until(
                lambda: (
                    not (
                        screen.solver_jobs.is_busy
                        or model.needs_analysis
                        or model.is_opponents_turn
                    )
                )
            )

        await rested()
        if name == "orush-01":  # whose positions can all be won: nothing to go back to
            model.play_player_move(model.game.moves(model.session.position)[0])
            await rested()
            assert not model.lost_after_winning
            await pilot.press("z")
            assert "This position can still be won" in pilot.screen_text()
            return
        assert "back to winnable" not in pilot.screen_text()
        await pilot.press("z")
        assert "This position can still be won" in pilot.screen_text()
        if name == "FreeCell.1":  # whose losses take a search: told, rather than found
            model.play_player_move(model.game.moves(model.session.position)[0])
            await rested()
            model.analysis._judgements.clear()
            model.analysis.add_judgement(model.session.position, Judgement(LOST, proof="told"))
            await pilot.press("down")
        else:
            model.play_player_move(worst(model))
            await rested()
            if model.game.players == 1:
                assert model.play_player_move(model.game.moves(model.session.position)[0])
                await rested()
            await pilot.press("down")  # what was said of `z` stands in place of its sign
        await pilot.wait_until(lambda: "z back to winnable" in pilot.screen_text())
        nodes, far = len(model.session.history.nodes), model.session.history.current
        await pilot.press("z")
        await rested()
        assert model.session.ply == 0
        assert len(model.session.history.nodes) == nodes
        noun = "jump" if model.game.family == "peg" else "move"
        assert f"Back before {noun} 1, " in pilot.screen_text()
        while model.session.undone_count:
            await pilot.press("y")
        assert model.session.history.current is far
        if name == "lucas-01":
            await dead_end_without_analysis(pilot, model)


async def dead_end_without_analysis(pilot, model) -> None:
    """Check that a loss is reported only at its end, and the way back is searched for then."""
    await pilot.press("u", "a")
    assert "back to winnable" not in pilot.screen_text()
    await pilot.press("z")
    assert "Analysis is off; a turns it on" in pilot.screen_text()
    while moves := model.game.moves(model.session.position):
        assert model.play_player_move(moves[0])
    model.analysis._judgements.clear()
    await pilot.press("down")
    assert "z back to winnable" in pilot.screen_text()
    await pilot.press("z")
    await pilot.wait_until(lambda: model.session.ply == 0)
