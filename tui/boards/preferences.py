"""Preferences of the user that do not change how things are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """Settings for playing, for solvers and for the lobby.

    Attributes:
        analysis: Show whether the game can still be won.
        autoplay: Cards that move to the foundations by themselves in patience: "safe" (cards that
            no other card needs), "full" (all that can) or "off".
        show_clock: Show the elapsed time.
        mouse: Handle the mouse. If False, the terminal keeps it, to select and copy text.
        time_limit_seconds: Time limit of each solver that the user starts, in seconds.
        memory_limit_megabytes: Memory limit of each solver that the user starts, in units of
            2**20 bytes.
        winnable_deals: Deal only games that can be won, at random and as the next one.
        tour_pending: Show the tour on the home screen; it has not been seen yet.
        allow_spectators: Let other users of this server watch the current game.
        share_results: Put solved puzzles of the day, streaks and storms on the leaderboard of this
            server: "yes", "no", or "ask" at the first one.
        key_displays: Display text of the key of each action whose key the user has changed, by
            the action's binding id: `{"play.undo": "f1"}`.
    """

    analysis: bool = True
    autoplay: Literal["safe", "full", "off"] = "safe"
    show_clock: bool = True
    mouse: bool = True
    time_limit_seconds: float = 600.0
    memory_limit_megabytes: int = 1024
    winnable_deals: bool = True
    tour_pending: bool = False
    allow_spectators: bool = False
    share_results: Literal["ask", "yes", "no"] = "ask"
    key_displays: Mapping[str, str] = field(default_factory=dict)
