"""The badge of a peg problem once its atlas is made: exact, at once, without a search."""

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.atlas import Atlas, atlas_path, load_cached, save_atlas
from ludoscope.tui.model.reference import create_reference

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.packing"), reason="kernels are not compiled"
)

SMALL = "triangle-15-15"


def make(name: str = SMALL) -> Atlas:
    game = catalogue.find(name).game
    work = Atlas.build(game, Budget(Limits()))
    try:
        while True:
            next(work)
    except StopIteration as end:
        save_atlas(end.value)
        return end.value


def test_atlas_value_of_every_position_is_correct(
    tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    game = catalogue.find(SMALL).game
    known = create_reference(game)
    assert known.find_verdict(game.start) is None
    atlas = make()
    reached, level = {game.start}, {game.start}
    while level:
        level = {game.play(position, move) for position in level for move in game.moves(position)}
        reached |= level
    kinds = set()
    for position in sorted(reached)[::9]:
        verdict = known.find_verdict(position)
        assert isinstance(verdict, Solved if atlas.contains(position) else Unsolvable)
        if isinstance(verdict, Unsolvable):
            assert verdict.proof
        kinds.add(type(verdict))
    assert kinds == {Solved, Unsolvable}
    atlas_path(game).unlink()
    assert known.find_verdict(game.start) is None
    assert create_reference(catalogue.find("hexapawn-3x3").game).find_verdict(0) is None


@pytest.mark.long
async def test_atlas_makes_searches_unnecessary(open_app, solver_processes) -> None:
    make()
    async with open_app(SMALL) as pilot:
        await pilot.wait_until(lambda: "✓ winnable" in pilot.screen_text().splitlines()[0])
        assert "Fewest moves left: 10" in pilot.screen_text()
        session, game = pilot.screen.model.session, pilot.screen.model.game
        while not session.is_over and game.moves(session.position):
            pilot.screen.model.play_player_move(game.moves(session.position)[0])
            await pilot.wait_until(lambda: not pilot.screen.solver_jobs.is_busy)
        assert "✗ lost" in pilot.screen_text()
        assert "Fewest moves left" not in pilot.screen_text()
        assert not solver_processes


@pytest.mark.long
async def test_atlas_solver_builds_the_atlas_for_the_badge(open_app, solver_processes) -> None:
    async with open_app(SMALL) as pilot:
        screen = pilot.screen
        await pilot.wait_until(lambda: not screen.solver_jobs.is_busy)
        assert load_cached(screen.model.game) is None
        await pilot.press("s", "s")
        names = [choice.name for choice in pilot.app.screen._choices]
        await pilot.press(*["down"] * names.index("Atlas"), "enter")
        await pilot.wait_until(lambda: load_cached(screen.model.game) and screen.model.replay)
        assert load_cached(screen.model.game)
        await pilot.press("escape")
        solver_processes.clear()
        known_line = screen.model.solution.moves[0]
        other = next(m for m in screen.model.game.moves(screen.model.game.start) if m != known_line)
        screen.model.play_player_move(other)
        await pilot.wait_until(lambda: not screen.solver_jobs.is_busy)
        assert "winnable" in pilot.screen_text().splitlines()[0] or "lost" in pilot.screen_text()
        assert not solver_processes
