"""One person's run through a puzzle: the moves, the way back and forth, and the time spent.

ply      number of moves played so far
line     the moves played and, after them, those that redo brings back; others are branches of the
         history, see `tui.model.history`
step     what one key did: a move, a run of cards, a card and those that went home after it
player   who plays a ply of a two-player game: 0 begins, 1 answers
players  who the players are, see `tui.model.players`
attempt  a game from its first move to its end, as statistics count them: moves taken back belong
         to it, a move played after a restart begins another
"""

import os
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.history import History, Node, read_bookmarks, read_line, steps_of
from ludoscope.tui.model.players import PERSON, Players, usual

IDLE_SECONDS = 60.0  # a longer silence does not count as time spent


class Session:
    """History with undo and redo without limit. `now` is any clock in seconds.

    `person` is the player that the person is (0 where there is only one), `attempt` an id like no
    other, `hints` how often the person was helped in it, `undid` whether a move was taken back.
    """

    def __init__(self, puzzle: Puzzle, *, now: float = 0.0, person: int = 0) -> None:
        self.puzzle = puzzle
        self.game: AnyGame = FAMILIES[puzzle.game.family].as_played(puzzle.game)
        self.person = person
        self.resigned = False
        self._players: Players | None = None  # the usual ones
        self.history = History(self.game.start)
        self._touched = now
        self._begin()

    def _begin(self) -> None:
        self.attempt = os.urandom(8).hex()
        self.hints = 0
        self.undid = False
        self._elapsed = 0.0
        self._restarted = False

    @property
    def position(self) -> Any:
        return self.history.here.position

    @property
    def positions(self) -> Sequence[Any]:
        """Of the line, from the start on; those after number `ply` belong to moves undone."""
        return [node.position for node in self.history.line]

    @property
    def ply(self) -> int:
        return self.history.here.ply

    def number(self, ply: int) -> int:
        """The number that a move of the line has for a person; `ply` counts from 1."""
        return self.number_of(self.history.line[ply])

    def number_of(self, node: Node) -> int:
        """The number that a move of the history has for a person, 0 at the start."""
        family = FAMILIES[self.game.family]
        return steps_of(node) if family.groups_moves else family.move_number(node.ply)

    @property
    def at_start(self) -> bool:
        """Whether no move is made; before the first one cards may have gone home by themselves."""
        return all(node.joined for node in self.history.line[1 : self.ply + 1])

    @property
    def count(self) -> int:
        """How many moves were played, as a person counts them."""
        family = FAMILIES[self.game.family]
        return self.number(self.ply) if family.groups_moves else family.count_moves(self.moves)

    @property
    def ends(self) -> list[int]:
        """The numbers of moves at which a step of the line ends, undone ones too; 0 first."""
        nodes = self.history.line
        return [at for at in range(len(nodes)) if at + 1 == len(nodes) or not nodes[at + 1].joined]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Of each step of it its first move and the one after its last."""
        return list(pairwise(self.ends))

    @property
    def moves(self) -> list[Any]:
        """The moves played, without those undone."""
        return [node.move for node in self.history.line[1 : self.ply + 1]]

    @property
    def last(self) -> Any | None:
        return self.history.here.move

    @property
    def undone(self) -> int:
        return len(self.history.line) - 1 - self.ply

    @property
    def over(self) -> bool:
        """Won; with two players, decided."""
        return self.resigned or self.game.is_won(self.position)

    @property
    def to_move(self) -> int:
        """The player to move."""
        return self.ply % self.game.players

    @property
    def players(self) -> Players:
        """Who plays first, and second, where two play."""
        return self._players or usual(self.person)

    def set_players(self, players: Players) -> None:
        """Where one person plays it is theirs to win, else the first side's."""
        self._players = players
        self.person = 0 if players[0] == PERSON else int(players[1] == PERSON)

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self.players[self.to_move] if self.game.players == 2 else PERSON

    def resign(self) -> None:
        """The player to move gives up."""
        self.resigned = True

    @property
    def won(self) -> bool:
        """Whether the person has won; with two players, who is to move has lost."""
        return self.over and (self.game.players == 1 or self.to_move != self.person)

    def play(self, move: Hashable, joined: bool = False) -> None:
        """ValueError with a reason, and nothing changed, when the move is illegal.

        `joined`: it belongs to the step of the move before it. A move that was played here before
        is gone along again, with all that came after it. One that only goes on with the move before
        it takes its place.
        """
        here = self.history.here
        whole = here.move is not None and FAMILIES[self.game.family].merge_moves(here.move, move)
        if whole and not here.bookmark and not self.over:
            self._go_on(here, move, whole)
        else:
            self._play(move, joined)

    def _go_on(self, here: Node, move: Hashable, whole: Hashable) -> None:
        """Have the whole move in place of its first part; what followed that stays a branch."""
        after, parent, history = self.game.play(here.position, move), here.parent, self.history
        assert parent
        known = parent.child(whole)
        if not known and not here.children and not here.earlier:
            text = self.game.move_text(parent.position, whole)
            history.replace(here, whole, text, after)
            self.resigned = False
            return
        joined = here.joined
        if not here.children and not here.earlier and here is history.nodes[-1]:
            history.forget(here)
        else:
            history.stand(parent)
        self._play(whole, joined)

    def _play(self, move: Hashable, joined: bool = False) -> None:
        history, here = self.history, self.history.here
        node = here.child(move)
        if not node:
            after = self.game.play(here.position, move)
            text = self.game.move_text(here.position, move)
        if self._restarted:
            self._begin()
            history.grow_old()
        self.resigned = False
        node = node or history.add(here, move, text, after)
        node.earlier = False
        history.join(node, joined)
        history.stand(node)

    def undo(self) -> bool:
        return self._go(self.history.here.parent)

    def redo(self) -> bool:
        return self._go(self.history.next)

    @property
    def begun(self) -> bool:
        """Whether moves were made, and the attempt was not given up for another."""
        return bool(self.spans) and not self._restarted

    @property
    def within(self) -> bool:
        """Whether the session stands between two moves of one step."""
        after = self.history.next
        return after is not None and after.joined

    def restart(self) -> bool:
        """Back to the start; the moves can be redone."""
        if self.at_start:
            return False
        self._go(self.history.line[self.ends[0]])
        self._restarted = True
        return True

    def jump(self, node: Node) -> bool:
        """Go anywhere in the history; False when the session stands there."""
        return node is not self.history.here and self._go(node)

    def _go(self, node: Node | None) -> bool:
        if not node:
            return False
        self.history.stand(node)
        if node.earlier:
            self.hints += 1  # another attempt came here
        self.undid = True
        self.resigned = False
        self._restarted = False
        return True

    def bookmark(self, node: Node | None = None) -> int:
        """Set a bookmark, or take it away; its number, below 0 when it was taken away."""
        return self.history.bookmark(node or self.history.here)

    def touch(self, now: float) -> None:
        """The person did something: the time since they last did counts, unless they were away."""
        self._elapsed = self.elapsed(now)
        self._touched = now

    def elapsed(self, now: float) -> float:
        """Seconds spent."""
        return self._elapsed + (0 if self.over else min(now - self._touched, IDLE_SECONDS))

    def away(self, now: float) -> bool:
        return self.over or now - self._touched > IDLE_SECONDS

    def follow(self, line: Sequence[Hashable]) -> None:
        """Stand at the end of a solver's `line` from the start, keeping what agrees with it."""
        same = 0
        for node, move in zip(self.history.line[1:], line, strict=False):
            if node.move != move:
                break
            same += 1
        if same != self.ply:
            self._go(self.history.line[same])
        rest = FAMILIES[self.game.family].merge_line(line[same:])
        at = 0
        for size in FAMILIES[self.game.family].group_moves(self.game, self.position, rest):
            for ply in range(at, at + size):
                self._play(rest[ply], joined=ply > at)
            at += size
        self.hints += 1

    def made(self, at: int) -> tuple[Any, Any]:
        """Move number `at` (from 0) of the line and the position it was made at."""
        return self.history.line[at].position, self.history.line[at + 1].move

    @property
    def texts(self) -> list[str]:
        """The line in the field's notation, also what is undone: `ply` moves of it are played."""
        return [node.text for node in self.history.line[1:]]

    def resume(
        self, lines: Iterable[str], at: int, elapsed: float, bookmarks: Sequence[str] = ()
    ) -> None:
        """Take up a saved history; ValueError, and nothing changed, when it does not replay.

        `lines` are those of the tree's text, or any moves one after the other; `at` is how many
        of them lead to where the session stands.
        """
        saved = Session(self.puzzle)
        history, nodes = saved.history, [saved.history.root]
        visited: list[Node] = []
        for line in lines:
            parts = read_line(line)
            parent = int(parts["parent"]) if parts["parent"] else len(nodes) - 1
            if parent >= len(nodes):
                raise ValueError(f"a move after number {parent}, which comes later in the history")
            history.stand(nodes[parent])
            for move in self.game.parse_moves(saved.position, parts["move"]):
                saved._play(move, joined=bool(parts["joined"]))
            nodes.append(history.here)
            history.here.earlier = bool(parts["earlier"])
            if parts["last"]:
                visited.append(history.here)
        if at >= len(nodes):
            raise ValueError(f"move {at} of a history that has fewer moves")
        for number, node in read_bookmarks(bookmarks, nodes):
            node.bookmark, history.marked[number] = number, node
        history.settle(visited, nodes[at])
        self.history, self._elapsed = history, elapsed
        self._restarted = len(nodes) > 1 and self.at_start
