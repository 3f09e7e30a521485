"""The review of a game: which positions could be won, and which moves cost the win or moves.

Start with `review_game`. Terms:

side     the side whose chances are reviewed: the user's; of two users, the one to move
state    `WINNABLE`, `LOST` or `UNKNOWN` for that side, "" for a position not analysed
blunder  a move that turned a position that could be won by its player into one that could not
stop     a ply at which the fewest moves left are those of the position: in peg solitaire not
         between two jumps of one peg, which count as one move
cost     by how many moves a move has made the shortest line longer; in a game for two, by how many
         plies it has delayed the win or hastened the loss of its player. Known only where the
         fewest moves are proved before and after it.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.tui.model.analysis import (
    LOST,
    UNKNOWN,
    WINNABLE,
    Analysis,
    Judgement,
)
from ludoscope.tui.model.badge import find_fewest_moves
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.model.replay import step_boundaries
from ludoscope.tui.model.session import Session


class GameReview(NamedTuple):
    """The review of a line. Sequences are indexed by ply, 0 for the start.

    Attributes:
        states: The state of each position.
        lengths: The moves from each position to the end, None where they are not known.
        blunders: The numbers of the moves, from 1, that gave away a win.
        moves_in_lost_positions: The numbers, from 1, of the moves made after a blunder, when the
            game was already lost.
        own_turns: True for the positions in which the reviewed side is to move.
        end_state: The state of the last position if the game is over there, else "".
        stops: The plies at which the fewest moves left can be known.
        fewest: The fewest moves from each ply to the end, None where that is not proved.
        costs: The costs above 0, by the number of the move, from 1.
        is_for_both_sides: True if the mistakes of both sides are the user's.
    """

    states: Sequence[str]
    lengths: Sequence[int | None]
    blunders: frozenset[int]
    moves_in_lost_positions: frozenset[int]
    own_turns: Sequence[bool]
    end_state: str
    stops: Sequence[int] = ()
    fewest: Sequence[int | None] = ()
    costs: Mapping[int, int] = MappingProxyType({})
    is_for_both_sides: bool = False

    @property
    def mistakes(self) -> list[int]:
        """The numbers of the moves of the reviewed side, from 1, that cost the win or moves.

        If two users play, those of both.
        """
        moves = sorted(self.blunders | self.costs.keys())
        return [move for move in moves if self.is_for_both_sides or self.own_turns[move - 1]]

    def next_ply_to_measure(self, tried: Collection[int]) -> int | None:
        """Return the ply whose fewest moves left should be searched for next, None if all is known.

        In a game for one that is the start, then the middle of the first stretch in which moves
        were lost, else the last unknown ply, since a position near the end is the easiest. Those
        before a position that was given up are harder, and lost positions have no fewest moves.

        Args:
            tried: The plies for which a search has ended.
        """
        is_for_one = all(self.own_turns)
        given_up = max((ply for ply in tried if self.fewest[ply] is None), default=-1)
        plies = [
            ply
            for ply in self.stops
            if self.fewest[ply] is None
            and ply > given_up
            and not (is_for_one and self.states[ply] == LOST)
        ]
        if not plies:
            return None
        if not is_for_one:
            return plies[-1]
        if plies[0] == 0:
            return 0
        known = [ply for ply in self.stops if self.fewest[ply] is not None]
        for start, end in pairwise(known):
            between = [ply for ply in plies if start < ply < end]
            if between:
                return between[len(between) // 2]
        return plies[-1]

    def first_lost_ply(self, ply: int) -> int:
        """Return the ply of the first of the lost positions that lead without a gap to `ply`."""
        while ply and self.states[ply - 1] == LOST:
            ply -= 1
        return ply

    def last_winnable_ply(self, ply: int) -> int | None:
        """Return the last ply before `ply` where the reviewed side could win, None if unknown."""
        for earlier in range(ply - 1, -1, -1):
            if self.own_turns[earlier] and self.states[earlier] == WINNABLE:
                return earlier
        return None

    def next_ply_to_analyse(self, ply: int) -> int | None:
        """Return the ply to analyse next in order to find where the game was lost.

        In games for one, all positions before a winnable one are winnable, so this is a binary
        search: the position is halfway between the last winnable and the first lost one. In games
        for two it is the last position not analysed.

        Returns:
            The ply of the position, None if the answer is known or cannot be found.
        """
        if not all(self.own_turns):
            winnable = self.last_winnable_ply(ply)
            first = 0 if winnable is None else winnable + 1
            plies = [each for each in self._unanalysed(first, ply) if self.own_turns[each]]
            return plies[-1] if plies else None
        end = self.first_lost_ply(ply)
        last = self._last_in_state(end, WINNABLE, UNKNOWN)
        if last >= 0 and last == end - 1 and self.states[last] == UNKNOWN:
            # the solver gave up just before the loss: narrow down where it begins to give up
            last = self._last_in_state(end, WINNABLE)
            end = next(each for each in range(last + 1, end) if self.states[each] == UNKNOWN)
        plies = self._unanalysed(last + 1, end)
        return plies[len(plies) // 2] if plies else None

    def _last_in_state(self, end: int, *states: str) -> int:
        """Return the ply of the last position before `end` in one of the states, -1 if none is."""
        for ply in range(end - 1, -1, -1):
            if self.states[ply] in states:
                return ply
        return -1

    def _unanalysed(self, start: int, end: int) -> list[int]:
        return [ply for ply in range(start, end) if not self.states[ply]]


def review_game(analysis: Analysis, session: Session) -> GameReview:
    """Return the review of the line of a session, undone moves included.

    It takes time proportional to the number of moves.
    """
    side = _find_side(session)
    player_count, line = session.game.players, session.history.line
    own_turns = [session.side_at(node.ply) == side for node in line]
    judgements = [analysis.get(node.position) for node in line]
    states = [
        _state_for_side(judgement, own_turn)
        for judgement, own_turn in zip(judgements, own_turns, strict=True)
    ]
    end_state = _find_end_state(session, line[-1], side)
    states[-1] = end_state or states[-1]
    lengths = [judgement.length if judgement else None for judgement in judgements]
    if player_count > 1:
        _fill_game_for_two(states, own_turns)
    else:
        if end_state == WINNABLE:
            lengths[-1] = 0
        _fill_game_for_one(states, lengths)
    blunders = frozenset(_find_blunders(states, own_turns))
    has_two_users = player_count > 1 and session.players.count(HUMAN) != 1
    losing_moves = () if has_two_users else _find_losing_moves(states, blunders)
    stops = step_boundaries(session.game, [node.move for node in line[1:]])
    fewest = _find_fewest(analysis, session, stops)
    return GameReview(
        states,
        lengths,
        blunders,
        frozenset(losing_moves),
        own_turns,
        end_state,
        stops,
        fewest,
        _find_costs(analysis, session, stops, fewest),
        has_two_users,
    )


def get_state(analysis: Analysis, session: Session, node: Node, side: int | None = None) -> str:
    """Return the state of the position at any node of the history.

    Args:
        analysis: What is known of the positions.
        session: The game.
        node: The node.
        side: The side whose chances are asked for; None for the reviewed side.
    """
    side = _find_side(session) if side is None else side
    if not node.children and (end_state := _find_end_state(session, node, side)):
        return end_state
    return _state_for_side(analysis.get(node.position), session.side_at(node.ply) == side)


def is_reviewed_move(session: Session, node: Node) -> bool:
    """Return True if a mistake in the move is the user's; if two users play, all are."""
    assert node.parent
    has_one_user = session.players.count(HUMAN) == 1
    return not has_one_user or session.side_at(node.parent.ply) == session.player_side


