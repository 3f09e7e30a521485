"""Games as lines: copied, pasted, typed, named on the command line."""

import random
import re

import pytest
from many import first_of

from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_judge
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import format_game_line, format_summary
from ludoscope.tui.screens.share.dialog import ShareDialog
from ludoscope.tui.terminal.input_parser import MAX_PASTE_CHARACTERS

SENT = "ludoscope lucas-07 2: 5,4:SW 2,2:E # 2 moves"


async def paste(pilot, text: str) -> None:
    from textual import events

    pilot.app.post_message(events.Paste(text))
    await pilot.wait_until(lambda: pilot.app.screen is not None)
    await pilot.textual_pilot.pause()


async def sent(pilot, texts: list[str]) -> None:
    def there() -> bool:
        model = getattr(pilot.app.screen, "model", None)
        return model is not None and model.session.move_texts[: model.session.ply] == texts

    await pilot.wait_until(there)


async def test_a_line_is_copied_and_shown(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        for text in ("5,4:S", "5,2:W"):
            assert model.play_text(text)
        await pilot.press("c")
        assert isinstance(pilot.app.screen, ShareDialog)
        assert pilot.app.clipboard == "ludoscope lucas-07 1: 5,4:SW"
        assert pilot.app.clipboard in pilot.screen_text()
        assert "Ludoscope, or in a shell, to open it." in pilot.screen_text()
        await pilot.press("tab")  # the game in words, of several lines
        assert "Ludoscope, or its last line in a shell, to open it." in pilot.screen_text()
        assert catalogue.parse(pilot.app.clipboard.splitlines()[-1]).name == "lucas-07"
        await pilot.press("escape")
        assert pilot.screen.model is model


@pytest.mark.long
@first_of("name", ["orush-daily-2026-11-20", "orush-01"])
async def test_result_of_a_won_game_is_copied_without_moves(open_app, name) -> None:
    async with open_app(name, show_clock=False) as pilot:
        model = pilot.screen.model
        game, position = model.game, model.game.start
        *_, verdict = find_judge(game).run(game, position, Limits(seconds=9))
        for move in verdict.moves:
            assert model.play_player_move(move)
        await pilot.wait_until(pilot.is_result_final)
        await pilot.press("c")

        def end() -> object:
            position = game.start
            for move in share.decode(pilot.app.clipboard).moves:
                position = game.play(position, move)
            return position

        if name == "orush-01":  # whose moves come first; of a daily they give it away
            assert end() == model.session.position
            await pilot.press("tab")
        first, second, story, third = pilot.app.clipboard.splitlines()
        assert story == "🟩" * 8
        assert first == f"Ludoscope · ORush · {model.puzzle.title}"
        assert re.fullmatch(r"★[★☆]{2} solved in [0-9]+ moves.*, no hints", second)
        assert third.split()[1] == name
        for part in (first, second, story, third):
            assert part in pilot.screen_text()
        if name == "orush-01":
            return
        assert third == f"ludoscope {name}"
        told = pilot.app.clipboard
        await pilot.press("tab")
        in_words = pilot.app.clipboard.splitlines()
        assert re.fullmatch(r"[1-3] stars?, solved in [0-9]+ moves.*, no hints", in_words[1])
        assert in_words[2:] == ["how it went: on to the end", third]
        assert catalogue.parse(pilot.app.clipboard).name == name
        await pilot.press("tab")
        assert end() == model.session.position
        await pilot.press("escape")
        assert catalogue.parse(told).name == name
        assert catalogue.is_puzzle_text(told)


async def test_summary_of_a_daily_deal_names_the_deal(open_app) -> None:
    async with open_app("patience-daily-2026-11-20", autoplay="off") as pilot:
        model = pilot.screen.model
        *_, verdict = find_judge(model.game).run(model.game, model.game.start, Limits(seconds=9))
        model.play_moves(verdict.moves)
        heading = format_summary(model).splitlines()[0]
    deal = model.puzzle.source
    assert heading == f"Ludoscope · Patience · Daily 2026-11-20 · {deal}"


async def test_copying_a_replay_copies_the_shown_position(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        assert model.play_text("5,4:S")
        model.show_published_solution(model.puzzle.published_solution)
        model.step_replay(3)
        assert list(share.decode(format_game_line(model)).moves) == model.replay.moves[:3]


async def test_a_pasted_line_opens_the_game_there(open_app) -> None:
    async with open_app() as pilot:
        await paste(pilot, f"\n {SENT}\r\n")
        await sent(pilot, ["5,4:S", "5,2:W", "2,2:E"])
        model = pilot.screen.model
        await pilot.wait_until(lambda: "as it was sent" in pilot.screen_text())
        assert model.session.hint_count == 1
        await pilot.press("u", "u", "u")
        assert (model.session.ply, model.session.undone_count) == (0, 3)


async def test_a_pasted_solution_is_no_attempt(open_app) -> None:
    puzzle = catalogue.find("lucas-01")
    solution = collection("peg").shortest_solution(puzzle)
    async with open_app() as pilot:
        await paste(pilot, share.encode(puzzle, solution))
        await pilot.wait_until(lambda: getattr(pilot.screen, "model", None) is not None)
        model = pilot.screen.model
        assert model.session.is_won
        for keys in ("u", "y"), ("u", "u", "y", "y"):
            await pilot.press(*keys)
            assert model.session.is_won
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        assert await pilot.app.library.outcomes() == []


def test_own_moves_after_a_shared_line_are_an_attempt_with_help() -> None:
    session = Session(catalogue.find("lucas-07"))
    line = share.decode(SENT).moves
    session.show_shared_line(line)
    assert (session.moves, session.hint_count, session.has_undone) == (list(line), 1, False)
    session.undo()
    session.redo()
    assert not session.is_started
    session.play(session.game.moves(session.position)[0])
    assert session.is_in_attempt
    assert session.hint_count


def test_a_shared_solution_does_not_win_the_game_that_was_begun() -> None:
    puzzle = catalogue.find("lucas-01")
    session = Session(puzzle)
    solution = collection("peg").shortest_solution(puzzle)
    session.play(next(move for move in session.game.moves(session.position) if move != solution[0]))
    assert session.is_in_attempt
    session.show_shared_line(solution)
    assert session.is_won
    assert session.is_started
    assert not session.is_in_attempt


@pytest.mark.long
async def test_pasting_keeps_the_own_game_as_a_branch(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        assert model.play_text("4,5:E")
        assert model.play_player_move(model.game.moves(model.position)[0])
        await paste(pilot, SENT)
        await sent(pilot, ["5,4:S", "5,2:W", "2,2:E"])
        assert pilot.screen.model is model
        await pilot.wait_until(
            lambda: "Your own game is kept in the tree: press t" in pilot.screen_text()
        )
        await pilot.press("escape")
        await paste(pilot, "ludoscope lucas-07 1: 5,4:N")
        await sent(pilot, ["5,4:N"])
        await pilot.wait_until(
            lambda: "Your own game is kept in the tree: press t" in pilot.screen_text()
        )
        history = pilot.screen.model.session.history
        assert [child.text for child in history.root.children] == ["4,5:E", "5,4:S", "5,4:N"]
        assert len(history.nodes) == 1 + 2 + 3 + 1


@pytest.mark.long
async def test_pasting_an_open_game_returns_to_it(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        first = pilot.screen
        assert first.model.play_text("4,5:E")
        await pilot.press("ctrl+l")
        await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "LabScreen")
        await paste(pilot, SENT)
        await sent(pilot, ["5,4:S", "5,2:W", "2,2:E"])
        assert pilot.screen is first
        own, sent_one = first.model.session.history.root.children
        assert (own.text, sent_one.text) == ("4,5:E", "5,4:S")
        await pilot.press("escape")
        assert type(pilot.app.screen).__name__ == "HomeScreen"


@pytest.mark.long
async def test_pasted_game_takes_the_place_of_the_game_on_the_screen(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await paste(pilot, "ludoscope english-central 1: 4,2:N")
        await sent(pilot, ["4,2:N"])
        await pilot.press("escape")
        assert type(pilot.app.screen).__name__ == "HomeScreen"


async def test_malformed_line_is_reported_and_opens_nothing(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        screen = pilot.screen
        await paste(pilot, "ludoscope lucas-07 2: 5,4:S")
        await pilot.wait_until(lambda: "the line was cut off" in pilot.screen_text())
        assert pilot.screen is screen
        assert screen.model.session.ply == 0


@pytest.mark.long
async def test_a_visitor_may_paste_a_line_but_no_file(open_app, tmp_path) -> None:
    file = tmp_path / "line.txt"
    file.write_text(SENT)
    async with open_app(files=False) as pilot:
        await paste(pilot, f"ludoscope {file} 0:")
        await pilot.wait_until(lambda: "No puzzle is called" in pilot.screen_text())
        await paste(pilot, SENT)
        await sent(pilot, ["5,4:S", "5,2:W", "2,2:E"])


def test_commands_accept_a_shared_line(capsys, tmp_path) -> None:
    solved = "ludoscope lucas-01 5: 4,5:E 4,3:N 3,5:E 6,5:W 4,6:S # solved in 5 moves, 2:41"
    assert main(["check", solved]) == 0
    assert capsys.readouterr().out == "SUCCES\n"
    assert main(["check", "ludoscope lucas-01 1: 4,5:E"]) == 1
    assert main(["check", "lucas-01"]) == 64
    assert "moves end before the finish\nECHEC 2\n" in capsys.readouterr().out
    assert main(["show", "--format", "rows", solved]) == 0
    _, finish = capsys.readouterr().out.split("finish\n")
    assert main(["show", "--format", "finish", "lucas-01"]) == 0
    assert capsys.readouterr().out == finish
    assert main(["show", "ludoscope lucas-01 2: 4,5:E"]) == 65
    assert "found 1 moves, expected 2" in capsys.readouterr().err


@first_of("width", [40, 80])
async def test_a_long_line_is_wrapped_between_words(open_app, width) -> None:
    async with open_app("FreeCell.3", size=(width, 24)) as pilot:
        screen = ShareDialog([("the moves", "ludoscope " + "9S-TH " * 60, "")])
        pilot.app.push_screen(screen)
        await pilot.textual_pilot.pause()
        lines = pilot.screen_text().splitlines()
        assert len(lines) <= 24 - 3, "some of the screen below stays in sight"
        told = [line for line in lines if "9S" in line]
        assert sum(line.count("9S-TH") for line in told) == 60
        assert all(re.fullmatch("(ludoscope )?(9S-TH ?)+", line) for line in told)
        assert "Paste it on any screen" in pilot.screen_text()


def there_and_back(name: str, count: int) -> list[str]:
    """Return `count` move texts that play a move and take it back in turn."""
    game = catalogue.find(name).game
    first = game.moves(game.start)[0]
    away = game.play(game.start, first)
    back = next(move for move in game.moves(away) if game.play(away, move) == game.start)
    texts = [game.move_text(game.start, first), game.move_text(away, back)]
    return (texts * count)[:count]


@pytest.mark.long
async def test_long_game_survives_a_round_trip(open_app) -> None:
    texts = there_and_back("orush-20", 6000)
    sent_line = f"ludoscope orush-20 6000: {' '.join(texts)}"
    assert len(sent_line) > 1 << 14
    async with open_app() as pilot:
        await paste(pilot, sent_line)
        await sent(pilot, texts)


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
