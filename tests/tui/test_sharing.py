"""Games as lines: copied, pasted, typed, named on the command line."""

import random
import re

import pytest
from many import first_of

from ludoscope.puzzles import catalogue, share
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_judge
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.share import format_game_line
from ludoscope.tui.screens.share.dialog import ShareDialog
from ludoscope.tui.terminal.input_parser import MAX_PASTE_CHARACTERS

SENT = "ludoscope lucas-07 2: 5,4:SW 2,2:E # 2 moves"


async def paste(driver, text: str) -> None:
    from textual import events

    driver.app.post_message(events.Paste(text))
    await driver.until(lambda: driver.app.screen is not None)
    await driver._pilot.pause()


async def sent(driver, texts: list[str]) -> None:
    def there() -> bool:
        table = getattr(driver.app.screen, "model", None)
        return table is not None and table.session.move_texts[: table.session.ply] == texts

    await driver.until(there)


async def test_a_line_is_copied_and_shown(opened) -> None:
    async with opened("lucas-07") as driver:
        table = driver.page.model
        for text in ("5,4:S", "5,2:W"):
            assert table.play_text(text)
        await driver.press("c")
        assert isinstance(driver.app.screen, ShareDialog)
        assert driver.app.clipboard == "ludoscope lucas-07 1: 5,4:SW"
        assert driver.app.clipboard in driver.text()
        await driver.press("escape")
        assert driver.page.model is table


@pytest.mark.long
@first_of("name", ["orush-daily-2026-11-20", "orush-01"])
async def test_how_a_won_game_went_is_copied_without_its_moves(opened, name) -> None:
    async with opened(name, show_clock=False) as driver:
        table = driver.page.model
        game, position = table.game, table.game.start
        *_, verdict = find_judge(game).run(game, position, Limits(seconds=9))
        for move in verdict.moves:
            assert table.play(move)
        await driver.until(driver.told_all)
        await driver.press("c")

        def end() -> object:
            position = game.start
            for move in share.decode(driver.app.clipboard).moves:
                position = game.play(position, move)
            return position

        if name == "orush-01":  # whose moves come first; of a daily they give it away
            assert end() == table.session.position
            await driver.press("tab")
        first, second, third = driver.app.clipboard.splitlines()
        assert first == f"Ludoscope · ORush · {table.puzzle.title}"
        assert re.fullmatch(r"★[★☆]{2} solved in [0-9]+ moves.*, no hint", second)
        assert third.split()[1] == name
        for part in (first, second, third):
            assert part in driver.text()
        if name == "orush-01":
            return
        assert third == f"ludoscope {name}"
        told = driver.app.clipboard
        await driver.press("tab")
        assert end() == table.session.position
        await driver.press("escape")
        assert catalogue.read_pasted(told).name == name
        assert catalogue.is_puzzle_text(told)


async def test_of_a_replay_what_is_shown_is_copied(opened) -> None:
    async with opened("lucas-07") as driver:
        table = driver.page.model
        assert table.play_text("5,4:S")
        table.show_published_solution(table.puzzle.published_solution)
        table.step_replay(3)
        assert list(share.decode(format_game_line(table)).moves) == table.replay.moves[:3]


async def test_a_pasted_line_opens_the_game_there(opened) -> None:
    async with opened() as driver:
        await paste(driver, f"\n {SENT}\r\n")
        await sent(driver, ["5,4:S", "5,2:W", "2,2:E"])
        table = driver.page.model
        await driver.until(lambda: "as it was sent" in driver.text())
        assert table.session.hint_count == 1
        await driver.press("u", "u", "u")
        assert (table.session.ply, table.session.undone_count) == (0, 3)


@pytest.mark.long
async def test_a_game_of_ones_own_is_kept_as_a_branch(opened) -> None:
    async with opened("lucas-07") as driver:
        table = driver.page.model
        assert table.play_text("4,5:E")
        assert table.play(table.game.moves(table.position)[0])
        await paste(driver, SENT)
        await sent(driver, ["5,4:S", "5,2:W", "2,2:E"])
        assert driver.page.model is table
        await driver.until(lambda: "Your own game is kept in the tree: press t" in driver.text())
        await driver.press("escape")
        await paste(driver, "ludoscope lucas-07 1: 5,4:N")
        await sent(driver, ["5,4:N"])
        await driver.until(lambda: "Your own game is kept in the tree: press t" in driver.text())
        history = driver.page.model.session.history
        assert [child.text for child in history.root.children] == ["4,5:E", "5,4:S", "5,4:N"]
        assert len(history.nodes) == 1 + 2 + 3 + 1


