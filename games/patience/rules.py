"""The rules of FreeCell, Seahaven, Midnight Oil and Baker's Dozen: `PatienceGame`.

     a    b    c    d      ♣    ♠    ♥    ♦        cards go to the foundation in suit, ace to
    9♠    --   --   --     2    A    --   3        king; the game is won when all cards are there

     1    2    3    4      only single cards move: the top (last) card of a column or a card
    10♥  J♠   K♥   5♣      in a cell, to a column whose top card is of the next higher rank and
    9♣   3♥   Q♠   2♥      of the right suit or colour, to an empty column, or to a free cell

With *normalisation*, every card that can go to the foundation does so at once, before the first
move and after each move, and this is not a move. This is a rule of the university course in which
the file formats were defined. Without it, going to the foundation is a move. Variants in which
cards may return from the foundation are played without normalisation, since a card that returned
would go back at once. Full Midnight Oil also has reshuffles and raises, see `reshuffles`.

Start with `PatienceGame.moves` and `PatienceGame.play`.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.game import ComparedBySpec
from ludoscope.games.patience.cards import DECK_SIZE, KING, rank_of
from ludoscope.games.patience.messages import build_refusal, describe_card, empty_column_refusal
from ludoscope.games.patience.notation import (
    move_text,
    parse_move_text,
    parse_position,
    position_text,
)
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    RAISE,
    RESHUFFLE,
    Chances,
    Column,
    Move,
    MutablePosition,
    Position,
    is_next_on_foundation,
    normalised,
    position_error,
)
from ludoscope.games.patience.reshuffles import chance_moves, play_chance
from ludoscope.games.patience.standard_notation import parse_moves
from ludoscope.games.patience.variants import Variant, find_variant, placement_tables


class PatienceGame(ComparedBySpec):
    """A variant of patience with a start position.

    Attributes:
        variant: The parameters of the game.
        normalise: True if cards go to the foundation automatically; then `start`, and the results
            of `parse` and `play`, are normalised positions.
        start: The start position.
        deal: The cards in dealing order, column by column; empty if unknown.
    """

    family = "patience"
    measure = "cards"
    players = 1

    def __init__(self, variant: Variant, start: Position, normalise: bool = True) -> None:
        """Create a game.

        Raises:
            ValueError: If `start` is not valid for the variant, or if `normalise` is set though
                cards may return from the foundation.
        """
        if error := position_error(variant, start):
            raise ValueError(error)
        if variant.can_return and normalise:
            raise ValueError(f"{variant.name} is played without cards going home by themselves")
        self.variant = variant
        self.normalise = normalise
        self.deal: tuple[int, ...] = ()
        self.start = normalised(start) if normalise else start
        self._build_targets, self._can_fill = placement_tables(variant)

    @classmethod
    def from_deal(
        cls,
        variant: Variant,
        permutation: tuple[int, ...],
        normalise: bool = True,
        seed: int = 1,
    ) -> "PatienceGame":
        """Return a game with the cards dealt column by column, the last ones to the cells.

        Args:
            variant: The parameters of the game.
            permutation: The cards in dealing order.
            normalise: True if cards go to the foundation automatically.
            seed: The number of the deal, which determines the reshuffles.
        """
        cards = iter(permutation)
        columns = [tuple(next(cards) for _ in range(count)) for count in variant.column_sizes]
        if variant.kings_sink:
            columns = [tuple(sorted(c, key=lambda card: rank_of(card) != KING)) for c in columns]
        cell_cards = tuple(cards)
        cells = cell_cards + (NO_CARD,) * (variant.cells - len(cell_cards))
        chances = Chances(seed, variant.reshuffles, variant.raises) if variant.has_chances else None
        position = Position(tuple(columns), cells, (0, 0, 0, 0), chances)
        game = cls(variant, position, normalise)
        game.deal = permutation
        return game

    @classmethod
    def from_row_deal(
        cls, variant: Variant, permutation: tuple[int, ...], normalise: bool = True
    ) -> "PatienceGame":
        """Return a game with the cards dealt row by row over all columns, as Microsoft deals."""
        count = len(variant.column_sizes)
        columns = tuple(permutation[index::count] for index in range(count))
        cells = (NO_CARD,) * variant.cells
        return cls(variant, Position(columns, cells, (0, 0, 0, 0)), normalise)

    def moves(self, position: Position) -> list[Move]:
        """Return the legal moves, sorted, without moves that lead to an equal `key`.

        `play` allows some moves that are not in the list: the only card of a column to an empty
        column, and a card from one cell to another, which do not change the key; and moves to an
        empty column or free cell other than the first one, which lead to the same key.
        """
        columns, cells, foundation, chances = position
        top_cards = {column[-1] for column in columns if column}
        has_empty_column = len(top_cards) < len(columns)
        lone_cards = (
            {column[0] for column in columns if len(column) == 1} if has_empty_column else set()
        )
        has_free_cell = NO_CARD in cells
        foundation_cards = _foundation_cards(foundation) if self.variant.can_return else ()
        moves = []
        for card in sorted((*top_cards, *cells, *foundation_cards)):
            if card == NO_CARD:
                continue
            for target in self._build_targets[card]:
                if target in top_cards:
                    moves.append((card, target))
            if has_empty_column and self._can_fill[card] and card not in lone_cards:
                moves.append((card, EMPTY_COLUMN))
            if has_free_cell and card not in cells:
                moves.append((card, FREE_CELL))
            if not self.normalise and is_next_on_foundation(card, foundation):
                moves.append((card, FOUNDATION))
        return sorted([*moves, *chance_moves(position)]) if chances else moves

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a move.

        Raises:
            ValueError: If the move is illegal; the message says why.
        """
        if move[1] in (RESHUFFLE, RAISE):
            return self.play_line(position, (move,))
        current = MutablePosition(position)
        self._move_card(current, *move)
        return current.to_position(position.chances)

    def play_line(self, position: Position, moves: Iterable[Move]) -> Position:
        """Return the position after a sequence of moves.

        Raises:
            ValueError: If a move is illegal; the message says why.
        """
        current, chances = MutablePosition(position), position.chances
        for card, destination in moves:
            if destination in (RESHUFFLE, RAISE):
                before = current.to_position(chances)
                after = play_chance(self.variant, before, (card, destination))
                current, chances = MutablePosition(after), after.chances
                if self.normalise:
                    current.normalise()
            else:
                self._move_card(current, card, destination)
        return current.to_position(chances)

    def _move_card(self, current: MutablePosition, card: int, destination: int) -> None:
        """Move a card and normalise; raise ValueError if the move is illegal."""
        tops, cells, foundation = current.tops, current.cells, current.foundation
        source_column = source_cell = NO_CARD
        if card in tops and card != NO_CARD:
            source_column = tops.index(card)
        elif card in cells and card != NO_CARD:
            source_cell = cells.index(card)
        elif (
            not self.variant.can_return
            or destination == FOUNDATION
            or card not in _foundation_cards(foundation)
        ):
            raise ValueError(f"{describe_card(card)} is neither on top of a column nor in a cell")
        if 0 <= destination < DECK_SIZE:
            current.put(self._target_column(tops, card, destination), card)
        elif destination == EMPTY_COLUMN or EMPTY_COLUMN_OFFSET <= destination < FREE_CELL_OFFSET:
            current.put(self._empty_column(tops, card, destination), card)
        elif destination == FOUNDATION:
            self._check_foundation_move(card, foundation)
            foundation[card & 3] += 1
        else:
            cells[_free_cell(cells, destination)] = card
        if source_column != NO_CARD:
            current.remove_top(source_column)
            # the position was normalised, so only the exposed card may now go to the foundation
            exposed = tops[source_column]
            if self.normalise and exposed != NO_CARD and is_next_on_foundation(exposed, foundation):
                current.normalise()
        elif source_cell != NO_CARD:
            cells[source_cell] = NO_CARD
        else:
            foundation[card & 3] -= 1

    def _target_column(self, tops: list[int], card: int, target: int) -> int:
        """Return the index of the column with the card `target` on top."""
        if target not in tops:
            raise ValueError(f"{describe_card(target)} is not on top of a column")
        if target not in self._build_targets[card]:
            raise ValueError(build_refusal(self.variant, card, target))
        return tops.index(target)

    def _empty_column(self, tops: list[int], card: int, destination: int) -> int:
        """Return the index of the empty column that is the destination."""
        if NO_CARD not in tops:
            raise ValueError("no column is empty")
        if not self._can_fill[card]:
            raise ValueError(empty_column_refusal(self.variant, card))
        if destination == EMPTY_COLUMN:
            return tops.index(NO_CARD)
        index = destination - EMPTY_COLUMN_OFFSET
        if index >= len(tops) or tops[index] != NO_CARD:
            raise ValueError(f"column {index + 1} is not an empty column")
        return index

    def _check_foundation_move(self, card: int, foundation: list[int]) -> None:
        if self.normalise:
            raise ValueError("cards go home by themselves in this game")
        if not is_next_on_foundation(card, foundation):
            raise ValueError(f"{describe_card(card)} is not next on the foundation")

    def is_won(self, position: Position) -> bool:
        """Return True if all cards are on the foundation."""
        return sum(position.foundation) == DECK_SIZE

    def key(self, position: Position) -> tuple[Column, ...]:
        """Return a key that ignores the order of the columns and of the cells.

        It consists of the sorted columns, the foundation, and the reshuffles and raises left if the
        game has any. The cells are left out, since they hold all other cards.
        """
        columns, _, foundation, chances = position
        if chances:
            return (*sorted(columns), foundation, chances)
        return (*sorted(columns), foundation)

    def can_place(self, card: int, target: Column) -> bool:
        """Return True if `card` may be put on a column with the cards `target`."""
        return target[-1] in self._build_targets[card] if target else self._can_fill[card]

    def text(self, position: Position) -> str:
        """Return a position in the line notation of `notation`."""
        return position_text(position)

    def parse(self, text: str) -> Position:
        """Return the position of a text in line notation, normalised if the game is.

        Raises:
            NotationError: If the text is malformed or the position is not valid.
        """
        position = parse_position(self.variant, text)
        return normalised(position) if self.normalise else position

    def move_text(self, position: Position, move: Move) -> str:
        """Return a move as `<card> <destination>` in numbers, as in solution files."""
        return move_text(move)

    def line_texts(self, position: Position, moves: Iterable[Move]) -> list[str]:
        """Return the texts of moves, which do not depend on the position."""
        return [move_text(move) for move in moves]

    def parse_line_texts(self, position: Position, texts: Iterable[str]) -> list[Move]:
        """Return the moves that `line_texts` wrote; raise ValueError if one is not legal."""
        moves = [parse_move_text(text) for text in texts]
        self.play_line(position, moves)
        return moves

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Return the single-card moves of a text, see `standard_notation.parse_moves`."""
        return parse_moves(self, position, text)

    def spec(self) -> dict[str, Any]:
        """Return a description of the game as JSON data, from which `from_spec` restores it."""
        return {
            "family": self.family,
            "variant": self.variant.name,
            "start": self.text(self.start),
            "normalise": self.normalise,
        }


def _foundation_cards(foundation: Sequence[int]) -> list[int]:
    """Return the cards on top of the foundation."""
    return [4 * (count - 1) + suit for suit, count in enumerate(foundation) if count]


def _free_cell(cells: list[int], destination: int) -> int:
    """Return the index of the free cell that is the destination."""
    if NO_CARD not in cells:
        raise ValueError("no cell is free")
    if destination == FREE_CELL:
        return cells.index(NO_CARD)
    index = destination - FREE_CELL_OFFSET
    if not 0 <= index < len(cells):
        raise ValueError(f"there is no such place: the game has {len(cells)} cells")
    if cells[index] != NO_CARD:
        raise ValueError(f"cell {chr(ord('A') + index)} is not free")
    return index


def from_spec(spec: dict[str, Any]) -> PatienceGame:
    """Return the game that a result of `PatienceGame.spec` describes.

    Raises:
        ValueError: If the description is malformed.
    """
    variant = find_variant(str(spec.get("variant")))
    if variant is None:
        raise ValueError(f"unknown variant {short_repr(spec.get('variant'))}")
    try:
        start = parse_position(variant, str(spec.get("start")))
    except NotationError as error:
        raise ValueError(f"the start: {error}") from error
    return PatienceGame(variant, start, bool(spec.get("normalise", True)))
