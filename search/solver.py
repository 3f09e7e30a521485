"""The declaration of one solver, `Solver`, and how its algorithm is loaded and run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from ludoscope.games import AnyGame, from_spec, load_object
from ludoscope.games.errors import short_value
from ludoscope.games.registry import is_builtin
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.counters import BREADTH_FIRST, Counters
from ludoscope.search.events import Event, Unsolvable, Verdict
from ludoscope.search.guarantees import EXACT_VALUE, is_fewest_moves
from ludoscope.search.kernels import is_compiled

Reference = str | Callable[..., Any]
"""A function, or its name as "module:name", which is imported when it is first called."""


@dataclass(frozen=True, slots=True, repr=False)
class Solver:
    """A solver: an algorithm, its guarantee and the heuristics it needs.

    Attributes:
        name: The name that users type and see.
        guarantee: The meaning of its verdict, one of `search.guarantees`; `{}` stands for the
            measure of the game.
        summary: The algorithm in one line.
        implementation: The algorithm, called with a game, a position, `Limits` and the keywords
            below; it returns an iterator of events. It is named rather than imported where its
            module needs kernels, which may not be compiled.
        heuristics: Factories of heuristics by keyword of the algorithm. Each is called with the
            game and returns a function of a position.
        start_check: A factory, called with the game, of a function that returns the reason why a
            position is lost, or "" if it finds none. It is applied once, to the start, before the
            search.
        caveat: A function that is called with the game and returns a text to append to every proof
            by exhaustion, or "".
        kernels: The compiled modules that it needs; empty for a readable solver.
        uses_several_cores: True if it uses several cores for one position (`Limits.jobs`).
        measure: The unit in which it counts moves, for a family whose games can count in several;
            else "".
        options: Further keyword arguments of the algorithm.
        recommendation: A reason to choose it besides its guarantee: "for …", "to …".
        sources: Definitions that its page shows after `implementation`, as "module:name"; see
            `search.solver_docs`.
        kernel_sources: Definitions in its kernels that the page shows after those.
        counters: The meaning of the counts in its reports, by default those of a search with a
            queue and a set of visited positions.
    """

    name: str
    guarantee: str
    summary: str
    implementation: Reference
    heuristics: Mapping[str, Reference] = field(default_factory=dict, hash=False)
    start_check: Reference | None = None
    caveat: Reference | None = None
    kernels: tuple[str, ...] = ()
    uses_several_cores: bool = False
    measure: str = ""
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    recommendation: str = ""
    sources: tuple[str, ...] = ()
    kernel_sources: tuple[str, ...] = ()
    counters: Counters = BREADTH_FIRST

    def __repr__(self) -> str:
        return f"<Solver {self.name}>"

    @property
    def is_exact(self) -> bool:
        """True if its solutions have the fewest moves, or its values are exact."""
        return self.guarantee == EXACT_VALUE or is_fewest_moves(self.guarantee)

    @property
    def is_available(self) -> bool:
        """True if all its kernels are compiled."""
        return all(map(is_compiled, self.kernels))

    @property
    def is_readable(self) -> bool:
        """True if it is written in plain Python, so that each of its steps can be shown."""
        return not (self.kernels or self.kernel_sources)

    def game_in_measure(self, game: AnyGame) -> AnyGame:
        """Return the game in the measure that this solver counts in."""
        if self.measure in ("", game.measure):
            return game
        return from_spec({**game.spec(), "measure": self.measure})

    def run(self, game: AnyGame, position: Any, limits: Limits) -> Iterator[Event]:
        """Solve a position; yield progress reports and finally the verdict.

        The moves of a solution are moves of `game_in_measure(game)`.

        Raises:
            TypeError: The algorithm has yielded something else than an event.
            RuntimeError: It has ended without a verdict.
        """
        game = self.game_in_measure(game)
        if self.start_check:
            find_reason = resolve(self.start_check)(game)
            if reason := find_reason(position):
                yield Budget(limits).unsolvable(reason)
                return
        heuristics = {keyword: resolve(make)(game) for keyword, make in self.heuristics.items()}
        search = resolve(self.implementation)
        has_verdict = False
        for event in search(game, position, limits, **heuristics, **self.options):
            if not isinstance(event, Event):
                raise TypeError(f"{self.name} yielded {short_value(event)}, expected an event")
            has_verdict = has_verdict or isinstance(event, Verdict)
            if isinstance(event, Unsolvable) and event.exhausted and self.caveat:
                caveat = resolve(self.caveat)(game)
                event = replace(event, proof=f"{event.proof}, {caveat}") if caveat else event
            yield event
        if not has_verdict:
            raise RuntimeError(f"{self.name} ended without a verdict: yield one, do not return it")


def resolve(reference: Reference) -> Callable[..., Any]:
    """Return the function that a reference names, importing it if necessary.

    Raises:
        PluginError: It cannot be imported.
    """
    if not isinstance(reference, str):
        return reference
    return _import_builtin(reference) if is_builtin(reference) else load_object(reference)


@cache
def _import_builtin(reference: str) -> Callable[..., Any]:
    """Return a function of Ludoscope itself; finding it takes a good part of an easy search."""
    function: Callable[..., Any] = load_object(reference)
    return function


def reference_text(reference: Reference) -> str:
    """Return a reference as "module:name".

    A `functools.partial` stands for its function, and any other object that can be called for its
    class. The name of a lambda or of a function within another one cannot be imported.
    """
    if isinstance(reference, str):
        return reference
    while isinstance(reference, partial):
        reference = reference.func
    definition: Any = reference if hasattr(reference, "__qualname__") else type(reference)
    return f"{definition.__module__}:{definition.__qualname__}"
