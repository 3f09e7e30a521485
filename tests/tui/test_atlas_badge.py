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


def test_every_position_is_told_rightly(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
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
async def test_no_search_where_there_is_an_atlas(opened, searches) -> None:
    make()
    async with opened(SMALL) as driver:
        await driver.until(lambda: "✓ winnable" in driver.text().splitlines()[0])
        assert "Fewest moves left: 10" in driver.text()
        session, game = driver.page.model.session, driver.page.model.game
        while not session.is_over and game.moves(session.position):
            driver.page.model.play(game.moves(session.position)[0])
            await driver.until(lambda: not driver.page.solver_jobs.is_busy)
        assert "✗ lost since move" in driver.text()
        assert "Fewest moves left" not in driver.text()
        assert not searches


@pytest.mark.long
async def test_the_solver_atlas_makes_it_and_the_badge_uses_it(opened, searches) -> None:
    async with opened(SMALL) as driver:
        page = driver.page
        await driver.until(lambda: not page.solver_jobs.is_busy)
        assert load_cached(page.model.game) is None
        await driver.press("s")
        names = [choice.name for choice in driver.app.screen._choices]
        await driver.press(*["down"] * names.index("atlas"), "enter")
        await driver.until(lambda: page.model.replay is not None)
        assert load_cached(page.model.game)
        await driver.press("escape")
        searches.clear()
        known_line = page.model.solution.moves[0]
        other = next(m for m in page.model.game.moves(page.model.game.start) if m != known_line)
        page.model.play(other)
        await driver.until(lambda: not page.solver_jobs.is_busy)
        assert "winnable" in driver.text().splitlines()[0] or "lost" in driver.text()
        assert not searches
