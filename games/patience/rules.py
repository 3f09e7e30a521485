"""FreeCell, Seahaven, Midnight Oil and Baker's Dozen: one set of rules, a row of parameters each.

     a    b    c    d      ♣    ♠    ♥    ♦        cards go home to the foundation in suit,
    9♠    --   --   --     2    A    --   3        ace to king; all of them home is a win

     1    2    3    4      only single cards move: the top (last) card of a column or a card
    10♥  J♠   K♥   5♣      in a cell, to a column whose top card is of the next higher rank and
    9♣   3♥   Q♠   2♥      takes its suit, to an empty column, or to a free cell

With `normalise`, the rule of the course that the file formats come from, every card that can go
home does so at once, before the first move and after each move, and this is not a move. Without it
going home is a move. Variants in which cards may return from the foundation are played without it,
since a card that returned would go home again at once. Full Midnight Oil also has reshuffles and
raises, see `chances`.

    tops    the top card of each column, NONE if it is empty
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.patience.cards import DECK, KING, rank_of
from ludoscope.games.patience.chances import chance_moves, play_chance
from ludoscope.games.patience.columns import parse_moves
from ludoscope.games.patience.notation import move_text, parse_position, position_text
from ludoscope.games.patience.position import (
    CELL,
    COLUMN,
    EMPTY_COLUMN,
    FREE_CELL,
    HOME,
    NONE,
    RAISE,
    RESHUFFLE,
    Chances,
    Column,
    Move,
    Position,
    Tableau,
    can_go_home,
    fault,
    send_home,
)
from ludoscope.games.patience.reasons import card_words, refusal, refused_by_empty
from ludoscope.games.patience.variants import Variant, find_variant, placements


class PatienceGame:
    """A variant with a start position.

    ValueError when `start` is not valid for the variant, or when `normalise` is set though cards
    may return. With `normalise`, `start`, `parse` and `play` return normalised positions. `deal`
    has the cards in the order in which they were dealt, column by column; empty if unknown.
    """

    family = "patience"
    measure = "cards"
    players = 1

    def __init__(self, variant: Variant, start: Position, normalise: bool = True) -> None:
        if sentence := fault(variant, start):
            raise ValueError(sentence)
        if variant.returns and normalise:
            raise ValueError(f"{variant.name} is played without cards going home by themselves")
        self.variant = variant
        self.normalise = normalise
        self.deal: tuple[int, ...] = ()
        self.start = send_home(start) if normalise else start
        self._takers, self._fills = placements(variant)

    @classmethod
    def dealt(
        cls,
        variant: Variant,
        permutation: tuple[int, ...],
        normalise: bool = True,
        seed: int = 1,
    ) -> "PatienceGame":
        """The game with the cards dealt column by column, the last ones to the cells.

        `seed` is the number of the deal, which determines the reshuffles of a variant with any.
        """
        cards = iter(permutation)
        columns = [tuple(next(cards) for _ in range(count)) for count in variant.dealt]
        if variant.kings_sink:
            columns = [tuple(sorted(c, key=lambda card: rank_of(card) != KING)) for c in columns]
        rest = tuple(cards)
        cells = rest + (NONE,) * (variant.cells - len(rest))
        chances = Chances(seed, variant.reshuffles, variant.raises) if variant.chancy else None
        position = Position(tuple(columns), cells, (0, 0, 0, 0), chances)
        game = cls(variant, position, normalise)
        game.deal = permutation
        return game

    @classmethod
    def dealt_in_rows(
        cls, variant: Variant, permutation: tuple[int, ...], normalise: bool = True
    ) -> "PatienceGame":
        """The game with the cards dealt row by row over all columns, as Microsoft deals."""
        count = len(variant.dealt)
        columns = tuple(permutation[index::count] for index in range(count))
        cells = (NONE,) * variant.cells
        return cls(variant, Position(columns, cells, (0, 0, 0, 0)), normalise)

    def moves(self, position: Position) -> list[Move]:
        """The legal moves, sorted, one for each resulting `key`.

        Moves that only change places are left out, though `play` allows them: a lone card to
        another empty column, a card from one cell to another, a particular empty place.
        """
        columns, cells, foundation, chances = position
        tops = {column[-1] for column in columns if column}
        room = len(tops) < len(columns)
        lone = {column[0] for column in columns if len(column) == 1} if room else ()
        free = NONE in cells
        found = []
        homed = self._homed(foundation) if self.variant.returns else ()
        for card in sorted((*tops, *cells, *homed)):
            if card == NONE:
                continue
            for taker in self._takers[card]:
                if taker in tops:
                    found.append((card, taker))
            if room and self._fills[card] and card not in lone:
                found.append((card, EMPTY_COLUMN))
            if free and card not in cells:
                found.append((card, FREE_CELL))
            if not self.normalise and can_go_home(card, foundation):
                found.append((card, HOME))
        return sorted([*found, *chance_moves(position)]) if chances else found

    def play(self, position: Position, move: Move) -> Position:
        if move[1] in (RESHUFFLE, RAISE):
            return self.play_line(position, (move,))
        tableau = Tableau(position)
        self._move(tableau, *move)
        return tableau.position(position.chances)

    def play_line(self, position: Position, moves: Iterable[Move]) -> Position:
        """The position after all of `moves`; ValueError with a reason when one is illegal."""
        tableau, chances = Tableau(position), position.chances
        for card, dest in moves:
            if dest in (RESHUFFLE, RAISE):
                here = tableau.position(chances)
                after = play_chance(self.variant, here, (card, dest))
                tableau, chances = Tableau(after), after.chances
                if self.normalise:
                    tableau.send_home()
            else:
                self._move(tableau, card, dest)
        return tableau.position(chances)

    def _move(self, tableau: Tableau, card: int, dest: int) -> None:
        """Move a card; ValueError when it is illegal."""
        tops, cells, foundation = tableau.tops, tableau.cells, tableau.foundation
        source = held = NONE
        if card in tops and card != NONE:
            source = tops.index(card)
        elif card in cells and card != NONE:
            held = cells.index(card)
        elif not self._returns(card, dest, foundation):
            raise ValueError(f"{card_words(card)} is neither on top of a column nor in a cell")
        if 0 <= dest < DECK:
            tableau.put(self._target(tops, card, dest), card)
        elif dest == EMPTY_COLUMN or COLUMN <= dest < CELL:
            tableau.put(self._empty_column(tops, card, dest), card)
        elif dest == HOME:
            self._must_go_home(card, foundation)
            foundation[card & 3] += 1
        else:
            cells[_free_cell(cells, dest)] = card
        if source != NONE:
            tableau.take(source)
            # only the card that the move exposed can have become able to go home
            bared = tops[source]
            if self.normalise and bared != NONE and can_go_home(bared, foundation):
                tableau.send_home()
        elif held != NONE:
            cells[held] = NONE
        else:
            foundation[card & 3] -= 1

    def _returns(self, card: int, dest: int, foundation: list[int]) -> bool:
        """Whether it is a card on the foundation that may leave it."""
        return self.variant.returns and dest != HOME and card in self._homed(foundation)

    def _homed(self, foundation: Sequence[int]) -> list[int]:
        """The cards on top of the foundation."""
        return [4 * (count - 1) + suit for suit, count in enumerate(foundation) if count]

    def _target(self, tops: list[int], card: int, dest: int) -> int:
        if dest not in tops:
            raise ValueError(f"{card_words(dest)} is not on top of a column")
        if dest not in self._takers[card]:
            raise ValueError(refusal(self.variant, card, dest))
        return tops.index(dest)

    def _empty_column(self, tops: list[int], card: int, dest: int) -> int:
        if NONE not in tops:
            raise ValueError("no column is empty")
        if not self._fills[card]:
            raise ValueError(refused_by_empty(self.variant, card))
        if dest == EMPTY_COLUMN:
            return tops.index(NONE)
        if dest - COLUMN >= len(tops) or tops[dest - COLUMN] != NONE:
            raise ValueError(f"column {dest - COLUMN + 1} is not an empty column")
        return dest - COLUMN

    def _must_go_home(self, card: int, foundation: list[int]) -> None:
        if self.normalise:
            raise ValueError("cards go home by themselves in this game")
        if not can_go_home(card, foundation):
            raise ValueError(f"{card_words(card)} is not next on the foundation")

    def is_won(self, position: Position) -> bool:
        return sum(position.foundation) == DECK

    def key(self, position: Position) -> tuple[Column, ...]:
        """The sorted columns, the foundation, and the chances if there are any.

        The other cards are in the cells.
        """
        columns, _, foundation, chances = position
        if chances:
            return (*sorted(columns), foundation, chances)
        return (*sorted(columns), foundation)

    def takes(self, card: int, target: Column) -> bool:
        """Whether a column takes `card`."""
        return target[-1] in self._takers[card] if target else self._fills[card]

    def text(self, position: Position) -> str:
        return position_text(position)

    def parse(self, text: str) -> Position:
        position = parse_position(self.variant, text)
        return send_home(position) if self.normalise else position

    def move_text(self, position: Position, move: Move) -> str:
        """`<card> <destination>` in numbers, as in solution files."""
        return move_text(move)

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        return parse_moves(self, position, text)

    def spec(self) -> dict[str, Any]:
        return {
            "family": self.family,
            "variant": self.variant.name,
            "start": self.text(self.start),
            "normalise": self.normalise,
        }


def _free_cell(cells: list[int], dest: int) -> int:
    if NONE not in cells:
        raise ValueError("no cell is free")
    if dest == FREE_CELL:
        return cells.index(NONE)
    cell = dest - CELL
    if not 0 <= cell < len(cells) or cells[cell] != NONE:
        raise ValueError(f"{dest} names no free cell")
    return cell


def from_spec(spec: dict[str, Any]) -> PatienceGame:
    """The game that `PatienceGame.spec` described; ValueError when it is malformed."""
    variant = find_variant(str(spec.get("variant")))
    if variant is None:
        raise ValueError(f"unknown variant {shown(spec.get('variant'))}")
    try:
        start = parse_position(variant, str(spec.get("start")))
    except NotationError as error:
        raise ValueError(f"the start: {error}") from error
    return PatienceGame(variant, start, bool(spec.get("normalise", True)))
