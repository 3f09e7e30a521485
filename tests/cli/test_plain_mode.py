"""The plain mode through a pipe: whole games in words, hostile lines, sharing."""

import io
import re
import sys
from collections.abc import Callable, Iterator
from datetime import date
from errno import ENOSPC

import pytest
from many import each_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue, daily
from ludoscope.search.budget import Limits
from ludoscope.search.rush.compiled import swift
from ludoscope.search.verify import replay
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import format_game_in_words
from ludoscope.tui.plain.commands import ALIASES, parse_line
from ludoscope.tui.screens.play import opponents, solver_jobs
from ludoscope.tui.text.spoken import to_words

MAX_COLUMNS = 80
NEARLY_DONE = (
    "ludoscope 'patience FreeCell-free TC KS KH KD | - - - - | "
    "JC KC QC / - / - / - / - / - / - / - 0:'"
)


class Player(io.StringIO):
    """A standard input whose lines depend on what was printed before.

    Attributes:
        output: The standard output.
        transcript: Everything typed and printed.
    """

    def __init__(self, lines: Callable[["Player"], Iterator[str]], output: io.StringIO) -> None:
        super().__init__()
        self._lines = lines(self)
        self.output = output
        self.transcript = ""
        self.answer = ""

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        self.answer = " ".join(self.output.getvalue().split())
        self.transcript += self.output.getvalue()
        self.output.seek(0)
        self.output.truncate()
        line = next(self._lines, None)
        if line is None:
            return ""
        self.transcript += f"> {line}\n"
        return f"{line}\n"


@pytest.fixture
def play(monkeypatch, tmp_path):
    """Return a function that plays: what was typed and printed."""
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))

    def run(lines, *words: str, code: int = 0) -> str:
        output = io.StringIO()
        script = (lambda player: iter(lines)) if isinstance(lines, list) else lines
        player = Player(script, output)
        monkeypatch.setattr(sys, "stdin", player)
        monkeypatch.setattr(sys, "stdout", output)
        assert main(["play", "--plain", *words]) == code
        transcript = player.transcript + output.getvalue()
        for line in transcript.splitlines():
            if not line.startswith("> "):
                assert len(line) <= MAX_COLUMNS or line.startswith("ludoscope "), line
                assert all(" " <= char <= "~" for char in line), repr(line)
        return transcript

    return run


def follow_hints(player: Player) -> Iterator[str]:
    """Type the words of each hint until the game is over, then share it."""
    for _ in range(200):
        yield "hint"
        yield "hint"
        hint = re.match(r"Hint: (.*?)\.(?: Typed: .*)?$", player.answer)
        assert hint, player.answer
        yield hint[1]
        if re.search(r"Solved in|You have won", player.answer):
            break
    yield "share"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("lucas-03", marks=pytest.mark.long),
        "lucas-01",
        "orush-02",
        "hexapawn-3x3",
        pytest.param(NEARLY_DONE, id="patience"),
        pytest.param("FullMidnightOil.9", marks=pytest.mark.long),
        pytest.param("Seahaven.4-free", marks=pytest.mark.long),
        pytest.param("ms-25-free", marks=pytest.mark.long),
        pytest.param("orush-20", marks=pytest.mark.long),
        pytest.param("triangle-11-11", marks=pytest.mark.long),
    ],
)
def test_a_whole_game_is_played_in_words(name: str, play, monkeypatch) -> None:
    monkeypatch.setattr(solver_jobs, "SHORTER_HINT_LIMITS", Limits(seconds=0.1, memory=1 << 28))
    transcript = play(follow_hints, name)
    shared = transcript[transcript.rindex("Ludoscope, ") :]
    puzzle = catalogue.parse(shared)
    game = FAMILIES[puzzle.game.family].as_played(puzzle.game)
    assert puzzle.game.spec() == catalogue.find(name, files=False).game.spec()
    assert replay(game, game.start, puzzle.moves)
    assert ("You have won" in transcript) == (game.players == 2)