def has_blunder(analysis: Analysis, session: Session, nodes: Sequence[Node]) -> bool:
    """Return True if one of the user's moves gave away a win.

    Args:
        analysis: What is known of the positions.
        session: The game.
        nodes: Nodes of consecutive moves, anywhere in the history.
    """
    return any(
        is_reviewed_move(session, node) and _is_blunder(analysis, session, nodes[index:])
        for index, node in enumerate(nodes)
    )


def _is_blunder(analysis: Analysis, session: Session, nodes: Sequence[Node]) -> bool:
    """Return True if the first of consecutive moves gave away a win of the side that made it.

    Where the position after it is not analysed, the next one tells: an answer of the other side
    can give a win back but not take it away.
    """
    parent = nodes[0].parent
    assert parent
    side = session.side_at(parent.ply)
    if get_state(analysis, session, parent, side) != WINNABLE:
        return False
    states = (get_state(analysis, session, node, side) for node in nodes)
    return next((state for state in states if state in (WINNABLE, LOST)), "") == LOST


def _find_side(session: Session) -> int:
    return session.player_side if session.players.count(HUMAN) == 1 else session.side_to_move


def _state_for_side(judgement: Judgement | None, own_turn: bool) -> str:
    """Return the state for the reviewed side; judgements are for the side to move."""
    if judgement is None:
        return ""
    if own_turn or judgement.state == UNKNOWN:
        return judgement.state
    return LOST if judgement.state == WINNABLE else WINNABLE


