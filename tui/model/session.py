"""A player's run through a puzzle: the moves, undo and redo, and the time spent.

Start with `Session`. Terms:

ply      number of moves from the start
line     the moves played and, after them, those that redo would play; other moves are branches of
         the history, see `tui.model.history`
step     the moves made by one key press: a move, a run of cards, or a card and the cards that moved
         to the foundations by themselves after it
side     in a game for two, 0 for white and 1 for black; either may move first
players  the kind of player on each side, see `tui.model.players`
attempt  a game from its first move to its end, as statistics count it: undone moves belong to it,
         and the first move after a restart begins a new one
"""

import os
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles.annotations import clean_annotation, merge_annotations
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.shared_tree import SharedNode, SharedTree
from ludoscope.tui.model.history import (
    History,
    Node,
    apply_annotations,
    parse_bookmarks,
    parse_line,
)
from ludoscope.tui.model.players import HUMAN, Players, bottom_side, default_players
from ludoscope.tui.model.replay import PlayedMove, StepRange

MAX_HINT_TIMES = 1000  # saves of others may claim any number of hints
IDLE_SECONDS = 60.0  # without input for longer, the time is not counted as spent


class Session:
    """A puzzle being played, with unlimited undo and redo.

    Times are given in seconds of any clock.

    Attributes:
        player_side: The side of the user in a game for two; white of two users; else 0.
        attempt_id: Unique id of the current attempt.
        hint_times: When each hint was given: how many nodes the history had. Hints of an earlier
            sitting count as given at its end.
        has_undone: True if the current attempt left its line: by undo, redo or a jump.
        is_restarted: True after a restart, until the next move begins another attempt.
    """

    def __init__(self, puzzle: Puzzle, *, now: float = 0.0, player_side: int = 0) -> None:
        self.puzzle = puzzle
        self.game: AnyGame = FAMILIES[puzzle.game.family].as_played(puzzle.game)
        self.player_side = player_side
        self.resigned = False
        self._players: Players | None = None
        self.history = History(self.game.start)
        self._last_activity = now
        self._is_clock_stopped = False
        self._start_attempt()

    def _start_attempt(self) -> None:
        self.attempt_id = os.urandom(8).hex()
        self._hint_count = self._early_hint_count = 0
        self.hint_times: list[int] = []
        self.has_undone = False
        self._elapsed_seconds = 0.0
        self.is_restarted = False

    @property
    def hint_count(self) -> int:
        """The number of hints in the current attempt; other help counts as a hint too."""
        return self._hint_count

    @hint_count.setter
    def hint_count(self, count: int) -> None:
        if self.is_restarted:
            self._early_hint_count += count - self._hint_count
        added = min(count - self._hint_count, MAX_HINT_TIMES - len(self.hint_times))
        self.hint_times += [len(self.history.nodes)] * added
        self._hint_count = count

    def restore_attempt(self, attempt_id: str, hint_count: int, has_undone: bool) -> None:
        """Set what was saved of the current attempt.

        An attempt with moves is at the start because they were undone, or the game was restarted.

        Args:
            attempt_id: The id.
            hint_count: The number of hints.
            has_undone: True if the attempt left its line; False after a restart.
        """
        self.is_restarted = self.at_start and len(self.history.nodes) > 1 and not has_undone
        self.attempt_id, self.hint_count = attempt_id, hint_count
        self.has_undone = has_undone or self.is_restarted
        self._early_hint_count = 0

    @property
    def position(self) -> Hashable:
        return self.history.current.position

    @property
    def positions(self) -> Sequence[Hashable]:
        """The positions of the line from the start; those after index `ply` are undone."""
        return [node.position for node in self.history.line]

    @property
    def ply(self) -> int:
        return self.history.current.ply

    def move_number(self, ply: int) -> int:
        """Return the number under which a move of the line is shown; `ply` counts from 1."""
        return self.node_number(self.history.line[ply])

    def node_number(self, node: Node) -> int:
        """Return the number under which a move of the history is shown, 0 at the start."""
        family = FAMILIES[self.game.family]
        return node.count_steps() if family.groups_moves else family.move_number(node.ply)

    @property
    def at_start(self) -> bool:
        """True before the first move; cards that moved by themselves do not count."""
        return all(node.continues_step for node in self.history.line[1 : self.ply + 1])

    @property
    def move_count(self) -> int:
        """The number of moves played, in the unit shown to players.

        In games for two it is the number of the last move, which has a ply of each side.
        """
        family = FAMILIES[self.game.family]
        if family.groups_moves or family.players > 1:
            return self.move_number(self.ply)
        return family.count_moves(self.moves)

    @property
    def step_ends(self) -> list[int]:
        """The plies at which a step of the line ends, undone steps included; 0 first."""
        line = self.history.line
        last = len(line) - 1
        return [ply for ply in range(len(line)) if ply == last or not line[ply + 1].continues_step]

    @property
    def step_ranges(self) -> list[StepRange]:
        """The plies at which each step of the line starts and ends, undone steps included."""
        return [StepRange(start, end) for start, end in pairwise(self.step_ends)]

    @property
    def moves(self) -> list[Hashable]:
        """The moves from the start to the current position."""
        return [node.move for node in self.history.line[1 : self.ply + 1]]

    @property
    def last_move(self) -> Hashable | None:
        """The move that led to the current position."""
        return self.history.current.move

    @property
    def undone_count(self) -> int:
        """The number of moves that can be redone."""
        return len(self.history.line) - 1 - self.ply

    @property
    def is_over(self) -> bool:
        """True if the puzzle is solved or the game for two is decided."""
        return self.resigned or self.game.is_won(self.position)

    @property
    def side_to_move(self) -> int:
        """The side to move: 0 for white, 1 for black."""
        return self.side_at(self.ply)

    def side_at(self, ply: int) -> int:
        """Return the side to move after so many moves."""
        family = FAMILIES[self.game.family]
        return (ply + family.first_side(self.game)) % self.game.players

    @property
    def players(self) -> Players:
        """The kinds of the players, white before black."""
        return self._players or default_players(self.player_side)

    def set_players(self, players: Players) -> None:
        """Set who plays; `player_side` becomes the side of the only user, else white."""
        self._players = players
        self.player_side = bottom_side(players)

    def change_players(self, players: Players) -> None:
        """Replace the players of a game that may have begun; one that was resigned goes on.

        Once the user has moved, or takes over a side that has moved, it counts as a hint. At the
        start it does not: then the undone moves count as those of another attempt. So does the move
        that has ended a game, so that its result stays that of the players before.
        """
        self.resigned = False
        if players == self.players:
            return
        history, was_started = self.history, self.is_started
        self.set_players(players)
        if self.at_start:
            history.start_attempt()
        elif was_started or self.is_started:
            self.hint_count += 1
            if self.is_over:
                history.current.from_earlier_attempt = True
                history.update_text(history.current)

    @property
    def has_one_user(self) -> bool:
        """True if one user plays: a puzzle, or one side of a game for two."""
        return self.game.players == 1 or self.players.count(HUMAN) == 1

    @property
    def player_to_move(self) -> str:
        """The kind of the player to move."""
        return self.players[self.side_to_move] if self.game.players == 2 else HUMAN

    def resign(self) -> None:
        """End the game as lost by the side to move."""
        self.resigned = True

    @property
    def is_won(self) -> bool:
        """True if the user has won; in a game for two, against the program.

        A game that two users play, or the program alone, is nobody's win.
        """
        if not self.is_over or not self.has_one_user:
            return False
        return self.game.players == 1 or self.side_to_move != self.player_side

    def play(self, move: Hashable, continues_step: bool = False) -> None:
        """Play a move, or redo it if it was played here before.

        A move that continues the last move, such as a second slide of the same boat, replaces that
        move by the two combined, unless the user has marked or commented the position between them.

        Args:
            move: The move to play.
            continues_step: Make the move part of the step of the move before it.

        Raises:
            ValueError: The move is illegal; the message says why. Nothing has changed.
        """
        node = self.history.current
        combined = None
        if node.move is not None:
            combined = FAMILIES[self.game.family].merge_moves(node.move, move)
        is_marked = node.bookmark_number or node.annotation
        if combined is not None and not is_marked and not self.is_over:
            self._play_combined(node, move, combined)
        else:
            self._play(move, continues_step)

    def _play_combined(self, node: Node, move: Hashable, combined: Hashable) -> None:
        """Replace the move of the current node; children of the node stay as a branch."""
        history, parent = self.history, node.parent
        assert parent
        position = self.game.play(node.position, move)
        is_replaceable = not node.children and not node.from_earlier_attempt
        if is_replaceable and not parent.find_child(combined):
            text = self.game.move_text(parent.position, combined)
            history.replace_move(node, combined, text, position)
            return
        continues_step = node.continues_step
        if is_replaceable and node is history.nodes[-1]:
            history.remove_newest(node)
        else:
            history.go_to(parent)
        self._play(combined, continues_step)

    def _play(self, move: Hashable, continues_step: bool) -> None:
        history = self.history
        parent = history.current
        node = parent.find_child(move) or self._create_child(parent, move)
        if self.is_restarted:
            early_hint_count = self._early_hint_count
            self._start_attempt()
            self.hint_count = early_hint_count  # those given since the restart help this attempt
            history.start_attempt()
        self.resigned = False
        node.from_earlier_attempt = False
        history.set_continues_step(node, continues_step)
        history.go_to(node)

    def _create_child(self, parent: Node, move: Hashable) -> Node:
        """Add the node of a move; the current node stays the same.

        Raises:
            ValueError: The move is illegal.
        """
        position = self.game.play(parent.position, move)
        text = self.game.move_text(parent.position, move)
        return self.history.add_child(parent, move, text, position)

    @property
    def can_extend_move(self) -> bool:
        """True if another move of the same piece would be part of the last one, such as a slide."""
        last, merge_moves = self.last_move, FAMILIES[self.game.family].merge_moves
        if last is None or self.is_over:
            return False
        return any(merge_moves(last, move) is not None for move in self.game.moves(self.position))

    def undo(self) -> bool:
        """Undo one move; return False at the start."""
        return self._go_to(self.history.current.parent)

    def redo(self) -> bool:
        """Redo one move; return False at the end of the line."""
        return self._go_to(self.history.redo_node)

    @property
    def is_started(self) -> bool:
        """True if the current attempt has moves of the player, undone ones included.

        Cards that moved by themselves and the moves of an opponent do not count, nor do those of
        another attempt or a shared line, even if the player has gone to one of them.
        """
        if self.is_restarted:
            return False
        return any(
            not node.from_earlier_attempt and self._is_by_player(node)
            for node in self.history.nodes
        )

    @property
    def is_in_attempt(self) -> bool:
        """True if the attempt has begun and the current position was reached in it.

        Where it is a position of another attempt or a shared line, a win is not the player's.
        """
        return self.is_started and not self.history.current.from_earlier_attempt

    @property
    def is_counted(self) -> bool:
        """True if statistics count the game at the current position.

        They do not count a game that two users play, or the program alone.
        """
        return self.has_one_user and self.is_in_attempt

    @property
    def is_worth_saving(self) -> bool:
        """True if the player has begun this attempt, or has restarted after an earlier one."""
        if self.is_restarted:
            return any(map(self._is_by_player, self.history.nodes))
        return self.is_started

    @property
    def has_player_moved(self) -> bool:
        """True if one of the moves that led to the current position is the player's."""
        return any(map(self._is_by_player, self.history.line[: self.ply + 1]))

    def _is_by_player(self, node: Node) -> bool:
        """Return True for a move of the player; of any side if both are played by the program."""
        if not node.parent or node.continues_step:
            return False
        has_opponent = self.game.players == 2 and HUMAN in self.players
        return not has_opponent or self.players[self.side_at(node.parent.ply)] == HUMAN

    @property
    def is_within_step(self) -> bool:
        """True if the current position is between two moves of one step."""
        next_node = self.history.redo_node
        return next_node is not None and next_node.continues_step

    def restart(self) -> bool:
        """Go to the start, from where the moves can be redone; return False if already there.

        A game that was resigned there begins again.
        """
        if self.at_start and not self.resigned:
            return False
        self._go_to(self.history.line[self.step_ends[0]])
        self.is_restarted, self._early_hint_count = True, 0
        return True

    def go_to(self, node: Node) -> bool:
        """Go to any node of the history; return False if it is the current one."""
        return node is not self.history.current and self._go_to(node)

    def _go_to(self, node: Node | None) -> bool:
        if not node:
            return False
        self._visit(node)
        self.has_undone = True
        return True

    def _visit(self, node: Node) -> None:
        self.history.go_to(node)
        if node.from_earlier_attempt:
            self.hint_count += 1  # the moves of another attempt help this one
        self.resigned = False
        self.is_restarted = False

    def toggle_bookmark(self, node: Node | None = None) -> int:
        """Set or remove a bookmark, by default on the current node.

        Returns:
            The number of the bookmark, negative if it was removed.
        """
        return self.history.toggle_bookmark(node or self.history.current)

    def annotate(self, node: Node, text: str) -> None:
        """Set the verdict and the comment of a node; "" removes them."""
        node.annotation = clean_annotation(text)

    def record_activity(self, now: float) -> None:
        """Count the time since the last activity as spent, up to `IDLE_SECONDS`."""
        self._elapsed_seconds = self.elapsed_seconds(now)
        self._last_activity = now

    def stop_clock(self, now: float) -> None:
        """Count no time until `start_clock`."""
        self.record_activity(now)
        self._is_clock_stopped = True

    def start_clock(self, now: float) -> None:
        """Count time again."""
        self._is_clock_stopped, self._last_activity = False, now

    @property
    def final_seconds(self) -> float:
        """The seconds spent on the current attempt, once the game is over."""
        return self._elapsed_seconds

    def elapsed_seconds(self, now: float) -> float:
        """Return the seconds spent on the current attempt since its first move."""
        if not self._is_clock_running:
            return self._elapsed_seconds
        return self._elapsed_seconds + min(now - self._last_activity, IDLE_SECONDS)

    def shown_seconds(self, now: float) -> float:
        """Return the seconds that a clock shows: none before the first move after a restart."""
        return 0.0 if self.is_restarted else self.elapsed_seconds(now)

    @property
    def _is_clock_running(self) -> bool:
        return not (self._is_clock_stopped or self.is_over) and self.is_started

    def is_idle(self, now: float) -> bool:
        """Return True if time is not counted: the clock stands or the user is inactive."""
        return not self._is_clock_running or now - self._last_activity > IDLE_SECONDS

    def replay_from_start(self, line: Sequence[Hashable]) -> None:
        """Go to the end of a line of moves from the start, playing those that are not redone.

        It counts as a hint, since the line comes from a solver.
        """
        common_length = 0
        for node, move in zip(self.history.line[1:], line, strict=False):
            if node.move != move:
                break
            common_length += 1
        if common_length != self.ply:
            self._go_to(self.history.line[common_length])
        moves = FAMILIES[self.game.family].merge_line(line[common_length:])
        for move, continues_step in self._mark_steps(self.position, moves):
            self._play(move, continues_step)
        self.hint_count += 1

    def _mark_steps(
        self, position: Hashable, moves: Sequence[Hashable]
    ) -> Iterator[tuple[Hashable, bool]]:
        """Yield the moves from a position, each with True if it continues the step before it."""
        remaining = iter(moves)
        for size in FAMILIES[self.game.family].group_moves(self.game, position, moves):
            for index in range(size):
                yield next(remaining), index > 0

    def show_shared_line(self, line: Sequence[Hashable]) -> None:
        """Go to the end of a line of moves from the start that somebody else has played.

        Moves that are new count as moves of another attempt: they help the player, but are no
        attempt until the player goes on from there.
        """
        history, node = self.history, self.history.root
        moves = FAMILIES[self.game.family].merge_line(line)
        while node.ply < len(moves) and (child := node.find_child(moves[node.ply])):
            node = child
        for move, continues_step in self._mark_steps(node.position, moves[node.ply :]):
            node = self._create_child(node, move)
            node.from_earlier_attempt = True
            history.set_continues_step(node, continues_step)
        if history.current not in node.path():
            self.has_undone = True
        self._visit(node)

    def shared_tree(self, main_line: Sequence[Node]) -> SharedTree:
        """Return all moves of the history for a shared line.

        Args:
            main_line: The nodes from the start that are the moves of the line.
        """
        on_line = set(main_line)
        nodes = [*main_line, *(node for node in self.history.nodes if node not in on_line)]
        numbers = {node: number for number, node in enumerate(nodes)}
        shared_nodes = tuple(
            SharedNode(
                numbers[node.parent] if node.parent else -1,
                (node.move,) if node.parent else (),
                node.continues_step,
                node.annotation,
                bool(node.parent and node.parent.promoted_child is node),
            )
            for node in nodes
        )
        return SharedTree(shared_nodes, len(main_line) - 1)

    def add_shared_tree(self, tree: SharedTree) -> bool:
        """Add the branches and annotations of a shared line; return False if all are there.

        The position stays, as do the moves that are here already. Moves that are new count as moves
        of another attempt. Where a move was promoted here, it stays the main line.
        """
        history, node_count = self.history, len(self.history.nodes)
        own_annotations = history.format_annotations()
        visited = [node.last_visited_child for node in history.nodes if node.last_visited_child]
        nodes = [history.root]
        for shared in tree.nodes[1:]:
            nodes.append(self._add_shared_node(nodes[shared.parent], shared))
        for node, shared in zip(nodes, tree.nodes, strict=True):
            node.annotation = merge_annotations(node.annotation, shared.annotation)
            if shared.is_promoted and node.parent and not node.parent.promoted_child:
                node.parent.promoted_child = node
        history.restore_visits(visited, history.current)
        is_new = len(history.nodes) > node_count
        return is_new or history.format_annotations() != own_annotations

    def _add_shared_node(self, parent: Node, shared: SharedNode) -> Node:
        """Return the node of a move of a shared tree; add it if it is new."""
        family = FAMILIES[self.game.family]
        (move,) = family.merge_line(shared.moves)
        if child := parent.find_child(move):
            return child
        node = self._create_child(parent, move)
        node.from_earlier_attempt = True
        # a first move that continues a step would count as one before the start of the game
        is_first = parent is self.history.root
        node.continues_step = family.groups_moves and shared.continues_step and not is_first
        return node

    def move_at(self, index: int) -> PlayedMove:
        """Return a move of the line, counted from 0, with the position before it."""
        return PlayedMove(self.history.line[index].position, self.history.line[index + 1].move)

    @property
    def move_texts(self) -> list[str]:
        """The moves of the line, undone ones included, in the notation of the game."""
        return [node.text for node in self.history.line[1:]]

    def restore(
        self,
        lines: Iterable[str],
        index: int,
        seconds: float,
        bookmarks: Sequence[str] = (),
        annotations: Sequence[str] = (),
    ) -> None:
        """Replace the history by a saved one.

        Args:
            lines: The lines of a history as text, see `tui.model.history`.
            index: The number of the line whose move led to the current position, 0 for the start.
            seconds: The time spent on the attempt.
            bookmarks: The bookmarks, each as "number:line".
            annotations: The annotations, a line for each, see `puzzles.annotations`.

        Raises:
            ValueError: The moves cannot be played. Nothing has changed.
        """
        saved = Session(self.puzzle)
        history, nodes = saved.history, [saved.history.root]
        visited: list[Node] = []
        for line in lines:
            parts = parse_line(line)
            parent = int(parts["parent"]) if parts["parent"] else len(nodes) - 1
            if parent >= len(nodes):
                raise ValueError(f"a move after number {parent}, which comes later in the history")
            node = nodes[parent]
            for move in self.game.parse_moves(node.position, parts["move"]):
                node = node.find_child(move) or saved._create_child(node, move)
                node.continues_step = bool(parts["joined"])
            nodes.append(node)
            node.from_earlier_attempt = bool(parts["earlier"])
            if parts["last"]:
                visited.append(node)
        if index >= len(nodes):
            raise ValueError(f"move {index} of a history with only {len(nodes) - 1} moves")
        for number, node in parse_bookmarks(bookmarks, nodes):
            node.bookmark_number, history.bookmarks[number] = number, node
        apply_annotations(annotations, nodes)
        history.restore_visits(visited, nodes[index])
        self.history, self._elapsed_seconds = history, seconds
        self.is_restarted = False
