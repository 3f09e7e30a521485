"""Availability of the actions of the play screen."""

from ludoscope.tui.boards.board import BOARD_COMMANDS
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN

# of boards that name them
BOARD_ACTIONS = ("autoplay", "find", "matchboxes", "turn", *BOARD_COMMANDS)


def is_action_available(model: GameModel, action: str) -> bool:
    """Return False for an action that does nothing with this game."""
    if action in BOARD_ACTIONS:
        return action in model.board.EXTRA_ACTIONS
    if action == "edit":
        return board_family(model.game.family).has_editor
    if action == "map":
        return board_family(model.game.family).has_map
    if action == "last_winnable":
        return board_family(model.game.family).has_last_winnable_move
    if action == "players":
        return model.game.players == 2
    return action != "overlay" or bool(model.board.OVERLAYS)


def is_action_enabled(model: GameModel, action: str) -> bool:
    """Return True if an action does something in the current state."""
    match action:
        case "undo":
            return not (model.replay or model.session.at_start)
        case "restart":
            return not model.replay and (not model.session.at_start or model.session.resigned)
        case "redo":
            return not model.replay and model.session.undone_count > 0
        case "undo_to_winnable":
            return model.lost_after_winning
        case "hint" | "send_home" | "reshuffle" | "raise":
            return is_playing(model)
        case "pause":
            return is_playing(model) and model.session.is_started
        case "stop":
            return can_stop(model) or can_resign(model)
        case "watch" if model.session.is_over and not model.replay:
            return "solve" not in model.running
        case "watch":
            return bool(model.solver_run or (model.solution and not model.replay))
        case "explain":
            return model.can_be_explained
        case "review":
            return not model.replay and model.can_be_reviewed
        case "tree" | "bookmark":
            has_moves = any(not node.continues_step for node in model.session.history.nodes[1:])
            return has_moves and not model.replay
        case "players" | "matchboxes" | "find" | "autoplay" | "map":
            return not model.replay
    return True


def can_stop(model: GameModel) -> bool:
    """Return True if a solver works for the player."""
    is_explaining = model.explanation is not None and model.explanation.progress is not None
    return is_explaining or "solve" in model.running or "hint" in model.running


def can_resign(model: GameModel) -> bool:
    """Return True if the player is in the middle of a game against the computer."""
    session = model.session
    is_against_computer = model.game.players == 2 and session.players.count(HUMAN) == 1
    return is_against_computer and is_playing(model) and not session.at_start


def is_playing(model: GameModel) -> bool:
    """Return True if the player can go on playing. It asks the rules whether the game is over."""
    return not model.replay and not model.session.is_over