def _find_end_state(session: Session, leaf: Node, side: int) -> str:
    """Return the state for a side of a position in which the game is over, "" if it goes on."""
    game = session.game
    if game.is_won(leaf.position):
        is_lost = game.players > 1 and session.side_at(leaf.ply) == side
        return LOST if is_lost else WINNABLE
    return LOST if game.players == 1 and not game.moves(leaf.position) else ""


def _fill_game_for_one(states: list[str], lengths: list[int | None]) -> None:
    """Make the positions before a winnable one winnable."""
    for ply in range(len(states) - 2, -1, -1):
        if states[ply + 1] == WINNABLE and states[ply] in ("", UNKNOWN):
            states[ply] = WINNABLE
            next_length = lengths[ply + 1]
            lengths[ply] = None if next_length is None else next_length + 1


def _fill_game_for_two(states: list[str], own_turns: Sequence[bool]) -> None:
    """Derive missing states from neighbours: no move improves the result of its player.

    After an own move in a lost position the game is still lost; after a move of the other side
    in a winnable one it is still winnable. Before an own move to a winnable position the game
    could be won already, before a move of the other side to a lost one it was lost already.
    """
    for ply in range(1, len(states)):
        unchanged_state = LOST if own_turns[ply - 1] else WINNABLE
        if not states[ply] and states[ply - 1] == unchanged_state:
            states[ply] = unchanged_state
    for ply in range(len(states) - 2, -1, -1):
        unchanged_state = WINNABLE if own_turns[ply] else LOST
        if not states[ply] and states[ply + 1] == unchanged_state:
            states[ply] = unchanged_state


def _find_blunders(states: Sequence[str], own_turns: Sequence[bool]) -> Iterator[int]:
    """Yield the numbers of the moves, from 1, that gave away a win.

    Where positions between a winnable and a lost one are not analysed, the blunder is known only
    if the side that lost made a single move between them.
    """
    previous_ply = None
    for ply, state in enumerate(states):
        if state not in (WINNABLE, LOST):
            continue
        if previous_ply is not None and states[previous_ply] != state:
            by_own_side = state == LOST
            candidates = [
                move
                for move in range(previous_ply + 1, ply + 1)
                if own_turns[move - 1] == by_own_side
            ]
            if len(candidates) == 1:
                yield candidates[0]
        previous_ply = ply


def _find_fewest(analysis: Analysis, session: Session, stops: Sequence[int]) -> list[int | None]:
    """Return the fewest moves from each ply to the end, None where they are not known."""
    fewest: list[int | None] = [None] * len(session.history.line)
    if FAMILIES[session.game.family].groups_moves:
        return fewest  # solvers count in another unit than players
    for ply in stops:
        fewest[ply] = analysis.fewest_moves(session.history.line[ply].position)
    if session.game.players > 1:
        return fewest
    if fewest[0] is None:
        fewest[0] = find_fewest_moves(analysis, session)
    # where no move was lost between two plies, those between them are known too
    indexes = [index for index, ply in enumerate(stops) if fewest[ply] is not None]
    for start, end in pairwise(indexes):
        first, last = fewest[stops[start]], fewest[stops[end]]
        assert first is not None
        if last is not None and first - last == end - start:
            for index in range(start + 1, end):
                fewest[stops[index]] = first - (index - start)
    return fewest


def _find_costs(
    analysis: Analysis, session: Session, stops: Sequence[int], fewest: Sequence[int | None]
) -> dict[int, int]:
    """Return the costs above 0 of the moves, by their numbers."""
    costs = {}
    is_open = session.can_extend_move and not session.undone_count  # the last move may go on
    for start, end in pairwise(stops):
        before, after = fewest[start], fewest[end]
        if before is None or after is None or (is_open and end == session.ply):
            continue
        cost = after + 1 - before
        if session.game.players > 1:
            line = session.history.line
            could_win, opponent_wins = (
                _is_winnable(analysis, line[ply].position) for ply in (start, end)
            )
            if could_win == opponent_wins:
                continue  # the move gave away the win
            cost = cost if could_win else -cost
        if cost > 0:
            costs[end] = cost
    return costs


def _is_winnable(analysis: Analysis, position: Hashable) -> bool:
    judgement = analysis.get(position)
    return judgement is not None and judgement.state == WINNABLE


def _find_losing_moves(states: Sequence[str], blunders: frozenset[int]) -> Iterator[int]:
    """Yield the moves from a lost position to a lost one, unless the start was lost already."""
    was_not_lost = False
    for ply in range(1, len(states)):
        was_not_lost = was_not_lost or states[ply - 1] != LOST
        if was_not_lost and states[ply - 1] == states[ply] == LOST and ply not in blunders:
            yield ply