@pytest.mark.long
async def test_a_game_further_down_is_gone_back_to(opened) -> None:
    async with opened("lucas-07") as driver:
        first = driver.page
        assert first.model.play_text("4,5:E")
        await paste(driver, "ludoscope english-central 1: 4,2:N")
        await sent(driver, ["4,2:N"])
        await driver.press("ctrl+l")
        await driver.until(lambda: type(driver.app.screen).__name__ == "LabScreen")
        await paste(driver, SENT)
        await sent(driver, ["5,4:S", "5,2:W", "2,2:E"])
        assert driver.page is first
        own, sent_one = first.model.session.history.root.children
        assert (own.text, sent_one.text) == ("4,5:E", "5,4:S")
        await driver.press("escape")
        assert type(driver.app.screen).__name__ == "HomeScreen"


async def test_a_bad_line_is_told_and_opens_nothing(opened) -> None:
    async with opened("lucas-07") as driver:
        page = driver.page
        await paste(driver, "ludoscope lucas-07 2: 5,4:S")
        await driver.until(lambda: "the line was cut off" in driver.text())
        assert driver.page is page
        assert page.model.session.ply == 0


@pytest.mark.long
async def test_a_visitor_may_paste_a_line_but_no_file(opened, tmp_path) -> None:
    file = tmp_path / "line.txt"
    file.write_text(SENT)
    async with opened(files=False) as driver:
        await paste(driver, f"ludoscope {file} 0:")
        await driver.until(lambda: "no puzzle is called" in driver.text())
        await paste(driver, SENT)
        await sent(driver, ["5,4:S", "5,2:W", "2,2:E"])


def test_the_commands_take_a_line(capsys, tmp_path) -> None:
    solved = "ludoscope lucas-01 5: 4,5:E 4,3:N 3,5:E 6,5:W 4,6:S # solved in 5 moves, 2:41"
    assert main(["check", solved]) == 0
    assert capsys.readouterr().out == "SUCCES\n"
    assert main(["check", "ludoscope lucas-01 1: 4,5:E"]) == 1
    assert main(["check", "lucas-01"]) == 64
    assert "moves end before the finish\nECHEC 2\n" in capsys.readouterr().out
    assert main(["show", "--format", "rows", solved]) == 0
    first = capsys.readouterr().out
    assert main(["show", "--format", "rows", "lucas-01"]) == 0
    assert capsys.readouterr().out == first
    assert main(["show", "ludoscope lucas-01 2: 4,5:E"]) == 65
    assert "found 1 moves, expected 2" in capsys.readouterr().err


@first_of("width", [40, 80])
async def test_a_long_line_is_wrapped_between_words(opened, width) -> None:
    async with opened("FreeCell.3", size=(width, 24)) as driver:
        page = ShareDialog([("the moves", "ludoscope " + "9S-TH " * 60)])
        driver.app.push_screen(page)
        await driver._pilot.pause()
        lines = driver.text().splitlines()
        assert len(lines) <= 24 - 3, "some of the screen below stays in sight"
        told = [line for line in lines if "9S" in line]
        assert sum(line.count("9S-TH") for line in told) == 60
        assert all(re.fullmatch("(ludoscope )?(9S-TH ?)+", line) for line in told)
        assert "Paste it on any screen" in driver.text()


def there_and_back(name: str, count: int) -> list[str]:
    """Return `count` move texts that play a move and take it back in turn."""
    game = catalogue.find(name).game
    first = game.moves(game.start)[0]
    away = game.play(game.start, first)
    back = next(move for move in game.moves(away) if game.play(away, move) == game.start)
    texts = [game.move_text(game.start, first), game.move_text(away, back)]
    return (texts * count)[:count]


@pytest.mark.long
async def test_a_long_game_comes_back(opened) -> None:
    texts = there_and_back("orush-20", 6000)
    sent_line = f"ludoscope orush-20 6000: {' '.join(texts)}"
    assert len(sent_line) > 1 << 14
    async with opened() as driver:
        await paste(driver, sent_line)
        await sent(driver, texts)


@pytest.mark.parametrize("name", ["FreeCell.1-free", "BakersDozen.1", "orush-20", "hexapawn-8x8"])
def test_the_longest_line_that_can_be_read_can_be_pasted(name: str) -> None:
    """Check the longest lines; in peg solitaire no game has more jumps than pegs."""
    puzzle = catalogue.find(name)
    game, position, dice = puzzle.game, puzzle.game.start, random.Random(name)
    moves = []
    while len(moves) < 200 and (possible := game.moves(position)):
        moves.append(dice.choice(possible))
        position = game.play(position, moves[-1])
    empty, full = share.encode(puzzle, []), share.encode(puzzle, moves)
    longest = max(map(len, full.removeprefix(empty[:-2]).split()))
    assert len(empty) + share.MAX_MOVES * (longest + 1) < MAX_PASTE_CHARACTERS
