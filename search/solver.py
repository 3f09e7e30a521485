"""A solver: an algorithm with a stated guarantee, and the heuristics of the game that it uses."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, from_spec, load
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Unsolvable
from ludoscope.search.kernels import compiled
from ludoscope.search.promises import FEWEST, VALUE


@dataclass(frozen=True, slots=True)
class Solver:
    """A row of the registry.

    `guarantee`       what a verdict of this solver means; {} stands for the measure of the game
    `summary`         how it works, in one line
    `choose`          what speaks for it besides its guarantee: "for …", "to …"; "" for nothing
    `code`            the algorithm, "module:function": (game, position, limits, …) → events; its
                      module is imported when it is called, since it may need kernels
    `heuristics`      keyword of the algorithm → factory in the family's heuristics
    `start_check`     a factory of proofs of loss, applied to the start only; "" for none
    `caveat`          a factory of words to add to a proof by exhaustion; "" for none
    `kernels`         the compiled modules it needs, none for a readable solver
    `cores`           whether it uses `Limits.jobs`: several cores for one position
    `measure`         what it counts as a move, where the game has a choice
    `options`         further keyword arguments of the algorithm
    `sources`         code to read after `code`, as "module:name"; see `search.pages`
    `kernel_sources`  the same in its kernels
    """

    name: str
    guarantee: str
    summary: str
    code: str
    heuristics: Mapping[str, str] = field(default_factory=dict)
    start_check: str = ""
    caveat: str = ""
    kernels: tuple[str, ...] = ()
    cores: bool = False
    measure: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    choose: str = ""
    sources: tuple[str, ...] = ()
    kernel_sources: tuple[str, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether a solution of this solver is one of the fewest moves, or has the exact value."""
        return self.guarantee in (FEWEST, VALUE)

    @property
    def available(self) -> bool:
        """False where one of its kernels is not compiled."""
        return all(map(compiled, self.kernels))

    def view(self, game: Any) -> AnyGame:
        """The game in the measure that this solver counts in."""
        if self.measure in ("", game.measure):
            viewed: AnyGame = game
            return viewed
        return from_spec({**game.spec(), "measure": self.measure})

    def run(self, game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
        """Solve `position`; the moves of a solution are moves of `view(game)`."""
        game = self.view(game)
        reason = _made(game, self.start_check)(position) if self.start_check else ""
        if reason:
            yield Budget(limits).unsolvable(reason)
            return
        heuristics = {keyword: _made(game, name) for keyword, name in self.heuristics.items()}
        caveat = _made(game, self.caveat) if self.caveat else ""
        for event in self._solve(game, position, limits, **heuristics, **self.options):
            if isinstance(event, Unsolvable) and event.exhausted and caveat:
                event = replace(event, proof=f"{event.proof}, {caveat}")
            yield event

    @property
    def _solve(self) -> Callable[..., Iterator[Event]]:
        solve: Callable[..., Iterator[Event]] = load(self.code)
        return solve


def _made(game: AnyGame, factory: str) -> Any:
    """What a factory in the heuristics of the game's family makes for the game."""
    return load(f"{FAMILIES[game.family].heuristics}:{factory}")(game)
