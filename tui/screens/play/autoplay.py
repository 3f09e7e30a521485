"""Autoplay: which cards of a patience go to the foundations by themselves.

In some deals the rules send them there; such a deal without that rule is another puzzle, whose
name ends in "-free".
"""

from typing import TYPE_CHECKING, cast

from ludoscope.puzzles.registry import collection
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.saves.settings import VALID_VALUES

if TYPE_CHECKING:
    from ludoscope.games.patience.rules import PatienceGame

FAMILY = "patience"


def is_fixed_by_rules(model: GameModel) -> bool:
    """Return True if the rules of the deal send cards to the foundations."""
    return _patience(model).normalise


def is_impossible(model: GameModel) -> bool:
    """Return True if cards can return from the foundations, so that none may go there unasked."""
    return _patience(model).variant.can_return


def _patience(model: GameModel) -> "PatienceGame":
    return cast("PatienceGame", model.game)


def autoplay_label(model: GameModel, description: str) -> str:
    """Return the description of a key, for autoplay with its current mode."""
    if description != "autoplay" or is_fixed_by_rules(model):
        return description
    return f"autoplay {model.options.preferences.autoplay}"


def next_mode(model: GameModel) -> str:
    """Return the mode after the current one."""
    modes: tuple[str, ...] = VALID_VALUES["autoplay"]
    index = modes.index(model.options.preferences.autoplay) + 1
    return modes[index % len(modes)]


def free_deal(model: GameModel) -> str | None:
    """Return the name of the same deal without the rule, or None if it has no name."""
    name = f"{model.puzzle.name}-free"
    return name if collection(FAMILY).find(name) else None
