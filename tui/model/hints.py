"""Hints for the current move: the move of the shortest line known, or the move that lost the game.

Each hint has two stages: the first says which piece to move and why, the second says the move.
"""

from collections.abc import Hashable, Iterator, Sequence

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import BOARD_COMMANDS
from ludoscope.tui.model.analysis import KnownLine
from ludoscope.tui.model.badge import find_fewest_moves
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.text.formatting import format_numbered_move, step_unit


def show_hint(model: GameModel, line: Sequence[Hashable]) -> None:
    """Point at the piece to move and say why; if called again for the position, show the move.

    Args:
        model: The game.
        line: The moves of the line that the hint follows, from the current position on.
    """
    position, board = model.session.position, model.board
    hint_key = model.key_display("play.hint", "i")
    if not model.hint_moves:
        model.hint_moves = line
        model.session.hint_count += 1
        board.point_at(position, line[0])
        reason = board.explain_move(position, line)
        where = board.describe_step(position, board.first_step(position, line))
        advice = f"{where} {reason}" if reason else f"look at {where}"
        keys = f"{hint_key} shows the move"
        if board.PLAY_HINT_KEY:  # the footer names the other key; a line of 80 has room for one
            keys = f"{_display_board_key(model, board.PLAY_HINT_KEY)} plays it"
        model.show_message(f"Hint: {advice}; {keys}")
        return
    model.hint_revealed = True
    step = board.first_step(position, model.hint_moves)
    play_key = _display_board_key(model, board.propose_step(position, step))
    notation = model.game.move_text(position, step[0])
    how_to_play = f"{play_key} plays it" if play_key else f"typed: {notation}"
    model.show_message(f"Hint: {board.describe_move(position, step)}; {how_to_play}")


def _display_board_key(model: GameModel, key: str) -> str:
    """Return a key of the board, or of one of its commands, as it is shown."""
    if key in BOARD_COMMANDS:
        return model.key_display(f"play.{key}", BOARD_COMMANDS[key])
    return model.key_display("board.enter", "⏎") if key == "enter" else key


def explain_loss(model: GameModel, proof: str) -> None:
    """Show which move lost the game; if called again, the key that goes back and the proof."""
    session, noun = model.session, step_unit(model.game).singular
    loss = model.analysis.find_loss(session)
    move = format_numbered_move(session, loss.ply)
    if not loss.ply:
        model.show_message(f"No {noun} helps: {proof}")
    elif model.hint_revealed:
        step = next(each for each in session.step_ranges if each.end >= loss.ply)
        moves = [session.move_at(index).move for index in range(step.start, step.end)]
        step_text = model.step_text(session.positions[step.start], moves)
        winnable_key = model.key_display("play.winnable", "z")
        model.show_message(f"{winnable_key} goes back before {move}, {step_text}; lost: {proof}")
    else:
        when = f"since {move}" if loss.is_certain else f"by {move} or earlier"
        hint_key = model.key_display("play.hint", "i")
        model.show_message(f"No {noun} helps: lost {when}; {hint_key} again shows the way back")
    model.hint_revealed = True


def find_shortest_line(model: GameModel) -> KnownLine | None:
    """Return the shortest line known from the current position, as players count its moves.

    It is marked as one with the fewest moves also if the catalogue knows that no line is shorter.
    """
    session, family = model.session, FAMILIES[model.game.family]
    fewest = find_fewest_moves(model.analysis, session) if model.game.players == 1 else None
    best: KnownLine | None = None
    best_length = 0
    for line in _find_lines(model):
        if model.game.players > 1:
            return line  # all are of best play
        if family.groups_moves:
            length = family.line_length(model.game, session.position, line.moves)
        else:
            length = family.count_moves([*session.moves, *line.moves])
            line = line._replace(is_fewest=line.is_fewest or length == fewest)
        if best is None or (length, best.is_fewest) < (best_length, line.is_fewest):
            best, best_length = line, length
    return best


def _find_lines(model: GameModel) -> Iterator[KnownLine]:
    """Yield the lines from the current position: of solvers, of the catalogue and the player's."""
    session, history = model.session, model.session.history
    yield from model.analysis.find_lines(session.position)
    for replay in (*model.stored_lines, *([model.hint_line] if model.hint_line else [])):
        if moves := replay.moves_from(session.position):
            yield KnownLine(replay, moves, is_fewest=False)
    if model.game.players > 1:
        return
    for node in history.nodes:
        if model.game.is_won(node.position):
            line = node.path()
            replay = Replay(model.game, line[0].position, [each.move for each in line[1:]])
            if moves := replay.moves_from(session.position):
                yield KnownLine(replay, moves, is_fewest=False)
