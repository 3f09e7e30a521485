"""Compiled exhaustive depth-first search, for all variants without returns or reshuffles.

It moves single cards, as in the rules, and stores whole positions. Where going to the foundation is
a move, it makes the *safe* foundation moves at once. Start with `prove`.

A card is safe if each card that could be above it in a built sequence is on the foundation or the
next of its suit for it. (FreeCell: both suits of the other colour are on the foundation up to two
ranks below it, the other suit of its colour up to three.) Claim: if a safe card c can go to the
foundation and some line of play wins, then a line that first moves c there wins. Proof: play the
same line, with a set H of cards that are on the foundation already, though they are not yet in the
original line; at first H is c. Leave out moves of cards of H. A card that the original line puts on
a card of H goes to the foundation instead and is added to H: it could be above c, so it is on the
foundation or the next of its suit. So only cards of H are ever on cards of H: every column is that
of the original line without some cards on top, the cells have no more cards, and every other move
of the original line is legal. Other cards stay, and moving one of them to the foundation is a move.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import Any

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.position import NO_CARD, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import Variant
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, Progress
from ludoscope.search.generic.path import exhaustion_proof, trivial_verdict
from ludoscope.search.kernels import Status
from ludoscope.search.process.kernel_runner import KernelRun, run_kernel
from ludoscope.search.process.threads import ThreadPool

KERNELS = (
    "ludoscope.search.patience.kernels.position_set",
    "ludoscope.search.patience.kernels.proof",
)
MAX_COLUMNS = 24
MAX_CELLS = 16

POSITIONS_PER_CALL = 10_000  # of the kernel, some 3 ms
POSITIONS_PER_SHARED_CALL = 50_000  # of a kernel of a team, some 15 ms; when one stops, all do
MIN_SHARED_POSITIONS = 50_000  # entered; smaller searches take some milliseconds
KERNEL_NO_CARD = 255

KernelPosition = tuple[list[list[int]], list[int], list[int]]
"""A position in the form of the kernels: columns, cells, foundation."""

RuleTables = tuple[list[tuple[int, ...]], list[bool], list[tuple[int, ...]]]
"""The rules in the form of the kernels, see `rule_tables`."""


def supports(variant: Variant) -> bool:
    """Return True if the kernel can play the variant."""
    return (
        variant.is_standard
        and len(variant.column_sizes) <= MAX_COLUMNS
        and variant.cells <= MAX_CELLS
    )


def to_kernel(position: Position) -> KernelPosition:
    """Return a position in the form of the kernels."""
    cells = [KERNEL_NO_CARD if card == NO_CARD else card for card in position.cells]
    return [list(column) for column in position.columns], cells, list(position.foundation)


def from_kernel(kernel_position: KernelPosition) -> Position:
    """Return the position that a kernel gives in its own form."""
    columns, kernel_cells, foundation = kernel_position
    cells = tuple(NO_CARD if card == KERNEL_NO_CARD else card for card in kernel_cells)
    return Position(tuple(map(tuple, columns)), cells, tuple(foundation))


def rule_tables(game: PatienceGame) -> RuleTables:
    """Return the rules of a game in the form of the kernels.

    Returns:
        Three lists with an item for each card: the cards on which it may be put; True if it may be
        put on an empty column; and the number of cards of each suit that must be on the foundation
        before it goes there automatically.
    """
    return _rule_tables(game.variant, game.normalise)


@lru_cache(maxsize=16)  # making them takes as long as a quick search
def _rule_tables(variant: Variant, normalise: bool) -> RuleTables:
    targets = [variant.build_targets(card) for card in range(DECK_SIZE)]
    can_fill = [variant.can_fill(card) for card in range(DECK_SIZE)]
    required = [
        (0,) * 4 if normalise else _required_for_safety(card, targets) for card in range(DECK_SIZE)
    ]
    return targets, can_fill, required


def _required_for_safety(card: int, targets: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the number of cards of each suit on the foundation from which on `card` is safe."""
    cards_above: set[int] = set()
    layer = {card}
    while layer:
        layer = {other for other in range(DECK_SIZE) if not layer.isdisjoint(targets[other])}
        cards_above |= layer
    return tuple(
        max((other >> 2 for other in cards_above if other & 3 == suit), default=0)
        for suit in range(4)
    )


