"""A solver: an algorithm with a stated promise, and what it is told of the game."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Unsolvable
from ludoscope.search.kernels import compiled


@dataclass(frozen=True, slots=True)
class Solver:
    """A row of the registry.

    `promise`  what a verdict of this solver means; {} stands for the measure of the game
    `summary`  how it works, in a line
    `code`     the algorithm, "module:function": (game, position, limits, …) → events; its module
               is loaded when it is called, since it may need kernels
    `knows`    keywords of it, each bound to a factory of the family's heuristics
    `asks`     a factory of proofs that are put to the position to begin with only
    `terms`    a factory of the words that an exhaustion of this game has to add
    `kernels`  the compiled modules it needs, none for a readable solver
    `cores`    whether it takes `Limits.jobs`: several cores for one position
    `measure`  what it counts as a move, where the game leaves a choice
    `more`     further keywords of `code`
    `also`     places in its modules to read after `code`, and
    `loops`    those in its kernels, "module:name"; see `search.pages`
    """

    name: str
    promise: str
    summary: str
    code: str
    knows: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""
    terms: str = ""
    kernels: tuple[str, ...] = ()
    cores: bool = False
    measure: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    loops: tuple[str, ...] = ()

    @property
    def available(self) -> bool:
        """False where a kernel of its own is not compiled."""
        return all(map(compiled, self.kernels))

    def view(self, game: Any) -> AnyGame:
        """The game in the measure that this solver counts in."""
        viewed: AnyGame = game.in_measure(self.measure) if self.measure else game
        return viewed

    def run(self, game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
        """Solve `position`; the moves of a solution are moves of `view(game)`."""
        game = self.view(game)
        reason = _known(game, self.asks)(position) if self.asks else ""
        if reason:
            yield Budget(limits).unsolvable(reason)
            return
        knowledge = {keyword: _known(game, name) for keyword, name in self.knows.items()}
        terms = _known(game, self.terms) if self.terms else ""
        for event in self._solve(game, position, limits, **knowledge, **self.more):
            if isinstance(event, Unsolvable) and event.exhausted and terms:
                event = replace(event, proof=f"{event.proof}, {terms}")
            yield event

    @property
    def _solve(self) -> Callable[..., Iterator[Event]]:
        module, _, function = self.code.partition(":")
        solve: Callable[..., Iterator[Event]] = getattr(import_module(module), function)
        return solve


def _known(game: AnyGame, factory: str) -> Any:
    """What that factory of the family's heuristics (loaded on first use) makes for the game."""
    return getattr(import_module(f"ludoscope.search.{game.family}.heuristics"), factory)(game)
