"""How a game went: where it could still be won, which moves changed that, where to go back to.

state    of a position: WINNABLE, LOST or UNKNOWN for `side`, "" where nobody has asked
side     who is to win it: the person; of two people the one who is to move
own      a move of that side
blunder  the only move between a position that could be won and one that could not, of its mover
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludoscope.tui.model.analysis import LOST, UNKNOWN, WINNABLE, Analysis, Judgement
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import PERSON
from ludoscope.tui.model.session import Session


class Course(NamedTuple):
    """By number of moves made, from 0; `lengths` are moves to the end, where they are known.

    `blunders` and `faded` are numbers of moves, from 1: those that gave a win away, and those
    after them that were played in a lost position.
    """

    states: Sequence[str]
    lengths: Sequence[int | None]
    blunders: frozenset[int]
    faded: frozenset[int]
    turns: Sequence[bool]  # whether the side is to move
    end: str  # the state of the last position where it is an end, else ""

    def lost_from(self, ply: int) -> int:
        """The first of the lost positions that one has come through to this one."""
        while ply and self.states[ply - 1] == LOST:
            ply -= 1
        return ply

    def winnable_before(self, ply: int) -> int | None:
        """The last position before this one, with the side to move, that is known to be a win."""
        known = (at for at in range(ply - 1, -1, -1) if self.turns[at])
        return next((at for at in known if self.states[at] == WINNABLE), None)

    def question(self, ply: int) -> int | None:
        """The position whose judgement tells most of where the game at `ply` was lost.

        None when that is known, or what is left was asked in vain. Where one plays, all before
        a winnable position are winnable, so the middle is asked; where two play, the last.
        """
        if not all(self.turns):
            last = self.winnable_before(ply)
            open_ = [at for at in self._open(-1 if last is None else last, ply) if self.turns[at]]
            return open_[-1] if open_ else None
        end = self.lost_from(ply)
        begin = self._last(end, WINNABLE, UNKNOWN)
        if begin == end - 1 and end and self.states[begin] == UNKNOWN:
            begin = self._last(end, WINNABLE)
            end = next(at for at in range(begin + 1, end) if self.states[at] == UNKNOWN)
        between = list(self._open(begin, end))
        return between[len(between) // 2] if between else None

    def _last(self, before: int, *states: str) -> int:
        """The last such position, -1 when there is none."""
        found = (at for at in range(before - 1, -1, -1) if self.states[at] in states)
        return next(found, -1)

    def _open(self, begin: int, end: int) -> Iterator[int]:
        return (at for at in range(begin + 1, end) if not self.states[at])


def course_of(analysis: Analysis, session: Session) -> Course:
    """Of the whole line, also of what is undone; in time proportional to its moves."""
    side = _side(session)
    players, line = session.game.players, session.history.line
    turns = [players == 1 or node.ply % players == side for node in line]
    known = [analysis.of(node.position) for node in line]
    states = [_state(judgement, turn) for judgement, turn in zip(known, turns, strict=True)]
    end = _end(session, line[-1])
    states[-1] = end or states[-1]
    lengths = [judgement.length if judgement else None for judgement in known]
    if players > 1:
        _fill(states, turns)
    else:
        lengths[-1] = 0 if end == WINNABLE else lengths[-1]
        _lead_up(states, lengths)
    blunders = frozenset(_blunders(states, turns))
    two = players > 1 and session.players.count(PERSON) != 1
    faded = () if two else _faded(states, blunders)
    return Course(states, lengths, blunders, frozenset(faded), turns, end)


def state_of(analysis: Analysis, session: Session, node: Node) -> str:
    """Of one position of the history, also one that is not on the line."""
    turn = session.game.players == 1 or node.ply % session.game.players == _side(session)
    if not node.children and (end := _end(session, node)):
        return end
    return _state(analysis.of(node.position), turn)


def _side(session: Session) -> int:
    return session.person if session.players.count(PERSON) == 1 else session.to_move


def _state(judgement: Judgement | None, turn: bool) -> str:
    """Of a position, from what is known for the side to move there."""
    if judgement is None:
        return ""
    if turn or judgement.state == UNKNOWN:
        return judgement.state
    return LOST if judgement.state == WINNABLE else WINNABLE


def _end(session: Session, last: Node) -> str:
    """The state of a position, if it is an end: after the last move of a line one can be."""
    game = session.game
    if game.is_won(last.position):
        lost = game.players > 1 and last.ply % game.players == _side(session)
        return LOST if lost else WINNABLE
    return LOST if game.players == 1 and not game.moves(last.position) else ""


def _lead_up(states: list[str], lengths: list[int | None]) -> None:
    """What leads to a winnable position is winnable."""
    for at in range(len(states) - 2, -1, -1):
        if states[at + 1] == WINNABLE and states[at] in ("", UNKNOWN):
            after = lengths[at + 1]
            states[at], lengths[at] = WINNABLE, None if after is None else after + 1


def _fill(states: list[str], turns: Sequence[bool]) -> None:
    """What follows where two play: nobody's own move makes their game better.

    After an own move from a lost position it is lost still, after one of the other side's from
    a winnable one winnable. Before an own move to a winnable position it could be won already.
    """
    for at in range(1, len(states)):
        if not states[at]:
            own = turns[at - 1]
            if states[at - 1] == (LOST if own else WINNABLE):
                states[at] = states[at - 1]
    for at in range(len(states) - 2, -1, -1):
        if not states[at] and states[at + 1] == (WINNABLE if turns[at] else LOST):
            states[at] = states[at + 1]


def _blunders(states: Sequence[str], turns: Sequence[bool]) -> Iterator[int]:
    before = None
    for at, state in enumerate(states):
        if state not in (WINNABLE, LOST):
            continue
        if before is not None and states[before] != state:
            own = state == LOST
            guilty = [move for move in range(before + 1, at + 1) if turns[move - 1] == own]
            if len(guilty) == 1:
                yield guilty[0]
        before = at


def _faded(states: Sequence[str], blunders: frozenset[int]) -> Iterator[int]:
    """Moves from a lost position to a lost one, unless the game was lost from its start."""
    given_away = False
    for at in range(1, len(states)):
        given_away = given_away or states[at - 1] in (WINNABLE, UNKNOWN, "")
        if given_away and states[at - 1] == states[at] == LOST and at not in blunders:
            yield at
