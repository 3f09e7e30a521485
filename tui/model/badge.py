"""The badge of the top line, and in words what the last move did to the game."""

from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import collection
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.players import PERSON, SIDES, wins
from ludoscope.tui.model.session import Session

SIGNS = {WINNABLE: "✓", LOST: "✗", UNKNOWN: "?"}
ROLES = {WINNABLE: "good", LOST: "bad", UNKNOWN: "dim"}
WAITING = "…"
BLUNDER = "??"  # beside the move that turned a winnable position into a lost one
NEARLY = 1.2  # times the fewest moves, for two stars
MOVE = {"jumps": "jump"}  # where it is not called a move


def badge(analysis: Analysis, session: Session) -> Line:
    """What is known of the position at hand, in a few words; nothing of one that is decided."""
    if session.over or session.mover != PERSON:
        return []
    judgement = analysis.of(session.position)
    if judgement is None:
        return [(WAITING, "dim")]
    words = _summary(analysis, session, judgement)
    if judgement.value is not None and session.players.count(PERSON) != 1:
        return [(words, "notice")]  # good news for one of two people
    return [(f"{SIGNS[judgement.state]} {words}", ROLES[judgement.state])]


def _summary(analysis: Analysis, session: Session, judgement: Judgement) -> str:
    measure, length = session.game.measure, judgement.length
    if judgement.value is not None:
        return wins(judgement.value, session.to_move)
    if judgement.state == LOST:
        since, _ = analysis.lost_since(session)
        return f"lost since move {session.number(since)}" if since else "lost"
    family = FAMILIES[session.game.family]
    if judgement.state == UNKNOWN or length is None or family.counted_unit:
        return judgement.state  # a number of moves that a person counts otherwise tells nothing
    if family.groups_moves:  # as many as a line takes that is known
        known = judgement.steps
        return judgement.state if known is None else f"winnable within {known}"
    goal_phrase = board_family(family.name).goal_phrase
    if judgement.fewest and goal_phrase:
        return f"{_counted(length, measure)} {goal_phrase}"
    return f"winnable {'in' if judgement.fewest else 'within'} {length}"


def comment(
    analysis: Analysis,
    session: Session,
    undo: str = "u",
    solve: str = "s",
    sides: str = "o",
    back: str = "z",
) -> Sequence[str]:
    """Sentences for the panel: what the last move did, and what is known beyond that.

    `undo`, `solve`, `sides` and `back` are keys.
    """
    if session.over or session.mover != PERSON:
        return []
    judgement = analysis.of(session.position)
    if judgement is None:
        return []
    if judgement.value is not None:
        if judgement.value < 0 and not session.ply and session.players.count(PERSON) == 1:
            other = SIDES[1 - session.to_move]
            return [f"{wins(judgement.value, session.to_move)}: press {sides} to play {other}"]
        return [_duel(analysis, session, judgement.value, undo)]
    move = MOVE.get(session.game.measure, "move")
    if judgement.state == UNKNOWN:
        return [f"undecided within the time limit; press {solve} to solve"]
    if judgement.state == WINNABLE:
        return [_done(analysis, session, judgement), *_length(analysis, session, judgement)]
    return [_loss(analysis, session, move, undo, back), judgement.proof]


def _done(analysis: Analysis, session: Session, now: Judgement) -> str:
    """What the last move did to a game that can still be won."""
    if session.at_start:
        return "winnable"
    that = f"that {MOVE.get(session.game.measure, 'move')}"
    before = analysis.of(session.positions[session.ply - 1])
    if not (before and before.fewest and now.fewest):
        return f"{that} kept it winnable"
    nearer = (before.length or 0) - (now.length or 0)
    if nearer > 0:
        return f"{that} was optimal"
    if not nearer:
        return f"{that} did not help"
    return f"{that} cost {_counted(1 - nearer, session.game.measure)}"


def _length(analysis: Analysis, session: Session, judgement: Judgement) -> list[str]:
    if FAMILIES[session.game.family].counted_unit:
        fewest = fewest_known(analysis, session)
        return [f"fewest moves left: {fewest}"] if fewest and not session.ply else []
    if judgement.length is None or FAMILIES[session.game.family].groups_moves:
        return []
    if not judgement.fewest:
        return [f"shortest line known: {judgement.length}"]
    aside = filter(None, [analysis.aside(session.position)])
    best = fewest_known(analysis, session)
    if best is None or not session.ply:
        return [f"shortest: {_counted(judgement.length, session.game.measure)}", *aside]
    off = session.ply + judgement.length - best
    spent = [f"{_counted(off, session.game.measure)} more than needed so far"] if off else []
    return [*spent, *aside]


class Rating(NamedTuple):
    """One to three stars for a solution, how it compares with the best, and the rule."""

    stars: int
    said: str
    rule: str


def rating(analysis: Analysis, session: Session, proved: int | None = None) -> Rating | None:
    """Three stars for the fewest moves, two for a fifth more, one for a solution.

    `proved`: what a solver found the fewest to be. Where nobody knows them the shortest line known
    stands for them; None where there is none either.
    """
    if session.game.players > 1 or not session.won:
        return None
    family = FAMILIES[session.game.family]
    made = family.count_moves(session.moves)
    best = proved if proved is not None else fewest_known(analysis, session)
    least, shortest = "no solution is shorter", "the fewest"
    if best is None:
        start = analysis.of(session.positions[0])
        if family.counted_unit or not start or start.length is None:
            return None
        best = min(made, start.length)
        least, shortest = "no shorter line is known", "the shortest known"
    near = int(best * NEARLY)
    stars = 3 if made <= best else 2 if made <= near else 1
    unit = (
        f" {session.game.measure}" if family.groups_moves else ""
    )  # which is not what a person counts
    said = least if stars == 3 else f"{made - best} over {shortest}, {best}{unit}"
    rule = f"3 stars for {best}{unit}, " + (f"2 up to {near}" if near > best else "1 for more")
    return Rating(stars, said, rule)


def fewest_known(analysis: Analysis, session: Session) -> int | None:
    """The fewest moves that solve the puzzle, as a person counts them."""
    family = FAMILIES[session.game.family]
    fewest = collection(family.name).fewest_moves(session.puzzle.name)
    if fewest is not None or family.counted_unit:  # solvers count in another unit
        return fewest
    start = analysis.of(session.positions[0])
    return start.length if start and start.fewest else None


def _counted(number: int, measure: str) -> str:
    word = MOVE.get(measure, "move")
    return f"{number} {word}{'' if number == 1 else 's'}"


def _loss(analysis: Analysis, session: Session, move: str, undo: str, back: str) -> str:
    since, certain = analysis.lost_since(session)
    if not since:
        return "the game cannot be won"
    if not certain:
        return f"lost, by move {session.number(since)} at the latest: {back} finds where"
    if since == session.ply:
        return f"that {move} lost the game: undo with {undo}"
    return f"move {session.number(since)} lost the game: {back} goes back before it"


def _duel(analysis: Analysis, session: Session, value: int, undo: str) -> str:
    """Where two play: what the person's last move and the answer to it have done."""
    said = wins(value, session.to_move)
    if session.players.count(PERSON) != 1:
        return said
    earlier = analysis.of(session.positions[session.ply - 2]) if session.ply > 1 else None
    if earlier and earlier.value is not None and (earlier.value > 0) != (value > 0):
        if value > 0:
            return f"the reply gave you the win: {said}"
        return f"that move gave the win away: {said}; undo with {undo}"
    return f"{said} with best play"
