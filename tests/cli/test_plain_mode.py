"""The plain mode through a pipe: whole games in words, hostile lines, sharing."""

import io
import re
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import date
from errno import ENOSPC

import pytest
from many import each_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue, daily, share
from ludoscope.search.budget import Limits
from ludoscope.search.rush.compiled import swift
from ludoscope.search.verify import replay
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.rush.board import RushBoard
from ludoscope.tui.boards.rush.spoken import SpokenRushBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.analysis import UNKNOWN, Judgement
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.share import format_game_in_words
from ludoscope.tui.plain.commands import ALIASES, parse_line
from ludoscope.tui.screens.play import opponents, solver_jobs
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.text.spoken import to_words

MAX_COLUMNS = 80
FREE_RUN, FORCED_RUN = (
    f"ludoscope 'patience {variant} 9C 8S 9H 8D | - - - - | KH / 9D QC JH TS / "
    "TC KS QD JC TD / TH KD QS JD / 9S JS KC QH / - / - / - 0:'"
    for variant in ("FreeCell-free", "FreeCell")
)
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


def ask_for_hint(player: Player) -> Iterator[str]:
    """Ask twice: for the piece, then for the move."""
    yield "hint"
    yield "hint"


def hinted_move(player: Player) -> str:
    """Return the move that the last answer has said, in its words."""
    hint = re.match(r"Hint: (.*?)\.(?: Typed: .*)?$", player.answer)
    assert hint, player.answer
    return hint[1]


def follow_hints(player: Player) -> Iterator[str]:
    """Type the words of each hint until the game is over, then share it."""
    for _ in range(200):
        yield from ask_for_hint(player)
        yield hinted_move(player)
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


def test_runs_are_typed_as_they_are_said() -> None:
    game = catalogue.parse(FREE_RUN).game
    spoken = board_family(game.family).create_spoken_board(game)
    board = create_board(game, UserOptions())
    steps = spoken.legal_steps(game.start)
    assert any(len(step) > 1 for step in steps)
    for step in steps:
        words = to_words(spoken.describe_moves(game.start, step))
        typed = board.parse_moves(game.start, spoken.to_notation(game.start, words))
        assert game.play_line(game.start, typed) == game.play_line(game.start, step), words


def test_runs_are_listed_with_the_number_of_cards_that_can_move(play) -> None:
    transcript = " ".join(play(["moves", "at 2", "at 1", "rules"], FREE_RUN).split())
    for text in (
        "queen of clubs down to ten of spades to king of hearts in column 1",
        "queen of clubs down to ten of spades to empty column",
        "jack of hearts down to ten of spades to empty column",
        "In sequence: queen of clubs down to ten of spades. Up to 13 cards at a time.",
        "Column 1, 1 card: king of hearts. >",
        "one more than there are free cells, and twice as many for each empty column.",
    ):
        assert text in transcript


def test_cards_that_go_home_by_the_rules_are_named(play) -> None:
    words = "queen of clubs down to ten of spades to king of hearts in column 1"
    home = "; then nine of diamonds; ten of diamonds; jack of diamonds home"
    transcript = " ".join(play([f"{words}{home}", "undo", "line", "redo"], FORCED_RUN).split())
    assert f"Q{words[1:]}{home}." in transcript
    assert f"Undone: Q{words[1:]}{home}." in transcript
    rules = " ".join(play(["rules"], FORCED_RUN).split())
    assert "can be moved to a column or into a free cell." in rules


def test_a_reshuffle_is_typed_as_it_is_said() -> None:
    game = catalogue.find("FullMidnightOil.3", files=False).game
    spoken = board_family(game.family).create_spoken_board(game)
    for words in ("reshuffle", "Reshuffle; then ace of clubs; two of clubs home"):
        assert spoken.to_notation(game.start, words) == "R"


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


def test_a_peg_jumps_only_in_the_directions_of_its_board() -> None:
    game = catalogue.find("lucas-07", files=False).game
    spoken = board_family("peg").create_spoken_board(game)
    assert spoken.to_notation(game.start, "4,2 jumps north, then west") == "4,2:NW"
    for text in ("4,2 jumps northwest", "4,2 jumps northeast", "4,2 jumps north, then southeast"):
        assert spoken.to_notation(game.start, text) == text
    game = catalogue.find("triangle-11-11", files=False).game
    spoken = board_family("peg").create_spoken_board(game)
    assert spoken.to_notation(game.start, "1,5 jumps northwest") == "1,5:NW"
    assert spoken.to_notation(game.start, "1,5 jumps northeast") == "1,5 jumps northeast"


