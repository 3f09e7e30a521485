"""Rules and sessions under any sequence of actions, against models that are plain lists.

LUDOSCOPE_ROUNDS says how many sequences are tried of each machine; LUDOSCOPE_FULL=1 tries 25.
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
from many import many

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.store import SavedSession, Store

NAMES = {
    "peg": ["lucas-07", "english-central", "triangle-11-11"],
    "patience": ["FreeCell.7", "Seahaven.4-free", "MidnightOil.3", "BakersDozen.9"],
    "rush": ["orush-05", "orush-20"],
    "hexapawn": ["hexapawn-4x4", "hexapawn-8x2"],
}
PICK = st.integers(0, 10**6)  # of whatever there is to choose from
RULES = settings(
    max_examples=int(os.environ.get("LUDOSCOPE_ROUNDS", many(25))),
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


Way = tuple[Any, ...]  # the moves from the start to a position of the history


class SessionMachine(RuleBasedStateMachine):
    """The model: every way there is, with the move visited last after it; and where one stands."""

    names: list[str]

    @initialize(pick=PICK)
    def begin(self, pick: int) -> None:
        self.puzzle = catalogue.find(self.names[pick % len(self.names)])
        self.session = Session(self.puzzle)
        self.latest: dict[Way, Any] = {(): None}
        self.joined: set[Way] = set()
        self.marked: dict[int, Way] = {}
        self.here: Way = ()
        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(Path(self.folder.name))

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def go(self, way: Way) -> None:
        """Each move on the way is now the one visited last where it is made."""
        self.here = way
        for at, move in enumerate(way):
            self.latest[way[:at]] = move
            self.latest.setdefault(way[: at + 1], None)

    @property
    def line(self) -> Way:
        way = self.here
        while (move := self.latest[way]) is not None:
            way = (*way, move)
        return way

    def node(self, way: Way) -> Any:
        """Return the node of the session's tree at the end of a sequence of moves."""
        node = self.session.history.root
        for move in way:
            node = node.find_child(move)
            assert node is not None
        return node

    @rule(pick=PICK, joined=st.booleans())
    def play(self, pick: int, joined: bool) -> None:
        choices = [] if self.session.is_over else self.puzzle.game.moves(self.session.position)
        if choices:
            move = choices[pick % len(choices)]
            whole = self.whole(move)
            if whole:
                joined = self.here in self.joined
                here, self.here = self.here, self.here[:-1]
                if self.passing(here, whole):
                    del self.latest[here]
                    self.joined.discard(here)
            self.session.play(move, joined)
            self.go((*self.here, whole or move))
            self.joined.discard(self.here)
            if joined:
                self.joined.add(self.here)

    def whole(self, move: Any) -> Any:
        """Return the last move merged with `move`, or None if they count as two."""
        family = FAMILIES[self.puzzle.game.family]
        if not self.here or self.here in self.marked.values():
            return None
        return family.merge_moves(self.here[-1], move)

    def passing(self, here: Way, whole: Any) -> bool:
        """Return True if a node that was only the first part of a merged move is removed."""
        node, nodes = self.node(here), self.session.history.nodes
        known = (*here[:-1], whole) in self.latest
        return not (node.children or node.from_earlier_attempt or (known and node is not nodes[-1]))

    @rule()
    def undo(self) -> None:
        assert self.session.undo() == bool(self.here)
        self.here = self.here[:-1]

    @rule()
    def redo(self) -> None:
        assert self.session.redo() == (self.here != self.line)
        self.here = self.line[: len(self.here) + 1]

    @rule()
    def restart(self) -> None:
        """Go back to the start, or to where the moves that were joined to it lead."""
        if self.session.restart():
            ways = (self.line[:at] for at in range(1, len(self.line) + 1))
            self.here = next((way[:-1] for way in ways if way not in self.joined), self.line)

    @rule(pick=PICK)
    def jump(self, pick: int) -> None:
        way = list(self.latest)[pick % len(self.latest)]
        assert self.session.go_to(self.node(way)) == (way != self.here)
        self.go(way)

    @rule(pick=PICK)
    def bookmark(self, pick: int) -> None:
        """Set one, or take it away; the numbers from 1 on are used up before others."""
        way = list(self.latest)[pick % len(self.latest)]
        number = self.session.toggle_bookmark(self.node(way))
        if number < 0:
            assert self.marked.pop(-number) == way
        else:
            assert number == min(set(range(1, number + 1)) - self.marked.keys())
            self.marked[number] = way

    @rule(keep=PICK, pick=PICK)
    def follow(self, keep: int, pick: int) -> None:
        """Take over a line that agrees with the history for a while."""
        line = self.line[: keep % (len(self.line) + 1)]
        game = self.puzzle.game
        position = played(game, game.start, line)
        if not game.is_won(position) and (more := game.moves(position)):
            line = (*line, more[pick % len(more)])
        known = self.line
        self.session.replay_from_start(line)
        self.go(line)
        for at in range(1, len(line) + 1):  # what had to be played is a step of its own
            if line[:at] != known[:at]:
                self.joined.discard(line[:at])

    @rule()
    def save_and_resume(self) -> None:
        self.store.save(SavedSession.from_session(self.session, 7.0, 1e9)).result()
        self._resume()

    @rule()
    def save_and_begin_another_time(self) -> None:
        self.store.save(SavedSession.from_session(self.session, 7.0, 1e9)).result()
        self.store.close()
        self.store = Store(Path(self.folder.name))
        self._resume()

    def _resume(self) -> None:
        save = self.store.open_session(self.puzzle).result().save
        assert save
        assert save.puzzle().game.spec() == self.puzzle.game.spec()
        before, self.session = self.session, Session(self.puzzle)
        save.resume(self.session)
        after = self.session
        assert (
            SavedSession.from_session(after, 7.0, 1e9)
            == save
            == SavedSession.from_session(before, 7.0, 1e9)
        )
        assert [node.from_earlier_attempt for node in after.history.nodes] == [
            node.from_earlier_attempt for node in before.history.nodes
        ]

    @invariant()
    def as_the_model(self) -> None:
        session, line = self.session, self.line
        assert (session.moves, session.ply) == (list(self.here), len(self.here))
        assert session.undone_count == len(line) - len(self.here)
        assert session.is_within_step == (
            line[: len(self.here) + 1] in self.joined and line != self.here
        )
        assert [session.move_at(at)[1] for at in range(len(line))] == list(line)
        game = self.puzzle.game
        position = played(game, game.start, session.moves)
        assert session.position == position == session.positions[session.ply]
        assert session.is_over == game.is_won(position)

    @invariant()
    def no_way_is_lost(self) -> None:
        history = self.session.history
        assert len(history.nodes) == len(self.latest)
        assert all(node.continues_step == (self.way(node) in self.joined) for node in history.nodes)
        assert {n: self.way(node) for n, node in history.bookmarks.items()} == self.marked

    def way(self, node: Any) -> Way:
        moves = []
        while node.parent:
            moves.append(node.move)
            node = node.parent
        return tuple(reversed(moves))


@pytest.mark.parametrize("machine", [RulesMachine, SessionMachine])
@pytest.mark.parametrize("family", FAMILIES)
def test_machine(machine: type[RuleBasedStateMachine], family: str) -> None:
    run_state_machine_as_test(type(family, (machine,), {"names": NAMES[family]}), settings=RULES)
