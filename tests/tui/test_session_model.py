"""Random sessions beside a plain model of one, in which a node is the tuple of moves to it."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from many import case, each_of, many

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.history import History, count_steps
from ludoscope.tui.model.players import HUMAN, PERFECT, PLAYER_DESCRIPTIONS, RANDOM
from ludoscope.tui.model.replay import StepRange
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.save import SavedSession

Path = tuple[Any, ...]

TRIANGLE = BOARDS["triangle"]
PUZZLES = {
    "hexapawn": Puzzle("hexapawn-3x3", HexapawnGame(3, 3), "3×3"),
    "peg": Puzzle("triangle", PegGame(TRIANGLE, TRIANGLE.all_holes & ~1), "Triangle"),
    "rush": catalogue.find("orush-01"),
    "patience": catalogue.find("FreeCell.1-free"),
}


class Model:
    """A session as the documentation of `Session` and `History` describes it, in simple code."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.nodes: list[Path] = [()]
        self.last_visited: dict[Path, Any] = {}
        self.current: Path = ()
        self.joined: set[Path] = set()
        self.earlier: set[Path] = set()
        self.bookmarks: dict[int, Path] = {}
        self.attempts = 1
        self.hints = self.early_hints = 0  # early ones are given between a restart and a move
        self.has_undone = self.is_restarted = self.resigned = False

    def position(self, path: Path) -> Any:
        position = self.game.start
        for move in path:
            position = self.game.play(position, move)
        return position

    @property
    def line(self) -> Path:
        path = self.current
        while path in self.last_visited:
            path += (self.last_visited[path],)
        return path

    @property
    def is_over(self) -> bool:
        return self.resigned or self.game.is_won(self.position(self.current))

    def children(self, path: Path) -> list[Path]:
        return [node for node in self.nodes if node and node[:-1] == path]

    def visit(self, path: Path) -> None:
        self.current = path
        for ply, move in enumerate(path):
            self.last_visited[path[:ply]] = move

    def play(self, move: Any, is_joined: bool) -> None:
        last = self.current
        merged = last and FAMILIES[self.game.family].merge_moves(last[-1], move)
        if merged and last not in self.bookmarks.values() and not self.is_over:
            combined, is_joined = (*last[:-1], merged), last in self.joined
            is_leaf = not self.children(last) and last not in self.earlier
            if is_leaf and combined not in self.nodes:
                self.nodes[self.nodes.index(last)] = combined
            elif is_leaf and last == self.nodes[-1]:
                self.nodes.pop()
            self.current, move = last[:-1], merged
        self.add(move, is_joined)

    def add(self, move: Any, is_joined: bool) -> None:
        """Go to the node of a move from the current one, and make it if there is none."""
        path = (*self.current, move)
        if self.is_restarted:
            self.attempts += 1
            self.hints, self.early_hints = self.early_hints, 0
            self.has_undone = self.is_restarted = False
            self.earlier = {node for node in self.nodes if node != self.current[: len(node)]}
        if path not in self.nodes:
            self.nodes.append(path)
        self.earlier.discard(path)
        self.resigned = False
        self.joined = self.joined | {path} if is_joined else self.joined - {path}
        self.visit(path)

    def go_to(self, path: Path) -> None:
        self.visit(path)
        self.hints += path in self.earlier
        self.has_undone, self.is_restarted, self.resigned = True, False, False

    def replay_from_start(self, moves: Path) -> None:
        shared = max(n for n in range(len(moves) + 1) if self.line[:n] == moves[:n])
        if self.current != moves[:shared]:
            self.go_to(moves[:shared])
        family = FAMILIES[self.game.family]
        rest = family.merge_line(moves[shared:])
        for size in family.group_moves(self.game, self.position(self.current), rest):
            for index in range(size):
                self.add(rest.pop(0), is_joined=index > 0)
        self.give_hint()

    def give_hint(self) -> None:
        self.hints += 1
        self.early_hints += self.is_restarted

    def toggle_bookmark(self, path: Path) -> int:
        for number, node in self.bookmarks.items():
            if node == path:
                del self.bookmarks[number]
                return -number
        number = min(set(range(1, 99)) - self.bookmarks.keys())
        self.bookmarks[number] = path
        return number

    @property
    def step_ends(self) -> list[int]:
        line = self.line
        return [
            ply
            for ply in range(len(line) + 1)
            if ply == len(line) or line[: ply + 1] not in self.joined
        ]

    @property
    def at_start(self) -> bool:
        return self.steps(self.current) == 0

    @property
    def player_nodes(self) -> list[Path]:
        """The nodes of the player's moves; in a game for two the player moves first."""
        nodes = [path for path in self.nodes if path and path not in self.joined]
        return [path for path in nodes if len(path) % 2 or self.game.players == 1]

    @property
    def is_started(self) -> bool:
        return not self.is_restarted and self.has_moved

    @property
    def has_moved(self) -> bool:
        """True if a move of the player belongs to this attempt, undone ones included."""
        return any(path not in self.earlier for path in self.player_nodes)

    def steps(self, path: Path) -> int:
        return sum(path[: ply + 1] not in self.joined for ply in range(len(path)))

    def number(self, path: Path, count: Callable[[Path], int] | None = None) -> int:
        """Return the steps of a path where players count steps, else its moves as they do."""
        family = FAMILIES[self.game.family]
        if family.groups_moves:
            return self.steps(path)
        return count(path) if count and family.players == 1 else family.move_number(len(path))

    def move_text(self, path: Path) -> str:
        return self.game.move_text(self.position(path[:-1]), path[-1])

    def texts(self) -> Iterator[str]:
        for index, path in enumerate(self.nodes[1:]):
            parent = path[:-1]
            text = self.move_text(path)
            if self.nodes.index(parent) != index:
                text += f" ^{self.nodes.index(parent)}"
            text += " +" * (path in self.joined)
            is_newest = self.children(parent)[-1] == path
            text += " >" * (self.last_visited[parent] == path[-1] and not is_newest)
            yield text + " ~" * (path in self.earlier)

    def check(self, session: Session) -> None:
        line, current, history = self.line, self.current, session.history
        paths = [line[:ply] for ply in range(len(line) + 1)]
        assert session.position == self.position(current)
        assert session.positions == [self.position(path) for path in paths]
        assert session.ply == len(current)
        assert session.moves == list(current)
        assert session.last_move == (current[-1] if current else None)
        assert session.undone_count == len(line) - len(current)
        assert session.move_texts == [self.move_text(path) for path in paths[1:]]
        assert session.side_to_move == len(current) % self.game.players
        assert session.step_ends == self.step_ends
        assert session.step_ranges == [StepRange(*ends) for ends in pairwise(self.step_ends)]
        assert session.at_start is self.at_start
        assert session.is_started is self.is_started
        assert session.is_worth_saving is (
            bool(self.player_nodes) if self.is_restarted else self.is_started
        )
        assert session.is_within_step is (line[: len(current) + 1] in self.joined - {current})
        assert session.is_over is self.is_over
        assert session.hint_count == self.hints
        assert session.has_undone is self.has_undone
        assert session.move_count == self.number(current, FAMILIES[self.game.family].count_moves)
        for ply in range(len(line) + 1):
            assert session.move_number(ply) == self.number(line[:ply])
        for index, move in enumerate(line):
            assert session.move_at(index) == (self.position(line[:index]), move)
        for index, (node, path) in enumerate(zip(history.nodes, self.nodes, strict=True)):
            assert (node.index, node.ply) == (index, len(path))
            assert node.position == self.position(path)
            assert node.count_steps() == self.steps(path)
            assert node.from_earlier_attempt is (path in self.earlier)
            assert bool(node.continues_step) is (path in self.joined)
        self.check_text(session)

    def check_text(self, session: Session) -> None:
        text = session.history.to_text()
        assert text == "\n".join(self.texts())
        assert session.history.format_bookmarks() == " ".join(
            f"{number}:{self.nodes.index(path)}" for number, path in sorted(self.bookmarks.items())
        )
        for index, path in enumerate(self.nodes):
            assert count_steps(text.splitlines(), index) == self.steps(path)

    def check_restored(self, session: Session) -> None:
        """Check what a session has after its text was read again."""
        self.check_text(session)
        assert session.positions == [
            self.position(self.line[:ply]) for ply in range(len(self.line) + 1)
        ]
        assert session.ply == len(self.current)
        assert session.elapsed_seconds(0.0) == 7.5
        assert session.is_started is self.is_started
        assert session.hint_count == self.hints