class Proof:
    """A run of the kernel from a position; it translates moves and positions for the game.

    Attributes:
        kernel: The kernel; of a team the first one, or the one that has found a solution.
        caveat: Text to append to a proof by exhaustion.
    """

    def __init__(self, game: PatienceGame, position: Position, memory: int) -> None:
        self._game = game
        self.caveat = "" if game.normalise else ", safe cards sent home at once"
        columns, cells, foundation = to_kernel(position)
        foundation_moves = not game.normalise
        self._setup = (columns, cells, foundation, rule_tables(game), foundation_moves, memory)
        self.kernel = self.new_kernel()

    def new_kernel(self, leader: Any = None) -> Any:
        """Return a new kernel for the position, in the team of `leader` if there is one."""
        from ludoscope.search.patience.kernels import proof

        return proof.Proof(*self._setup, leader=leader)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the current line; automatic ones only if they are moves of the game."""
        return tuple(
            (card, destination)
            for card, destination, is_automatic in self.kernel.current_line
            if not (is_automatic and self._game.normalise)
        )

    def progress(self, budget: Budget) -> Progress:
        """Return a progress report."""
        kernel = self.kernel
        return budget.progress(
            frontier=kernel.depth + 1,
            depth=kernel.depth,
            entries=kernel.entries,
            size_bytes=kernel.size_bytes,
            sample=from_kernel(kernel.position),
        )


def prove(game: PatienceGame, position: Position, limits: Limits) -> Iterator[Event]:
    """Find some solution, or prove that there is none by searching every position.

    Time O(states · moves), some 4 million states a second; memory 27 to 53 bytes a state. Keys are
    exact. Several threads share the search (`Limits.jobs`); the verdict does not depend on their
    number, the solution may. Only for variants for which `supports` is true.
    """
    budget = Budget(limits)
    if verdict := trivial_verdict(game, position, budget):
        yield verdict
        return
    proof = Proof(game, position, budget.memory_limit)
    with ThreadPool(limits.jobs or 1) as pool:
        status = yield from _run(proof, budget, pool)
    if status is Status.SOLVED:
        yield budget.solved(proof.moves)
    elif status is Status.EXHAUSTED:
        yield budget.unsolvable(
            exhaustion_proof(proof.kernel.entries, Counter()) + proof.caveat, exhausted=True
        )
    elif status is Status.OUT_OF_MEMORY:
        yield budget.out_of_memory()
    else:
        yield budget.gave_up()


def _run(proof: Proof, budget: Budget, pool: ThreadPool) -> Generator[Progress, None, Status]:
    """Run the kernel, and a team of them if the search takes some time; return the status."""
    leader = proof.kernel
    yield from run_kernel(
        leader,
        budget,
        POSITIONS_PER_CALL,
        lambda: proof.progress(budget),
        MIN_SHARED_POSITIONS if pool.count > 1 else None,
    )
    status: Status = leader.status
    if pool.count == 1 or status is not Status.SEARCHING or budget.stop_reason:
        return status
    helpers = [proof.new_kernel(leader) for _ in range(pool.count - 1)]
    leader.finish_call([leader])
    runs = [KernelRun(kernel, kernel.explored) for kernel in (leader, *helpers)]
    while True:
        running = _share_moves(runs)
        kernels = [run.kernel for run in running]
        if not leader.start_call(kernels):
            if not _grow(leader, pool):
                return Status.OUT_OF_MEMORY
            report_due = budget.check_limits()
        else:
            slice_size = POSITIONS_PER_SHARED_CALL * len(running)
            expanded = pool.run_kernels(running, budget.cap_expansions(slice_size))
            leader.finish_call(kernels)
            budget.set_stored(leader.entries, leader.size_bytes)
            report_due = budget.count(expanded) if expanded else budget.check_limits()
            statuses = {run.status for run in running}
            for ending in (Status.SOLVED, Status.OUT_OF_MEMORY):
                if ending in statuses:
                    proof.kernel = next(run.kernel for run in running if run.status is ending)
                    return ending
            if statuses == {Status.EXHAUSTED}:
                return Status.EXHAUSTED
        if report_due:
            yield proof.progress(budget)
            if budget.stop_reason:
                return Status.SEARCHING


def _share_moves(runs: list[KernelRun]) -> list[KernelRun]:
    """Give untried moves to kernels that have none; return the runs of those that have some."""
    for run in runs:
        if run.kernel.status is not Status.SEARCHING:
            victim = max((other.kernel for other in runs), key=lambda kernel: kernel.untried_count)
            run.kernel.take_half(victim)
    return [run for run in runs if run.kernel.status is Status.SEARCHING]


def _grow(leader: Any, pool: ThreadPool) -> bool:
    """Double the set of positions of a team by all threads; return False without memory."""
    if not leader.start_growing():
        return False
    pool.map(lambda share: leader.grow(share, pool.count), range(pool.count))
    leader.finish_growing()
    return True
