"""A worker process for training; see `search.process.worker`.

A job has the keys "family", "collection" and "solvers" (the declarations as "module:name", null for
solvers if the family declares none), "name" (of the family), "memory" (limit in bytes, or null)
and "task", with further keys and messages by task:

"answer"    judge a step, and refute it if it is wrong: "line" (the text of a `TrainingPosition`)
            and "moves" (the step as in shared lines). The message is {"event": "answer",
            "is_right"}, null if the step is not decided in time; if it is wrong also with "line"
            (texts of moves), "progress", "blocked" and "is_furthest", see `Refutation`
"mistakes"  find the positions before moves that lost a game that could be won: "game" (a spec),
            "lines" (lists of moves from the start, as texts) and "side" (of the player). The
            messages are {"event": "mistake", "line" (the text of a `TrainingPosition`)}, then
            {"event": "end"}
"generate"  make positions: "seed". The messages are {"event": "position", "line"}, without end
"fault"     any job may end with {"event": "fault", "message"}
"""

from collections.abc import Hashable, Sequence
from typing import Any

from ludoscope.games import FAMILIES, from_spec
from ludoscope.games.tracebacks import describe_exception
from ludoscope.puzzles.names import puzzle_of_game
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.puzzles.trainer import SHORTEST, Trainer
from ludoscope.puzzles.training.generate import LIMITS, generate_positions
from ludoscope.puzzles.training.mistakes import find_mistakes
from ludoscope.puzzles.training.refutation import refute
from ludoscope.puzzles.training.training_position import TrainingPosition, play_step
from ludoscope.search.events import GaveUp, Unsolvable
from ludoscope.search.judging import judge_position
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.wire import move_texts
from ludoscope.search.process.worker import limit_memory, lower_priority, send_message, serve
from ludoscope.search.registry import SOLVER_SETS

NICENESS = 10  # of tasks for which nobody waits


def run_job(job: dict[str, Any]) -> None:
    """Carry out a task."""
    limit_loading_time(_send_fault)
    limit_memory(job["memory"])
    try:
        name = job["name"]
        FAMILIES.restrict_to(name, job["family"])
        COLLECTIONS.restrict_to(name, job["collection"])
        if job["solvers"]:
            SOLVER_SETS.restrict_to(name, job["solvers"])
        trainer = COLLECTIONS[name].trainer()
        assert trainer
        TASKS[job["task"]](trainer, job)
    except BrokenPipeError:
        raise
    except BaseException as error:  # of a plug-in
        _send_fault(describe_exception(error))


def _send_fault(message: str) -> None:
    send_message({"event": "fault", "message": message})


def _answer(trainer: Trainer, job: dict[str, Any]) -> None:
    """Judge a step, and refute it if it is wrong."""
    position = TrainingPosition.parse("", job["line"])
    game = position.game
    moves = position.read_moves(job["moves"])
    child = play_step(game, position.position, moves)
    step = position.find_step(moves)
    is_right = step.is_right if step else _judge_unlisted(trainer, position, moves, child)
    if is_right is not False:
        send_message({"event": "answer", "is_right": is_right})
        return
    line, progress, blocked, is_furthest = refute(trainer, game, child)
    send_message(
        {
            "event": "answer",
            "is_right": False,
            "line": move_texts(game, child, line),
            "progress": progress,
            "blocked": blocked,
            "is_furthest": is_furthest,
        }
    )


def _judge_unlisted(
    trainer: Trainer, position: TrainingPosition, moves: Sequence[Hashable], child: Hashable
) -> bool | None:
    """Return True if a step that the certificate does not list is right; None if undecided.

    Such a step is made of several moves that the player types at once.
    """
    game = position.game
    verdict = judge_position(game, child, LIMITS, trainer.judge(game))
    if isinstance(verdict, GaveUp):
        return None
    if isinstance(verdict, Unsolvable):
        return False
    if trainer.goal_of(game) == SHORTEST:
        right = position.right_steps[0]
        shortest = len(right.moves.split()) + len(right.proof.split())
        return len(moves) + len(verdict.moves) <= shortest
    return verdict.value is None or verdict.value <= 0


def _mistakes(trainer: Trainer, job: dict[str, Any]) -> None:
    """Send the positions before the moves that lost a game."""
    lower_priority(NICENESS)
    puzzle = puzzle_of_game(from_spec(job["game"]))
    sent: set[str] = set()
    for line in job["lines"]:
        for found in find_mistakes(trainer, puzzle, line, job["side"]):
            if found.puzzle_text not in sent:
                sent.add(found.puzzle_text)
                send_message({"event": "mistake", "line": found.text})
    send_message({"event": "end"})


def _generate(trainer: Trainer, job: dict[str, Any]) -> None:
    """Send positions until the process is ended."""
    lower_priority(NICENESS)
    for position in generate_positions(job["name"], job["seed"]):
        if position:
            send_message({"event": "position", "line": position.text})


TASKS = {"answer": _answer, "mistakes": _mistakes, "generate": _generate}

if __name__ == "__main__":
    serve(run_job)