def wander(session: Session, model: Model, chance: random.Random, steps: int) -> None:
    """Do the same at random with a session and its model, and compare them after each action."""
    game, history = model.game, session.history
    for _ in range(steps):
        action, attempt, attempts = chance.random(), session.attempt_id, model.attempts
        moves = game.moves(session.position)
        line, current = model.line, model.current
        with case(action, model.nodes, current):
            if action < 0.5:
                if not moves:
                    continue
                move, is_joined = chance.choice(moves), chance.random() < 0.2
                if game.family == "rush":
                    is_joined = False
                    again = [m for m in moves if current and slides_on(game, current[-1], m)]
                    move = chance.choice(again) if again and chance.random() < 0.7 else move
                session.play(move, is_joined)
                model.play(move, is_joined)
            elif action < 0.62:
                assert session.undo() is bool(current)
                if current:
                    model.go_to(current[:-1])
            elif action < 0.72:
                assert session.redo() is (len(line) > len(current))
                if len(line) > len(current):
                    model.go_to(line[: len(current) + 1])
            elif action < 0.8:
                node = chance.randrange(len(model.nodes))
                assert session.go_to(history.nodes[node]) is (model.nodes[node] != current)
                if model.nodes[node] != current:
                    model.go_to(model.nodes[node])
            elif action < 0.85:
                can_restart = not model.at_start or model.resigned
                assert session.restart() is can_restart
                if can_restart:
                    model.go_to(line[: model.step_ends[0]])
                    model.is_restarted, model.early_hints = True, 0
            elif action < 0.91:
                node = chance.randrange(len(model.nodes))
                is_current = model.nodes[node] == current
                number = session.toggle_bookmark(None if is_current else history.nodes[node])
                assert number == model.toggle_bookmark(model.nodes[node])
            elif action < 0.97:
                moves = random_line(model, chance)
                session.replay_from_start(moves)
                model.replay_from_start(moves)
            elif action < 0.985:
                session.hint_count += 1
                model.give_hint()
            else:
                session.resign()
                model.resigned = True
            model.check(session)
            assert (session.attempt_id == attempt) is (model.attempts == attempts)


