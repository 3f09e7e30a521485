"""Training of patience: moves that keep the win, in positions of all variants."""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, count_text
from ludoscope.games.patience.foundation import safe_foundation_moves
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import top_run
from ludoscope.games.patience.variants import FREECELL, MIDNIGHT_OIL, SAME_SUIT, SEAHAVEN
from ludoscope.games.units import Unit
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.trainer import KEEP_WIN, Trainer
from ludoscope.search.move_values import Step
from ludoscope.search.patience.heuristics import NEVER_UNCOVERED, dead
from ludoscope.search.patience.values import list_steps
from ludoscope.search.registry import get_solver
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.search.solver import Solver

if TYPE_CHECKING:
    from ludoscope.puzzles.collection import Collection

# the variants whose positions are decided soon, with the deals tried of each: one in 22 of Midnight
# Oil can be won
SHARES = (("ms", 8), (SEAHAVEN.name, 8), (MIDNIGHT_OIL.name, 4))
MAX_NUMBER = 32_000
FREE_SUFFIX = "-free"
MIN_CARDS_LEFT = 12
MAX_MOVES = 9
BURIED_CARDS = 3  # cards on top of a card that is called buried
LONG_RUN_CARDS = 4
MAX_NAMED_CARDS = 2
CARDS = Unit("card", "cards")

BURIED_ACES = "buried aces"
BURIED_CARDS_THEME = "buried cards"
LONG_RUNS = "long runs"
FULL_CELLS = "full cells"
LAST_CELL = "last free cell"
EMPTY_COLUMNS = "empty columns"
TO_FOUNDATION = "foundation"


class PatienceTrainer(Trainer):
    """Positions in which one or two moves keep the win, of deals played without autoplay.

    A move of a run is one step. Cards that can safely go home are home already.
    """

    goal = KEEP_WIN
    max_right = 3
    min_wrong = 2
    rating_per_move = 0.0
    themes = (
        *(BURIED_ACES, BURIED_CARDS_THEME, LONG_RUNS, FULL_CELLS, LAST_CELL),
        *(EMPTY_COLUMNS, TO_FOUNDATION),
    )

    def starts(self, puzzles: "Collection", rng: SeededRandom) -> Iterator[Puzzle]:
        """Yield deals of the variants in their shares."""
        prefixes = [name for name, count in SHARES for _ in range(count)]
        while True:
            name, number = rng.choice(prefixes), 1 + rng.randrange(MAX_NUMBER)
            separator = "-" if name == "ms" else "."
            puzzle = puzzles.find(f"{name}{separator}{number}{FREE_SUFFIX}")
            assert puzzle
            yield puzzle

    def list_steps(self, game: AnyGame, position: Hashable) -> Iterator[Step]:
        """Yield the moves of cards, then those of runs, which take longer to find."""
        patience, state = cast(PatienceGame, game), cast(Position, position)
        yield from ((move,) for move in patience.moves(state))
        yield from (tuple(step) for step in list_steps(patience, state) if len(step) > 1)

    def automatic_move(self, game: AnyGame, position: Hashable) -> Hashable | None:
        """Return a safe move to the foundation."""
        patience, state = cast(PatienceGame, game), cast(Position, position)
        if patience.normalise:
            return None
        return next(iter(safe_foundation_moves(patience.variant, state)), None)

    def is_suitable(self, game: AnyGame, position: Hashable) -> bool:
        """Return False if a card can safely go home, few cards are left, or many can move.

        Where many cards can move, many moves keep the win.
        """
        cards_left = 52 - sum(cast(Position, position).foundation)
        return (
            cards_left >= MIN_CARDS_LEFT
            and self.automatic_move(game, position) is None
            and self.min_wrong < len(game.moves(position)) <= MAX_MOVES
        )

    def with_start(self, game: AnyGame, position: Hashable) -> AnyGame | None:
        """Return the game that begins with the cards as they lie; None with reshuffles."""
        patience, state = cast(PatienceGame, game), cast(Position, position)
        if patience.variant.has_chances:
            return None
        return PatienceGame(patience.variant, state, patience.normalise)

    def second_solver(self, game: AnyGame) -> Solver:
        """Return a depth-first search: compiled for FreeCell, readable for other variants.

        For those the compiled one is that of the judge.
        """
        is_freecell = cast(PatienceGame, game).variant is FREECELL
        solver = get_solver("patience", "prove")
        if is_freecell and solver.is_available:
            return solver
        return get_solver("patience", "depth-first")

    def second_game(self, game: AnyGame, position: Hashable) -> AnyGame | None:
        """Return the game with autoplay if cards are built by suit; None for other variants.

        By suit, only the next lower card of the suit could be put on a card that goes home, and
        that one is home already: no win is lost.
        """
        variant, state = cast(PatienceGame, game).variant, cast(Position, position)
        if variant.build_rule != SAME_SUIT or not variant.is_standard:
            return None
        return PatienceGame(variant, state)

    def proves_loss(self, game: AnyGame, position: Hashable, argument: str) -> bool:
        """Return True if a card is said never to be uncovered and the pruning rules confirm it."""
        if argument != NEVER_UNCOVERED:
            return False
        return dead(cast(PatienceGame, game))(cast(Position, position)) != ""

    def find_themes(
        self, game: AnyGame, position: Hashable, step: Step, line: Sequence[Hashable]
    ) -> list[str]:
        """Return what is buried, how much room there is, and what the step moves."""
        patience, state = cast(PatienceGame, game), cast(Position, position)
        themes = []
        buried = [card for card, above in _next_cards(state) if above >= BURIED_CARDS]
        if any(card < 4 for card in buried):
            themes.append(BURIED_ACES)
        elif buried:
            themes.append(BURIED_CARDS_THEME)
        runs = [top_run(patience, column) for column in state.columns if column]
        if max((len(run) for run in runs), default=0) >= LONG_RUN_CARDS:
            themes.append(LONG_RUNS)
        free_cells = state.cells.count(NO_CARD)
        if state.cells and not free_cells:
            themes.append(FULL_CELLS)
        elif state.cells and free_cells == 1:
            themes.append(LAST_CELL)
        if () in state.columns and patience.variant.fill_rule != "nothing":
            themes.append(EMPTY_COLUMNS)
        if step and step[0][1] == FOUNDATION:
            themes.append(TO_FOUNDATION)
        return themes

    def measure_progress(self, game: AnyGame, position: Hashable) -> int:
        """Return the number of cards on the foundation."""
        return sum(cast(Position, position).foundation)

    def describe_progress(self, game: AnyGame, position: Hashable) -> str:
        """Return the number of cards on the foundation."""
        return f"{self.measure_progress(game, position)} of 52 cards home"

    def describe_blocked(self, game: AnyGame, position: Hashable) -> str:
        """Return the next cards for the foundation that lie deepest."""
        buried = [(above, card) for card, above in _next_cards(cast(Position, position)) if above]
        parts = [
            f"{describe_card(card)} under {count_text(above, CARDS)}"
            for above, card in sorted(buried, reverse=True)[:MAX_NAMED_CARDS]
        ]
        return f"still buried: {', '.join(parts)}" if parts else ""


def _next_cards(position: Position) -> Iterator[tuple[int, int]]:
    """Yield each suit's next card for the foundation, and how many cards lie on it."""
    for suit, count in enumerate(position.foundation):
        card = 4 * count + suit
        for column in position.columns:
            if card in column:
                yield card, len(column) - 1 - column.index(card)
