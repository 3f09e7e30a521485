"""PlainGame: a game in progress without a screen, and its answers in words.

It does for the plain mode what `PlayScreen` does for the screen: it runs the solvers and the
opponents of a `GameModel`, and stores the game after each move.
"""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from ludoscope.puzzles.annotations import VERDICTS, split_annotation
from ludoscope.tui import lazy
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import UNKNOWN
from ludoscope.tui.model.badge import describe_position, format_badge, rate_solution
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.moves_in_words import steps_in_words
from ludoscope.tui.model.players import HUMAN, SIDES
from ludoscope.tui.model.session import Session
from ludoscope.tui.plain.tasks import GameTasks
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.screens.play.opponents import Opponents
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.services.saves_service import SavesService
from ludoscope.tui.text.formatting import capitalize_first, format_help, format_session_length
from ludoscope.tui.text.spoken import to_words

VERDICT_WORDS = dict(
    zip(VERDICTS, ("good", "brilliant", "interesting", "dubious", "bad", "losing"), strict=True)
)


class PlainGame:
    """A game: its model, the tasks that work for it, and the board in words.

    Attributes:
        model: The game.
        jobs: Its solvers.
        tasks: Its tasks.
        spoken: The board in words.
    """

    def __init__(
        self, session: Session, options: UserOptions, saves: SavesService, autosave: Autosave
    ) -> None:
        self.tasks = GameTasks()
        self._saves = saves
        self._autosave = autosave
        self.spoken = board_family(session.game.family).create_spoken_board(session.game)
        self.model = GameModel(session, options, self.spoken.describe_moves)
        self._opponents = Opponents(
            self.model, self.tasks, saves, lambda: self.jobs.find_opponents_move()
        )
        self.jobs = SolverJobs(
            self.model, self.tasks, self._opponents.play_fallback_move, self._store_analysis
        )
        self.model.add_listener(self._on_model_changed)
        autosave.track_session(session)

    def close(self) -> None:
        """Stop what works for the game and store it."""
        self.jobs.close()
        self.tasks.cancel_all()
        self.model.session.stop_clock(time.monotonic())
        if self.model.session.is_started:
            self._autosave.save_session(self.model.session)

    def stop(self) -> None:
        """Stop all solvers and tasks."""
        self.jobs.stop()
        self.tasks.cancel_all()

    # Changes of the model

    def _on_model_changed(self, change: Change) -> None:
        if change is not Change.POSITION:
            return
        self.jobs.stop("hint", "answer", "judge", "trace", "values", "solve")
        self._opponents.stop()
        session = self.model.session
        if session.is_worth_saving:
            self._autosave.save_session(session)
        else:
            self._autosave.track_session(session)
        if session.is_over and self.model.game.players == 2:
            self._opponents.learn_from_game()
        self.start_jobs()

    def start_jobs(self) -> None:
        """Start the opponent's answer or the analysis, if one is missing."""
        if self.model.is_opponents_turn:
            self._opponents.play_move()
        elif self.model.needs_analysis:
            self.jobs.analyse()

    def _store_analysis(self, text: str) -> None:
        self._saves.store.save_note("verdicts", self.model.puzzle.name, text)

    # Answers

    def describe_change(self, before: Node) -> str:
        """Return in words how the game went from an earlier or later node to the current one."""
        node = self.model.session.history.current
        if node is before:
            return ""
        nodes = _nodes_after(before, node)
        if nodes is None:
            undone = _nodes_after(node, before)
            if undone is not None:
                steps = [*self._describe_steps(undone)]
                return f"Undone: {'. '.join(reversed(steps))}"
            nodes = [node] if node.parent else []
        return ". ".join(self._describe_steps(nodes))

    def describe_longer_move(self, position: Any) -> str:
        """Return in words how the last move was made longer, such as by a second slide.

        Args:
            position: The position before that.
        """
        node, game = self.model.session.history.current, self.model.game
        whole_move = self._describe_step([node])
        for move in game.moves(position):
            if game.play(position, move) == node.position:
                text = to_words(self.spoken.describe_moves(position, [move]))
                whole_move = f"{whole_move[:1].lower()}{whole_move[1:]}"
                return f"{capitalize_first(text)}; in all {whole_move}, one move"
        return whole_move

    def describe_game(self) -> Iterator[str]:
        """Yield the moves of the game in words, numbered as messages number them."""
        session = self.model.session
        for start, end in session.step_ranges:
            nodes = session.history.line[start + 1 : min(end, session.ply) + 1]
            if not nodes:
                return
            first, last = (session.node_number(node) for node in (nodes[0], nodes[-1]))
            number = f"{first}" if first == last else f"{first} to {last}"
            yield f"{number}. {self._describe_step(nodes)}."

    def _describe_steps(self, nodes: Sequence[Node]) -> Iterator[str]:
        """Yield the steps of consecutive nodes in words, in a game for two with their sides."""
        step: list[Node] = []
        for node in nodes:
            if step and not node.continues_step:
                yield self._describe_step(step)
                step = []
            step.append(node)
        if step:
            yield self._describe_step(step)

    def _describe_step(self, nodes: Sequence[Node]) -> str:
        parent = nodes[0].parent
        assert parent
        moves = [node.move for node in nodes]
        text = to_words(self.spoken.describe_moves(parent.position, moves))
        if self.model.game.players == 2:
            return f"{SIDES[self.model.session.side_at(parent.ply)].capitalize()}: {text}"
        return f"{text[:1].upper()}{text[1:]}"

    def describe_line(self, start: Any, moves: Sequence[Any], first_ply: int) -> list[str]:
        """Return the moves of a line in words, one numbered sentence for each step."""
        return [*steps_in_words(self.model.game, self.spoken, start, moves, first_ply)]

    def describe_turn(self) -> list[str]:
        """Return whose turn it is in a game of two humans, else nothing."""
        session = self.model.session
        if session.game.players < 2 or session.is_over or set(session.players) != {HUMAN}:
            return []
        return [*as_sentence(self.model.board.status_text(session.position))]

    def describe_state(self) -> list[str]:
        """Return the result, or whether the game can be won; then the comment on the position."""
        return [*self._describe_outlook(), *self._describe_comment()]

    def _describe_outlook(self) -> list[str]:
        """Return the result, or whether the game can be won."""
        model, session = self.model, self.model.session
        if session.is_over:
            return self._describe_result()
        if dead_end := model.board.dead_end_text(session.position):
            return [f'Stuck: no move is left. {dead_end}. Type "undo" or "restart".']
        sentences = []
        badge = "".join(text for text, _ in format_badge(model.analysis, session)).lstrip("✓✗? ")
        if badge == UNKNOWN:
            judgement = model.analysis.get(session.position)
            has_failed = judgement is not None and judgement.proof
            badge = "not decided: the solver failed" if has_failed else "not decided in time"
        if model.options.preferences.analysis and badge not in ("", "…"):
            sentences.append(f"{capitalize_first(badge)}.")
        return sentences

    def _describe_comment(self) -> list[str]:
        """Return the user's verdict and comment on the position."""
        verdict, comment = split_annotation(self.model.session.history.current.annotation)
        parts = [f"{VERDICT_WORDS[verdict]} move" if verdict else "", comment]
        text = "; ".join(filter(None, parts))
        return [*as_sentence(f"Comment: {text}")] if text else []

    def describe_details(self) -> list[str]:
        """Return what the panel of the screen says of the position, beyond `describe_state`."""
        model, session = self.model, self.model.session
        if session.is_over or not model.options.preferences.analysis:
            return []
        keys = {
            f"{name}_key": model.key_display(f"play.{name}", "")
            for name in ("undo", "solve", "winnable")
        }
        other_side = SIDES[1 - session.side_to_move]
        keys["players_key"] = f'"players {other_side}"'
        texts = describe_position(model.analysis, session, **keys)
        return [f"{text}." for text in texts if text and text != "Winnable"]

    def _describe_result(self) -> list[str]:
        model, session = self.model, self.model.session
        if session.game.players == 2:
            winner = SIDES[1 - session.side_to_move].capitalize()
            players = session.players
            if players.count(HUMAN) == 1:
                state = "You have won" if session.is_won else "You have lost"
                text = f"{state}: {winner.lower()} won in {format_session_length(session)}."
            else:
                text = f"{winner} won in {format_session_length(session)}."
            reason = "" if session.resigned else model.board.status_text(session.position)
            return [text, f"{reason}." if reason else ""]
        result = lazy.share.describe_result(session, model.options.preferences.show_clock)
        sentences = [f"{result.capitalize()}, {format_help(session)}."]
        if rating := rate_solution(model.analysis, session):
            stars = f"{count_stars(rating.stars)}: " if rating.stars else ""
            sentences.append(capitalize_first(f"{stars}{rating.comparison}."))
        return sentences


def as_sentence(text: str) -> Sequence[str]:
    """Return a text as a sentence in a sequence, an empty one for ""."""
    if not text:
        return ()
    text = capitalize_first(text).rstrip()
    return (text if text.endswith((".", "!", "?", ":")) else f"{text}.",)


def count_stars(stars: int) -> str:
    """Return a number of stars in words."""
    return f"{stars} star{'' if stars == 1 else 's'}"


def _nodes_after(start: Node, end: Node) -> list[Node] | None:
    """Return the nodes from after `start` to `end`, None if `start` is not before `end`."""
    path = end.path()
    return path[path.index(start) + 1 :] if start in path else None