def random_line(model: Model, chance: random.Random) -> Path:
    """Return a line of moves from the start that begins as the line of the session does."""
    path = model.line[: chance.randrange(len(model.line) + 1)]
    for _ in range(chance.randrange(5)):
        if moves := model.game.moves(model.position(path)):
            path = (*path, chance.choice(moves))
    return path


def slides_on(game: AnyGame, last: Any, move: Any) -> bool:
    return FAMILIES[game.family].merge_moves(last, move) is not None


@pytest.mark.parametrize("name", PUZZLES)
def test_a_session_is_as_the_model_says(name: str) -> None:
    puzzle = PUZZLES[name]
    for seed in range(many(300 if name == "rush" else 150)):  # few seeds combine moves
        session, chance = Session(puzzle), random.Random(seed)
        model = Model(session.game)
        with case(seed):
            wander(session, model, chance, 25)
            again = Session(puzzle)
            SavedSession.from_session(session, 7.5, 1.0).restore(again)
            model.check_restored(again)


def test_the_newest_node_can_be_removed_from_the_history() -> None:
    history = History("start")
    first, second = (
        history.add_child(history.root, move, move, f"after {move}") for move in ("a", "b")
    )
    history.go_to(first)
    assert history.to_text() == "a >\nb ^0"
    history.remove_newest(second)
    assert history.current is history.root
    assert history.redo_node is first
    assert history.line == history.nodes == [history.root, first]
    assert history.to_text() == "a"
    history.remove_newest(first)
    assert history.redo_node is None
    assert history.line == history.nodes == [history.root]
    assert history.to_text() == ""


