"""Readers of games as functions that raise ValueError, or check that what they read round-trips.

`holds` calls a reader and checks how it refuses.
"""

import json
import random
import re
import time
from collections.abc import Callable, Hashable
from typing import Any

import ludoscope
from ludoscope.games import FAMILIES, AnyGame, NotationError, from_spec
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.boards.user_options import UserOptions

NAMES = {
    "peg": ("lucas-07", "english-central", "triangle-11-11"),
    "patience": ("FreeCell.7", "ms-25", "Seahaven.4-free", "MidnightOil.3", "BakersDozen.9"),
    "rush": ("orush-01", "orush-20", "orush-33"),
    "hexapawn": ("hexapawn-4x4", "hexapawn-3x7", "hexapawn-8x2"),
}
PYTHONS_OWN = re.compile("invalid literal|unpack|digits;|could not convert|not in tuple|subsection")
FORMATS = {"peg": ["rows"]}  # the others lose the finish or the lattice
MAX_MESSAGE_CHARACTERS = 300
MAX_SECONDS = 1.0  # of the processor that any input may take
Reader = Callable[[str], object]


def games_of(family: str) -> list[AnyGame]:
    return [catalogue.find(name, files=False).game for name in NAMES[family]]


def walk(game: AnyGame, seed: int, moves: int = 12) -> tuple[Any, list[Hashable]]:
    """Return the position after some random moves from the start, and the moves."""
    dice, position, made = random.Random(seed), game.start, []
    for _ in range(moves):
        if game.is_won(position) or not (choices := game.moves(position)):
            break
        made.append(dice.choice(choices))
        position = game.play(position, made[-1])
    return position, made


def holds(reader: Callable[[Any], object], value: Any, max_seconds: float = MAX_SECONDS) -> bool:
    """Return True if the reader accepts the value, False if it refuses with a clear message."""
    began = time.process_time()
    try:
        reader(value)
    except ValueError as error:
        said = str(error)
        assert type(error) is not UnicodeDecodeError
        assert said
        assert said.isprintable(), repr(said)
        assert len(said) < MAX_MESSAGE_CHARACTERS, said
        assert not PYTHONS_OWN.search(said), said
        return False
    finally:
        seconds = time.process_time() - began
        assert seconds < max_seconds, f"{seconds:.1f} seconds"
    return True


def position_reader(game: AnyGame) -> Reader:
    def read(text: str) -> None:
        position = game.parse(text)
        assert game.parse(game.text(position)) == position
        hash(position)
        game.key(position)
        for move in game.moves(position)[:3]:
            game.play(position, move)

    return read


def move_reader(game: AnyGame, start: Any) -> Reader:
    def read(text: str) -> None:
        position = start
        for move in game.parse_moves(start, text):
            assert game.parse_moves(position, game.move_text(position, move)) == [move]
            position = game.play(position, move)

    return read


def puzzle_reader(family: str) -> Reader:
    collected = catalogue.collection(family)

    def rewritten(text: str) -> AnyGame:
        try:
            return collected.read(text, None).game
        except ValueError as error:
            raise AssertionError(f"{text!r} was written: {error}") from error

    def read(text: str) -> None:
        collected.recognises(text)
        game = collected.read(text, None).game
        spec = game.spec()
        assert from_spec(json.loads(json.dumps(spec))).spec() == spec
        assert game.parse(game.text(game.start)) == game.start
        for name in FORMATS.get(family, collected.position_formats):
            try:
                written = collected.position_formats[name](game, game.start)
            except ValueError:  # a format that has no room for this game
                continue
            assert rewritten(written).start == game.start, name

    return read


def solution_reader(game: AnyGame) -> Reader:
    collected = catalogue.collection(game.family)

    def replayed(text: str) -> tuple[list[Hashable], Any]:
        position, made = game.start, []
        for said in collected.read_solution(game, text):
            for move in game.parse_moves(position, said):
                position = game.play(position, move)
                made.append(move)
        return made, position

    def read(text: str) -> None:
        made, end = replayed(text)
        try:
            again, there = replayed(collected.write_solution(game, game.start, made))
        except ValueError as error:
            raise AssertionError(f"{made} was written: {error}") from error
        assert len(again) == len(made)
        assert game.key(there) == game.key(end)  # which of two empty places is not written down

    return read


def read_spec(text: str) -> None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ValueError("no object of JSON")
    spec = from_spec(found).spec()
    assert from_spec(spec).spec() == spec


def read_name(text: str) -> None:
    try:
        puzzle = catalogue.find(text, files=False)
    except UnknownPuzzle as error:
        raise ValueError(str(error)) from None
    is_drawn = puzzle.source == "pasted"
    again = catalogue.find(share.encode(puzzle, ()) if is_drawn else puzzle.name, files=False)
    assert again.game.spec() == puzzle.game.spec()


def read_shared(text: str) -> None:
    try:
        puzzle = share.decode(text)
    except UnknownPuzzle as error:
        raise ValueError(str(error)) from None
    again = share.decode(share.encode(puzzle, puzzle.moves))
    assert (again.game.spec(), again.moves) == (puzzle.game.spec(), puzzle.moves)
    if puzzle.tree:
        assert all(node.annotation.isprintable() for node in puzzle.tree.nodes)
        line = share.encode_tree(puzzle, puzzle.tree)
        assert line.isprintable()
        assert share.decode(line).tree == puzzle.tree


def read_parsed(text: str) -> None:
    """Check what the library parses: it is drawn, and its position is parsed again."""
    family, _, text = text.partition("\n")
    try:
        puzzle = ludoscope.parse(text, family if family in FAMILIES else None)
    except ludoscope.Error as error:
        assert str(error).isprintable()
        raise ValueError(str(error)) from None
    assert str(puzzle)
    assert repr(puzzle).isprintable()
    assert ludoscope.parse(puzzle.position.text).position.text == puzzle.position.text
    assert not ludoscope.verify(puzzle, [text])


def edited_reader(family: str) -> Reader:
    """Return a reader of what is pasted into the editor of a family.

    What follows a ":" is typed as pieces, what follows a "=" as the size of the board.
    """

    def read(text: str) -> None:
        view = BOARD_FAMILIES[family].create_editor(None, None, UserOptions())
        assert view
        editor = view.editor
        before = editor.state
        try:
            if text.startswith(":"):
                view.enter(text[1:])
            elif text.startswith("=") and view.SIZE_LABEL:
                editor.choose_board(text[1:])
            else:
                editor.paste(text)
        except NotationError:
            assert editor.state == before
            raise
        assert all(problem.isprintable() for problem in (editor.summary(), *editor.problems()))
        if game := editor.game:
            assert game.parse(game.text(game.start)) == game.start
        view.draw(0, *view.drawing_size(80, 16))
        editor.undo()
        assert editor.state == before

    return read


def read_pasted(text: str) -> None:
    is_puzzle = catalogue.is_puzzle_text(text)
    try:
        puzzle = catalogue.parse(text)
    except UnknownPuzzle as error:
        raise ValueError(str(error)) from None
    assert is_puzzle or not catalogue.is_shared(text)
    assert puzzle.game.parse(puzzle.game.text(puzzle.game.start)) == puzzle.game.start
