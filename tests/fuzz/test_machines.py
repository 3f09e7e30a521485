"""Rules and sessions under any sequence of actions, against models that are plain lists.

LUDOSCOPE_ROUNDS says how many sequences are tried of each machine.
"""

import os
import tempfile
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import FAMILIES, AnyGame, from_spec
from puzzles import catalogue
from tui.session import Session
from tui.store import Save, Store

NAMES = {
    "peg": ["lucas-07", "english-central", "triangle-11-11"],
    "patience": ["FreeCell.7", "Seahaven.4-free", "MidnightOil.3", "BakersDozen.9"],
    "rush": ["orush-05", "orush-20"],
    "hexapawn": ["hexapawn-4x4", "hexapawn-8x2"],
}
PICK = st.integers(0, 10**6)  # of whatever there is to choose from
RULES = settings(
    max_examples=int(os.environ.get("LUDOSCOPE_ROUNDS", "10")),
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def played(game: AnyGame, position: Any, moves: Iterable[Hashable]) -> Any:
    for move in moves:
        position = game.play(position, move)
    return position


class RulesMachine(RuleBasedStateMachine):
    """The model: the moves made and the positions they passed, to go back by."""

    names: list[str]

    @initialize(pick=PICK)
    def begin(self, pick: int) -> None:
        self.game = catalogue.find(self.names[pick % len(self.names)]).game
        self.passed: list[Any] = [self.game.start]
        self.made: list[Hashable] = []

    @property
    def position(self) -> Any:
        return self.passed[-1]

    def choices(self) -> list[Any]:
        return [] if self.game.is_won(self.position) else list(self.game.moves(self.position))

    @rule(pick=PICK)
    def play(self, pick: int) -> None:
        if choices := self.choices():
            move = choices[pick % len(choices)]
            text = self.game.move_text(self.position, move)
            assert self.game.parse_moves(self.position, text) == [move]
            self.passed.append(self.game.play(self.position, move))
            self.made.append(move)

    @precondition(lambda self: self.made)
    @rule()
    def go_back(self) -> None:
        self.passed.pop()
        move = self.made.pop()
        assert move in self.game.moves(self.position)  # the position was not changed by it

    @rule(pick=PICK, other=PICK)
    def try_a_move_of_another_position(self, pick: int, other: int) -> None:
        before = self.game.text(self.position)
        moves = self.game.moves(self.passed[other % len(self.passed)])
        if moves:
            try:
                self.game.play(self.position, moves[pick % len(moves)])
            except ValueError as error:
                assert str(error).isprintable()
        assert self.game.text(self.position) == before

    @rule(text=st.text(max_size=6))
    def type_anything(self, text: str) -> None:
        try:
            moves = self.game.parse_moves(self.position, text)
        except ValueError as error:
            assert str(error).isprintable()
        else:
            played(self.game, self.position, moves)

    @invariant()
    def text_tells_all(self) -> None:
        again = self.game.parse(self.game.text(self.position))
        assert (again, hash(again)) == (self.position, hash(self.position))
        assert self.game.key(again) == self.game.key(self.position)
        moves = self.game.moves(self.position)
        assert len(set(moves)) == len(moves)
        assert list(self.game.moves(again)) == list(moves)

    @invariant()
    def the_line_replays(self) -> None:
        rebuilt = from_spec(self.game.spec())
        assert played(rebuilt, rebuilt.start, self.made) == self.position


class SessionMachine(RuleBasedStateMachine):
    """The model: all moves made, undone ones included, and how many are played."""

    names: list[str]

    @initialize(pick=PICK)
    def begin(self, pick: int) -> None:
        self.puzzle = catalogue.find(self.names[pick % len(self.names)])
        self.session = Session(self.puzzle)
        self.moves: list[Any] = []
        self.ply = 0
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name))

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(pick=PICK)
    def play(self, pick: int) -> None:
        choices = [] if self.session.over else self.puzzle.game.moves(self.session.position)
        if choices:
            move = choices[pick % len(choices)]
            self.session.play(move)
            self.moves[self.ply :] = [move]
            self.ply += 1

    @rule()
    def undo(self) -> None:
        assert self.session.undo() == (self.ply > 0)
        self.ply = max(0, self.ply - 1)

    @rule()
    def redo(self) -> None:
        assert self.session.redo() == (self.ply < len(self.moves))
        self.ply = min(len(self.moves), self.ply + 1)

    @rule()
    def restart(self) -> None:
        self.session.restart()
        self.ply = 0

    @rule(keep=PICK, pick=PICK)
    def follow(self, keep: int, pick: int) -> None:
        """Take over a line that agrees with the history for a while."""
        line = self.moves[: keep % (len(self.moves) + 1)]
        game = self.puzzle.game
        position = played(game, game.start, line)
        if not game.is_won(position) and (more := game.moves(position)):
            line.append(more[pick % len(more)])
        self.session.follow(line)
        if self.moves[: len(line)] != line:
            self.moves = line
        self.ply = len(line)

    @rule()
    def save_and_resume(self) -> None:
        self.store.save(Save.of(self.session, 7.0, 1e9)).result()
        self._resume()

    @rule()
    def save_and_begin_another_time(self) -> None:
        self.store.save(Save.of(self.session, 7.0, 1e9)).result()
        self.store.close()
        self.store = Store(Path(self.folder.name))
        self._resume()

    def _resume(self) -> None:
        save = self.store.load(self.puzzle.name).result()
        assert save
        assert save.puzzle().game.spec() == self.puzzle.game.spec()
        self.session = Session(self.puzzle)
        save.resume(self.session)

    @invariant()
    def as_the_model(self) -> None:
        session = self.session
        assert (session.moves, session.ply) == (self.moves[: self.ply], self.ply)
        assert session.undone == len(self.moves) - self.ply
        game = self.puzzle.game
        position = played(game, game.start, session.moves)
        assert session.position == position
        assert session.over == game.is_won(position)


@pytest.mark.parametrize("machine", [RulesMachine, SessionMachine])
@pytest.mark.parametrize("family", FAMILIES)
def test_machine(machine: type[RuleBasedStateMachine], family: str) -> None:
    run_state_machine_as_test(type(family, (machine,), {"names": NAMES[family]}), settings=RULES)