def test_an_illegal_move_after_a_restart_begins_no_attempt() -> None:
    session = Session(PUZZLES["peg"])
    session.play(session.game.moves(session.position)[0])
    session.restart()
    attempt = session.attempt_id
    with pytest.raises(ValueError):
        session.play((0, 14))
    assert (session.attempt_id, session.has_undone) == (attempt, True)


def test_the_user_is_the_only_human_or_the_side_that_moves_first() -> None:
    session = Session(PUZZLES["hexapawn"])
    for first in PLAYER_DESCRIPTIONS:
        for second in PLAYER_DESCRIPTIONS:
            session.set_players((first, second))
            with case(first, second):
                assert session.players == (first, second)
                assert session.player_side == (first != HUMAN and second == HUMAN)
                assert session.player_to_move == first
                session.play(session.game.moves(session.position)[0])
                assert session.player_to_move == second
                session.undo()
    puzzle = Session(PUZZLES["peg"])
    puzzle.set_players(("perfect", "perfect"))
    assert puzzle.player_to_move == HUMAN


def test_without_a_choice_the_user_plays_the_side_of_the_session() -> None:
    first, second = (Session(PUZZLES["hexapawn"], player_side=side) for side in (0, 1))
    assert first.players[0] == second.players[1] == HUMAN
    assert first.players[1] == second.players[0] != HUMAN
    assert Session(PUZZLES["hexapawn"]).players == first.players
    assert Session(PUZZLES["hexapawn"]).player_side == 0


def reopened(session: Session) -> Session:
    again = Session(session.puzzle)
    SavedSession.from_session(session, 7.5, 1.0).resume(again)
    return again


def test_a_session_at_its_start_resumes_its_attempt_unless_it_was_restarted() -> None:
    session = Session(PUZZLES["peg"])
    attempt, first = session.attempt_id, session.game.moves(session.position)[0]
    session = reopened(session)
    session.play(first)
    assert session.attempt_id == attempt
    session.undo()
    session.hint_count = 2
    session = reopened(session)
    assert session.is_started
    session.play(first)
    assert (session.attempt_id, session.hint_count, session.has_undone) == (attempt, 2, True)
    session.restart()
    for _ in range(2):
        session = reopened(session)
        assert not session.is_started
    again = reopened(session)
    again.redo()
    assert (again.attempt_id, again.hint_count, again.has_undone) == (attempt, 2, True)
    session.play(first)
    assert session.attempt_id != attempt
    assert (session.hint_count, session.has_undone) == (0, False)


WHITE_WINS = ("b1b2", "a3xb2", "a1xb2", "c3xb2", "c1xb2")


def play_texts(session: Session, texts: Sequence[str]) -> None:
    for text in texts:
        session.play(*session.game.parse_moves(session.position, text))


@each_of(
    ("before", "after", "plies", "hints"),
    [
        ((HUMAN, PERFECT), (PERFECT, HUMAN), 0, 0),
        ((HUMAN, PERFECT), (HUMAN, PERFECT), 2, 0),
        ((HUMAN, PERFECT), (PERFECT, HUMAN), 2, 1),
        ((HUMAN, PERFECT), (PERFECT, RANDOM), 2, 1),
        ((PERFECT, RANDOM), (HUMAN, RANDOM), 2, 1),
        ((HUMAN, PERFECT), (HUMAN, HUMAN), 2, 1),
        ((HUMAN, RANDOM), (HUMAN, PERFECT), 2, 1),
        ((PERFECT, HUMAN), (RANDOM, HUMAN), 1, 0),  # the user has not moved
        ((PERFECT, HUMAN), (HUMAN, PERFECT), 1, 1),
        ((HUMAN, RANDOM), (HUMAN, PERFECT), 5, 1),  # the game is over
    ],
)
def test_new_players_after_a_move_of_the_user_count_as_a_hint(before, after, plies, hints) -> None:
    session = Session(PUZZLES["hexapawn"])
    session.set_players(before)
    play_texts(session, WHITE_WINS[:plies])
    session.change_players(after)
    assert (session.players, session.hint_count) == (after, hints)
    assert not list(results.earned_notes(session))


