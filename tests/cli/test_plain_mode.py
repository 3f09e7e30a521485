"""The plain mode through a pipe: whole games in words, hostile lines, sharing."""

import io
import re
import sys
from collections.abc import Callable, Iterator

import pytest

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.search.verify import replay
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.commands.cli import main
from ludoscope.tui.text.spoken import to_words

MAX_COLUMNS = 80


class Player(io.StringIO):
    """A standard input whose lines depend on what was printed before.

    Attributes:
        transcript: Everything typed and printed.
    """

    def __init__(self, lines: Callable[["Player"], Iterator[str]], output: io.StringIO) -> None:
        super().__init__()
        self._lines = lines(self)
        self._output = output
        self.transcript = ""
        self.answer = ""

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        self.answer = " ".join(self._output.getvalue().split())
        self.transcript += self._output.getvalue()
        self._output.seek(0)
        self._output.truncate()
        line = next(self._lines, "")
        self.transcript += f"> {line}\n" if line else ""
        return f"{line}\n" if line else ""


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
                assert len(line) <= MAX_COLUMNS, line
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


@pytest.mark.parametrize("name", ["lucas-03", "orush-02", "hexapawn-3x3", "Seahaven.4-free"])
def test_a_whole_game_is_played_in_words(name: str, play) -> None:
    transcript = play(follow_hints, name)
    shared = transcript[transcript.rindex("Ludoscope, ") :]
    puzzle = catalogue.parse(shared)
    game = FAMILIES[puzzle.game.family].as_played(puzzle.game)
    assert puzzle.name == name
    assert replay(game, game.start, puzzle.moves)
    assert ("You have won" in transcript) == (game.players == 2)


@pytest.mark.parametrize("name", ["english-central", "orush-20", "hexapawn-4x4", "ms-24", "mo-3"])
def test_moves_are_typed_as_they_are_said(name: str) -> None:
    puzzle = catalogue.find(name.replace("mo-3", "FullMidnightOil.3"), files=False)
    game = FAMILIES[puzzle.game.family].as_played(puzzle.game)
    spoken = board_family(game.family).create_spoken_board(game)
    position = game.start
    for _ in range(8):
        moves = game.moves(position)
        for move in moves:
            words = to_words(spoken.describe_moves(position, [move]))
            typed = game.parse_moves(position, spoken.to_notation(position, words.capitalize()))
            assert game.play(position, typed[0]) == game.play(position, move), words
        position = game.play(position, moves[len(moves) // 2])