@each_of(
    ("name", "line"),
    [
        ("lucas-07", "4,6 jumps \u017fouth"),  # a long s
        ("ms-24", "9 of \u017fpades; 8 of \u017fpades home"),
        ("ms-24", "\u212aing of hearts to cell"),  # the sign of Kelvin
        ("hexapawn-3x7", "at \u01311"),  # an i without its dot
        ("orush-02", "boat C r\u0131ght 1"),
    ],
)
def test_letters_that_only_look_like_others_are_refused(name: str, line: str, play) -> None:
    answer = play([line], name).split(f"> {line}\n")[1]
    assert answer.strip()
    assert "ubstring" not in answer


def test_a_move_in_words_that_a_board_refuses_is_answered(play, monkeypatch) -> None:
    def refuse(board: SpokenRushBoard, position: object, text: str) -> str:
        raise ValueError("no boat is called so")

    monkeypatch.setattr(SpokenRushBoard, "to_notation", refuse)
    assert "No boat is called so.\n" in play(["boat Z up 1"], "orush-02")


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


def test_files_of_one_name_keep_their_games(play, tmp_path) -> None:
    grid = "~~~~~~\n~~~~~~\n~~AABC\n~~~~BC\n~~~~~~\n~~~~~~\n"
    lines = []
    for folder, text in (("one", grid), ("two", grid.replace("~~AABC", "~AA~BC"))):
        path = tmp_path / folder / "grid.txt"
        path.parent.mkdir()
        path.write_text(text)
        lines += [f"open {path}", "boat c down 1"]
    transcript = " ".join(play([*lines, "games", "2"]).split())
    assert "You played another puzzle called grid.txt before; its game is kept." in transcript
    assert "1. Continue ORush, grid.txt 2. Continue ORush, grid.txt (earlier " in transcript
    assert "Continued after 1 " in transcript


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
    assert parse_line("o white") == ("players", "white")
    assert parse_line("c result") == ("share", "result")
    assert parse_line("s beam") == ("solve", "beam")
    assert parse_line("u 3") == ("undo", "3")
    for move in ("o left", "s Down 2", "u u 2", "c h", "c 7h", "a 3"):
        assert parse_line(move) == ("", move)
    assert {letter for letter in ALIASES if len(letter) == 1} == set("bmiuyzsroacnpd?q")


def test_the_computer_answers_and_players_change(play, monkeypatch) -> None:
    monkeypatch.setattr(opponents, "MOVE_DELAY_SECONDS", 0.0)
    transcript = play(["players white", "a1 to a2", "players both", "players none"], "hexapawn-3x3")
    assert re.search(r"White: a1 to a2\. Black: \w+ (to|takes) \w+\.", transcript)
    assert "won in" in transcript  # the computer has played both sides to the end


def interrupt_opponent(monkeypatch) -> None:
    """Press ctrl+c when the opponent begins to think next."""
    find_move = SolverJobs.find_opponents_move

    def interrupt(jobs: SolverJobs) -> None:
        monkeypatch.setattr(SolverJobs, "find_opponents_move", find_move)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(SolverJobs, "find_opponents_move", interrupt)


@pytest.mark.parametrize("line", ["hint", "status", "a3 to a2", "players black"])
def test_the_opponent_moves_with_the_next_line_after_ctrl_c(line, play, monkeypatch) -> None:
    interrupt_opponent(monkeypatch)
    opening, answer = play([line], "hexapawn-3x3").split(f"> {line}\n")
    assert "Stopped." in opening
    assert "White: " not in opening
    assert re.search(r"(?m)^White: \w\d to \w\d\.", answer)
    assert "Not yet" not in answer
    assert ("Hint: " in answer) == (line == "hint")


def test_ctrl_c_within_a_game_stops_the_opponent_until_the_next_line(play, monkeypatch) -> None:
    def lines(player: Player) -> Iterator[str]:
        yield from ask_for_hint(player)
        move = hinted_move(player)
        interrupt_opponent(monkeypatch)
        yield move
        yield "status"
        yield "line"

    transcript = play(lines, "hexapawn-3x3")
    assert "Stopped." in transcript
    assert re.search(r"> status\nWhite: ", transcript)
    assert re.search(r"> line\n1\. White: .*\n1\. Black: .*\n2\. White: ", transcript)


def test_whose_turn_it_is_is_said_to_two_humans(play) -> None:
    transcript = play(["players both", "status"], "hexapawn-3x3")
    assert re.search(r"> status\n(White|Black) to move\.\n", transcript)
    assert re.search(r"(White|Black) to move\.\n", play([], "hexapawn-3x3"))