@each_of("players", [(PERFECT, RANDOM), (HUMAN, HUMAN)])
def test_a_game_without_a_single_user_is_nobodys_win(players) -> None:
    session = Session(PUZZLES["hexapawn"])
    session.set_players(players)
    play_texts(session, WHITE_WINS)
    assert session.is_over
    assert session.is_in_attempt
    assert not session.is_counted
    assert not session.is_won
    assert not list(results.earned_notes(session))


@each_of(
    "go_back",
    [
        lambda session: None,
        Session.restart,
        lambda session: session.go_to(session.history.root),
    ],
)
def test_a_game_that_others_have_won_cannot_be_taken_over(go_back) -> None:
    session = Session(PUZZLES["hexapawn"])
    session.set_players((PERFECT, RANDOM))
    play_texts(session, WHITE_WINS)
    go_back(session)
    session.change_players((HUMAN, RANDOM))
    while session.redo():
        pass
    assert session.is_won
    assert session.hint_count
    assert not session.is_counted
    session.restart()
    play_texts(session, WHITE_WINS)
    assert session.is_counted
    assert not session.hint_count


def test_a_puzzle_counts_whoever_its_players_are() -> None:
    session = Session(PUZZLES["peg"])
    session.set_players((PERFECT, PERFECT))
    assert not session.is_counted
    session.play(session.game.moves(session.position)[0])
    assert session.is_counted


async def test_games_that_the_program_plays_are_not_in_the_statistics(
    open_app, monkeypatch
) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.MOVE_DELAY_SECONDS", 0.0)
    async with open_app("hexapawn-3x3") as pilot:
        model = pilot.screen.model
        model.set_players((RANDOM, RANDOM))
        await pilot.wait_until(lambda: model.session.is_over)
        for players in (RANDOM, RANDOM), (HUMAN, RANDOM), (RANDOM, HUMAN):
            model.set_players(players)
            await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
            assert await pilot.app.library.outcomes() == []


def test_a_current_move_that_is_missing_is_told() -> None:
    session = Session(PUZZLES["peg"])
    first = session.game.move_text(session.position, session.game.moves(session.position)[0])
    for index, texts in ((1, []), (2, [first]), (3, [first])):
        expected = f"move {index} of a history with only {len(texts)} moves"
        with pytest.raises(ValueError, match=expected):
            session.restore(texts, index, 1.0)


def test_a_side_that_resigns_has_lost() -> None:
    for side in (0, 1):
        session = Session(PUZZLES["hexapawn"], player_side=side)
        assert not session.is_won
        session.resign()
        assert session.is_over
        assert session.is_won is (side == 1)


def test_a_move_of_an_earlier_attempt_stays_when_it_is_continued() -> None:
    session = Session(PUZZLES["rush"])
    game = session.game
    slide, further = next(
        (slide, further)
        for slide in game.moves(game.start)
        for further in game.moves(game.play(game.start, slide))
        if slides_on(game, slide, further)
    )
    other = next(
        move
        for move in game.moves(game.start)
        if slide in game.moves(game.play(game.start, move)) and not slides_on(game, move, slide)
    )
    session.play(other)
    session.play(slide)
    session.restart()
    session.play(other)
    session.redo()
    earlier = session.history.current
    assert earlier.from_earlier_attempt
    session.play(further)
    assert earlier in session.history.nodes
    assert len(session.history.nodes) == 4
    assert session.ply == 2
