"""Analysis saved with a game, and shown at once when the game is opened again."""

import json

import pytest
from known_lines import known_move
from many import each_of

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_judge
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves.store import Store


def played(name="lucas-01"):
    """Return a session of two moves with a branch, its first position analysed, its last lost."""
    session = Session(catalogue.find(name))
    analysis = Analysis(session.game)
    solver = find_judge(session.game)
    found = SolverRun(session.game, session.position, [], solver)
    *_, found.verdict = solver.run(session.game, session.position, Limits(seconds=20))
    found.replay = Replay(session.game, session.position, found.verdict.moves)
    first, *others = session.game.moves(session.position)
    session.play(first)
    session.undo()
    session.play(others[-1])
    analysis.add_result(found)
    return session, analysis


@pytest.mark.parametrize("name", ["lucas-01", "orush-20", "hexapawn-4x4"])
def test_analysis_survives_a_round_trip(name):
    session, analysis = played(name)
    if session.game.players == 1:
        analysis.add_judgement(session.position, Judgement(LOST, proof="every move loses"))
    analysis.add_judgement(session.history.nodes[1].position, Judgement(UNKNOWN))
    again = Analysis(session.game)
    assert analysis_text.restore_analysis(
        analysis_text.format_analysis(analysis, session), again, session
    )
    for node in session.history.nodes:
        known = analysis.get(node.position)
        assert again.get(node.position) == (None if known and known.state == UNKNOWN else known)


def test_line_of_best_play_is_stored_to_its_end():
    session, analysis = played("hexapawn-3x3")
    while (move := known_move(analysis, session.position)) is not None:
        session.play(move)
    session.restart()
    while (move := known_move(analysis, session.position)) is not None:
        session.play(move)
    assert session.is_over
    assert analysis_text.restore_analysis(
        analysis_text.format_analysis(analysis, session), Analysis(session.game), session
    )


def changed(**parts):
    return lambda told: json.dumps({**told, **parts})


@each_of(
    "spoilt",
    [
        lambda told: "",
        lambda told: "[" * 100_000,
        lambda told: json.dumps([told]),
        lambda told: json.dumps(told)[:-9],
        lambda told: json.dumps(told) + " " * analysis_text.MAX_TEXT_LENGTH,
        changed(version=2),
        changed(tree="0" * 16),
        changed(known={}),
        changed(moves=-1),
        changed(moves="2"),
        changed(known=[[0, "w"]] * (analysis_text.MAX_POSITIONS + 1)),
        *(
            changed(known=[[0, "w", 3], wrong])
            for wrong in (
                [99, "l"], [-1, "l"], ["0", "l"], [0, "x"], [0], 0, [True, "l"], [0, ["l"]],
                [0, "w", -1], [0, "w", 1e9], [0, "w", 2, 1], [0, "l", None, False, "\x1b[2J"],
                [0, "l", None, False, "x" * 999], [0, "w", 3, True, "", 3], [0, "l"] * 4,
            )
        ),
    ],
)  # fmt: skip
def test_corrupt_text_is_ignored(spoilt):
    session, analysis = played()
    text = spoilt(json.loads(analysis_text.format_analysis(analysis, session)))
    again = Analysis(session.game)
    assert not analysis_text.restore_analysis(text, again, session)
    assert again.get(session.game.start) is None


def test_analysis_is_restored_for_a_grown_tree_but_not_for_another():
    session, analysis = played()
    text = analysis_text.format_analysis(analysis, session)
    session.play(session.game.moves(session.position)[0])
    assert analysis_text.restore_analysis(text, Analysis(session.game), session)
    other = Session(session.puzzle)
    assert not analysis_text.restore_analysis(text, Analysis(session.game), other)
    for _ in range(2):
        other.play(other.game.moves(other.position)[0])
    assert not analysis_text.restore_analysis(text, Analysis(session.game), other)


@pytest.mark.long
async def test_reopened_game_needs_no_search(open_app, solver_processes, tmp_path) -> None:
    async with open_app("lucas-01") as pilot:
        screen, model = pilot.screen, pilot.screen.model
        for text in ("4,5:N", "4,3:N"):
            assert model.play_text(text)
            await pilot.wait_until(
                lambda: not screen.solver_jobs.is_busy and not model.needs_analysis
            )
    solver_processes.clear()
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        assert "✗ lost since jump 1" in pilot.screen_text()
        assert "4,5:N??" in pilot.screen_text()
        assert not pilot.screen.solver_jobs.is_busy
        assert model.analysis.get(model.game.start).state == WINNABLE
        assert not solver_processes
    store = Store(tmp_path / "saves")
    text = store.load_note("verdicts", "lucas-01").result(9)
    assert json.loads(text)["moves"] == 2
    store.save_note("verdicts", "lucas-01", text[:-1]).result(9)
    store.close()
    async with open_app("lucas-01") as pilot:
        await pilot.wait_until(lambda: "✗ lost" in pilot.screen_text())
        await pilot.wait_until(lambda: "4,5:N??" in pilot.screen_text())