@each_of("name", ["english-central", "orush-20", "hexapawn-4x4", "ms-24", "mo-3"])
def test_moves_are_typed_as_they_are_said(name: str) -> None:
    puzzle = catalogue.find(name.replace("mo-3", "FullMidnightOil.3"), files=False)
    game = FAMILIES[puzzle.game.family].as_played(puzzle.game)
    spoken = board_family(game.family).create_spoken_board(game)
    board = create_board(game, UserOptions())
    position = game.start
    for _ in range(8):
        moves = game.moves(position)
        for move in moves:
            words = to_words(spoken.describe_moves(position, [move]))
            typed = game.parse_moves(position, spoken.to_notation(position, words.capitalize()))
            assert game.play(position, typed[0]) == game.play(position, move), words
            notation = spoken.format_notation(position, [move])
            typed = board.parse_moves(position, notation)
            assert game.play(position, typed[0]) == game.play(position, move), notation
        position = game.play(position, moves[len(moves) // 2])


def test_boards_without_pegs_or_holes_are_described_in_words() -> None:
    game = catalogue.parse("xxx/xxx/xxx\n").game
    spoken = board_family("peg").create_spoken_board(game)
    assert list(spoken.summarise(game.start)) == ["9 pegs, no empty holes.", "Goal: no pegs."]
    assert spoken.summarise(0)[0] == "No pegs, 9 empty holes."
    assert "Goal: no pegs." in spoken.describe_board(game.start)


def test_a_board_of_one_column_is_described_in_the_singular() -> None:
    game = catalogue.parse("p/./P").game
    spoken = board_family("hexapawn").create_spoken_board(game)
    first_line = spoken.describe_board(game.start)[0]
    assert first_line == "3 rows, 1 column, a; row 1 is white's."


def test_a_long_list_of_words_is_no_jump() -> None:
    game = catalogue.find("triangle-11-11", files=False).game
    spoken = board_family("peg").create_spoken_board(game)
    text = "1,5 jumps" + " northwest" * 400
    assert spoken.to_notation(game.start, text) == "1,5:" + ".".join(["NW"] * 400)
    assert spoken.to_notation(game.start, text + "X") == text + "X"
    text = "1,5 jumps " + "northwest" * 400 + "X"
    assert spoken.to_notation(game.start, text) == text


def test_each_line_has_an_answer(play) -> None:
    lines = ["", "frobnicate", "hlep", "undo", "undo x", "redo", "at", "at zz", "players white"]
    lines += ["open", "open nowhere", "\x1b[2J\x07", "9" * 5000, "x" * 300]
    lines += ["ludoscope lucas-07 9: x", "u u 2"]
    lines += ["winnable", "restart", "solve nonesuch", "analysis", "line", "rules", "help", "games"]
    lines += ["hint", "99", "e\u0301\u202e♣"]
    transcript = play(lines, "orush-02")
    answers = re.split(r"(?m)^> .*\n", transcript)
    assert len(answers) == 1 + len(lines)
    assert all(answer.strip() for answer in answers), transcript
    assert "\x1b" not in transcript.replace("> \x1b", "")
    for sentence in (
        'did you mean "help"?',
        "Nothing to undo.",
        "x found, expected a number of moves from 1 to 10,000.",
        "Where? Type at and a boat, such as B, or a square by column and row, such as 6,3.",
        "One player only",
        "No puzzle is called 'nowhere'.",
        "This position can still be won.",
        "no solver 'nonesuch'",
        "Analysis off.",
        "No puzzle is open.",
    ):
        assert sentence.lower() in " ".join(transcript.split()).lower(), sentence


def test_a_line_without_end_is_skipped(play) -> None:
    transcript = play(["a" * (1 << 18) + "b", "line"], "orush-02")
    assert "too long" in transcript
    assert "No moves yet." in transcript


def test_commands_are_read_by_name_and_letter() -> None:
    assert parse_line("undo 3") == ("undo", "3")
    assert parse_line("HINT") == parse_line("i") == ("hint", "")
    assert parse_line("R") == ("", "R")  # a reshuffle: capitals are pieces
    assert parse_line("r") == ("restart", "")
    assert parse_line("d d 2") == ("", "d d 2")  # boat D down 2
    assert {letter for letter in ALIASES if len(letter) == 1} == set("bmiuyzsroacnpd?q")


def test_the_computer_answers_and_players_change(play, monkeypatch) -> None:
    monkeypatch.setattr(opponents, "MOVE_DELAY_SECONDS", 0.0)
    transcript = play(["players white", "a1 to a2", "players both", "players none"], "hexapawn-3x3")
    assert re.search(r"White: a1 to a2\. Black: \w+ (to|takes) \w+\.", transcript)
    assert "won in" in transcript  # the computer has played both sides to the end


def test_the_opponents_first_move_is_told_after_a_restart(play) -> None:
    lines = ["players black", "b3 to b2", "restart"]
    transcript = " ".join(play(lines, "hexapawn-4x3").split())
    assert re.search(
        r'Restarted\. "redo" makes the moves again\. White: \w\d to \w\d\.', transcript
    )


def test_a_shared_line_is_a_command_on_one_line(play) -> None:
    transcript = play(["boat C up 1", "boat C down 1"] * 10 + ["share"], "orush-02")
    command = transcript.split("run the next line in a shell:\n")[1].splitlines()[0]
    assert len(command) > MAX_COLUMNS
    assert catalogue.parse(command).moves


def test_without_a_puzzle_it_lists_games_and_opens_by_number(play) -> None:
    play(["boat C up 1"], "orush-02")
    transcript = play(["1", "line", "games", "2", "quit"])
    assert "1. Continue ORush, Number 2" in transcript
    assert "1. Boat C up 1." in transcript
    assert re.search(r"> 2\nDaily \d{4}-\d\d-\d\d\. Peg solitaire", transcript)


@pytest.mark.parametrize("error", [BrokenPipeError(), OSError(ENOSPC, "the disk is full")])
def test_output_that_fails_is_not_taken_for_a_puzzle_that_is_missing(error, play) -> None:
    def fail(text: str) -> int:
        raise error

    def lines(player: Player) -> Iterator[str]:
        player.output.write = fail
        yield "next"

    play(lines, "lucas-01", code=141 if isinstance(error, BrokenPipeError) else 66)


def test_rules_are_sentences_for_each_family(play) -> None:
    lines = ["rules", "open lucas-07", "rules", "open orush-02", "rules", "open ms-24", "rules"]
    transcript = " ".join(play(lines, "hexapawn-3x3").split())
    for sentence in (
        "jumps over the peg beside it into the empty hole behind",
        "never diagonally. Goal: 1 peg at 4,4.",
        "Boats slide forwards and backwards",
        "or a card in a cell, can be moved: home, to a column or into a free cell.",
        "captures an enemy one square ahead and to the side",
    ):
        assert sentence in transcript
    assert ". . ." not in transcript, "the goal is said, not drawn"


def test_days_and_results_are_told_in_words(play, monkeypatch) -> None:
    day = date(2026, 11, 16)
    monkeypatch.setattr(daily, "today", lambda: day)
    puzzle = catalogue.find(daily.name_for("rush", day))
    *_, verdict = swift(puzzle.game, puzzle.game.start, Limits())
    lines = ["share result", "hint", *steps_of(puzzle.game, verdict.moves), "share result"]
    lines += ["calendar", "calendar 2026-12", "calendar x"]
    text = " ".join(play(lines, puzzle.name).split())
    assert "No result to share: the game is not won." in text
    heading = "Ludoscope, ORush, Daily 2026-11-16 solved in"
    assert re.search(rf"{heading} [0-9]+ moves, 0:[0-9]+, 1 hint", text)
    assert "how it went: a hint, on to the end ludoscope orush-daily-2026-11-16" in text
    assert "November 2026: 0 of 16 days won." in text
    assert "16 November, today: Peg solitaire to be played" in text
    assert "ORush won with hints" in text
    assert "1 to 15 November: nothing won." in text
    assert "later months come with their days" in text
    assert "Found 'x', expected a month such as 2026-11." in text


def steps_of(game, moves) -> Iterator[str]:
    """Yield the moves of a line as texts."""
    position = game.start
    for move in moves:
        yield game.move_text(position, move)
        position = game.play(position, move)


def test_it_needs_a_puzzle_besides_standard_input(play, capsys) -> None:
    assert play([], "-", code=64) == ""
    play([], "frobnicate", code=66)


def test_a_game_in_words_opens_where_it_is_pasted() -> None:
    for name in ("lucas-07", "orush-20", "hexapawn-4x4", "ms-24", "Seahaven.4-free"):
        puzzle = catalogue.find(name, files=False)
        model = GameModel(Session(puzzle), UserOptions())
        for _ in range(3):
            model.make_move(model.game.moves(model.session.position)[0])
        text = format_game_in_words(model)
        assert text.isascii()
        assert all(len(line) <= MAX_COLUMNS for line in text.splitlines()[:-1])
        wrapped = text.replace(" 3: ", "\n3: ")  # as a mail program may break the last line
        for pasted in (text, wrapped):
            opened = catalogue.parse(pasted)
            assert (opened.name, list(opened.moves)) == (name, model.moves_from_start)