def test_who_loses_is_told_how_to_play_the_other_side(play) -> None:
    lines = ["players white", "restart", "status", "o black"]
    transcript = " ".join(play(lines, "hexapawn-3x3").split())
    assert 'type "players black" to play black' in transcript
    assert "> o black You play black" in transcript


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


def test_the_line_of_a_shared_result_is_not_wrapped(play) -> None:
    lines = ["queen of clubs to cell", "king of clubs to cell", "home", "share result"]
    last_line = play(lines, NEARLY_DONE).splitlines()[-1]
    assert len(last_line) > MAX_COLUMNS
    assert catalogue.parse(last_line).game.spec() == catalogue.parse(NEARLY_DONE).game.spec()


def test_a_pasted_game_in_words_opens_with_its_last_line(play) -> None:
    pasted = play(["boat C up 1", "share"], "orush-02").split("> share\n")[1].splitlines()
    transcript = play([*pasted, "line"], "lucas-01")
    skipped = transcript.split(f"> {pasted[0]}\n")[1].split(f"> {pasted[-1]}\n")[0]
    assert all(line.startswith(("> ", "A shared game: ")) for line in skipped.splitlines())
    assert "1. Boat C up 1." in transcript.split("> line\n")[1]


@pytest.mark.parametrize("end", ["", "moves"])
def test_a_pasted_text_that_is_cut_off_ends(end, play) -> None:
    lines = ["Ludoscope, ORush: Number 2. 1 move.", "boat C up 1", end, "boat C up 1"]
    assert play(lines, "orush-02").count("Boat C up 1.") == 1


def test_comments_are_read_out_where_the_game_arrives_at_them(play) -> None:
    session = Session(catalogue.find("orush-02"))
    (move,) = session.game.parse_moves(session.position, "C>")
    session.play(move)
    session.annotate(session.history.current, "?! is not needed")
    line = share.encode_tree(session.puzzle, session.shared_tree(session.history.current.path()))
    opening, undone, redone = re.split(r"(?m)^> .*\n", play(["undo", "redo"], line))
    comment = "Comment: dubious move; is not needed.\n"
    assert comment in opening
    assert comment not in undone
    assert comment in redone


def test_a_slide_that_goes_on_is_told_with_the_whole_move(play) -> None:
    transcript = play(["boat C up 1", "boat C up 1", "line"], "orush-02")
    assert "Boat C up 1; in all boat C up 2, one move.\n" in transcript
    assert transcript.split("> line\n")[1] == "1. Boat C up 2.\n"


def dead_end(game, position) -> list | None:
    """Return moves from a position to one that is lost for want of moves, None if there is none."""
    if game.is_won(position):
        return None
    moves = game.moves(position)
    for move in moves:
        rest = dead_end(game, game.play(position, move))
        if rest is not None:
            return [move, *rest]
    return None if moves else []


def test_the_way_back_from_a_loss_is_told_in_words(play) -> None:
    game = catalogue.find("lucas-01", files=False).game
    moves = dead_end(game, game.start)
    assert moves
    lines = [*steps_of(game, moves), "hint", "hint", "winnable"]
    transcript = " ".join(play(lines, "lucas-01").split())
    step = r"jump \d+, \d,\d jumps \w+ over \d,\d to \d,\d"
    assert re.search(rf'"winnable" goes back before {step}', transcript)
    assert re.search(rf"Back before {step}", transcript)


def test_the_solutions_of_the_catalogue_are_known(play, monkeypatch) -> None:
    monkeypatch.setattr(GameModel, "needs_analysis", False)
    assert "\nWinnable.\n" in play([], "lucas-07")


def test_a_position_that_is_not_decided_is_said_to_be_so(play, monkeypatch) -> None:
    def give_up(model: GameModel) -> bool:
        model.analysis.add_judgement(model.session.position, Judgement(UNKNOWN))
        return False

    monkeypatch.setattr(GameModel, "needs_analysis", property(give_up))
    transcript = play(["status"], "orush-02")
    assert transcript.count("Not decided in time.\n") == 2
    assert "Unknown" not in transcript


def test_without_a_notation_moves_are_typed_as_the_game_writes_them(play, monkeypatch) -> None:
    monkeypatch.setattr(RushBoard, "NOTATION", "")
    transcript = play(["help", "rules"], "orush-02")
    assert transcript.count("Moves are typed as the game writes them.\n") == 2


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
        "or a card in a cell, can be moved home, to a column or into a free cell.",
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
