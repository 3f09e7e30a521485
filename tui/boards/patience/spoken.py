"""Patience in words."""

import re
from collections.abc import Sequence
from contextlib import suppress

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.patience.cards import (
    DECK_SIZE,
    SUITS,
    card_label,
    card_name,
    card_of,
    parse_card,
)
from ludoscope.games.patience.position import (
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    NO_CARD,
    RAISE,
    RESHUFFLE,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import plan_supermove, top_run
from ludoscope.games.patience.variants import ANY_CARD
from ludoscope.tui.boards.patience import descriptions
from ludoscope.tui.boards.patience.locations import (
    Location,
    card_spots,
    cell_letter,
    location_name,
)
from ludoscope.tui.boards.patience.move_text import step_cards, step_target
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.spoken_board import SpokenBoard
from ludoscope.tui.text.formatting import format_count
from ludoscope.tui.text.spoken import RANK_WORDS, SUIT_WORDS

MAX_LISTED_CARDS = 4  # that go home in one step

_RANK = f"(?:{'|'.join(RANK_WORDS.values())}|10|[2-9tjqka])"
_SUIT = f"(?:{'|'.join(SUIT_WORDS.values())}|[cshd♣♠♥♦])"
_CARD_WORDS = rf"(?:the )?{_RANK} ?(?:of )?{_SUIT}\b"
_FLAGS = re.IGNORECASE | re.ASCII  # without ASCII, "ſ" would match "s" and "ı" would match "i"
_CARD = re.compile(_CARD_WORDS, _FLAGS)
_CARD_PARTS = re.compile(rf"(?:the )?({_RANK}) ?(?:of )?({_SUIT})", _FLAGS)
_CARDS_HOME = re.compile(rf"{_CARD_WORDS}(?:; {_CARD_WORDS})+ home", _FLAGS)
_ALL_HOME = re.compile(r"home|g|[0-9]{1,2} cards home", _FLAGS)
_RESHUFFLE = re.compile("reshuffle(?:; then .* home)?", _FLAGS)
_MOVE = re.compile(
    rf"(?P<card>{_CARD_WORDS})(?: down to (?P<top>{_CARD_WORDS}))?"
    r" (?:(?:goes )?(?:to|on|onto|into) )?(?:an? |the )?"
    rf"(?:(?P<on>{_CARD_WORDS})(?: in column [0-9]{{1,2}})?|(?P<home>home)"
    r"|(?:free )?cell(?: (?P<cell>[a-h]))?|empty column(?: (?P<column>[0-9]{1,2}))?"
    r"|(?P<raised>raised))(?:; then .* home)?",
    _FLAGS,
)
_RANK_LETTERS = {word: letter for letter, word in RANK_WORDS.items()}
_SUIT_LETTERS = {
    **dict(zip(SUIT_WORDS, SUITS, strict=True)),
    **dict(zip(SUIT_WORDS.values(), SUITS, strict=True)),
}
_COLUMN = re.compile(r"(?:column )?([0-9]{1,2})", _FLAGS)
_CELL = re.compile(r"(?:cell )?([a-h])", _FLAGS)


class SpokenPatienceBoard(SpokenBoard):
    """Columns by number from the left, cells by letter."""

    PLACES = "a column such as 3, a cell such as A, home, or a card such as 7h"
    game: PatienceGame

    def describe_rules(self, preferences: Preferences) -> Sequence[str]:
        has_cells = bool(self.game.variant.cells)
        cards = ", or a card in a cell," if has_cells else ""
        places = "to a column or into a free cell" if has_cells else "to another column"
        if not self.game.normalise:
            places = f"home, {places}" if has_cells else f"home or {places}"
        return (
            f"The top card of a column{cards} can be moved {places}.",
            self._describe_runs(),
            descriptions.describe_rules(self.game, preferences.autoplay),
        )

    def _describe_runs(self) -> str:
        """Return how many cards in sequence can be moved at once."""
        has_cells = bool(self.game.variant.cells)
        columns_count = self.game.variant.fill_rule == ANY_CARD
        if not (has_cells or columns_count):
            return "Cards move one at a time."
        count = "one more than there are free cells" if has_cells else "one"
        doubled = ", and twice as many for each empty column" if columns_count else ""
        return f"Cards in sequence on top of a column move at once: {count}{doubled}."

    def summarise(self, position: Position) -> Sequence[str]:
        tops = [
            f"column {number}, {card_label(column[-1]) if column else 'empty'}"
            for number, column in enumerate(position.columns, 1)
        ]
        lines = [f"Top cards: {'; '.join(tops)}."]
        return [*lines, *self._describe_cells(position), self._describe_home(position)]

    def _describe_cells(self, position: Position) -> list[str]:
        if not position.cells:
            return []
        cards = [
            f"cell {cell_letter(index)}, {card_label(card)}"  # "A four" sounds like an article
            for index, card in enumerate(position.cells)
            if card != NO_CARD
        ]
        free = position.cells.count(NO_CARD)
        return [f"Cells: {'; '.join([*cards, f'{free} free' if free else 'none free'])}."]

    def _describe_home(self, position: Position) -> str:
        tops = [
            card_label(card_of(count, suit))
            for suit, count in enumerate(position.foundation)
            if count
        ]
        return f"Home: {'; '.join(tops) or 'no cards'}."

    def describe_board(self, position: Position) -> Sequence[str]:
        lines = ["Each column from its top card, the one that can move, down to its first card."]
        lines += [self._describe_column(position, index) for index in range(len(position.columns))]
        lines += [*self._describe_cells(position), self._describe_home(position)]
        lines += [f"{extra.labels[0]}." for extra in descriptions.extra_moves(position)]
        return lines

    def _describe_column(self, position: Position, index: int) -> str:
        column = position.columns[index]
        if not column:
            return f"Column {index + 1}: empty."
        cards = "; ".join(map(card_label, reversed(column)))
        return f"Column {index + 1}, {format_count(len(column), 'card')}: {cards}."

    def _describe_run(self, position: Position, index: int) -> str:
        """Return the run on top of a column and how many of its cards move at once, "" for none."""
        run = top_run(self.game, position.columns[index])
        if len(run) < 2:
            return ""
        limit, *_ = descriptions.describe_supermove(self.game, position, index, index)
        return f" In sequence: {card_label(run[0])} down to {card_label(run[-1])}. {limit}."

    def describe_place(self, position: Position, place: str) -> str:
        if match := _COLUMN.fullmatch(place):
            number = int(match[1])
            if not 1 <= number <= len(position.columns):
                raise ValueError(
                    f"there is no column {number}: they are 1 to {len(position.columns)}"
                )
            index = number - 1
            return self._describe_column(position, index) + self._describe_run(position, index)
        if place.lower() in ("home", "cells"):
            lines = {"home": [self._describe_home(position)]}
            return " ".join(
                lines.get(place.lower(), self._describe_cells(position)) or ["No cells."]
            )
        match = _CELL.fullmatch(place)
        if match and ord(match[1].lower()) - ord("a") < len(position.cells):
            index = ord(match[1].lower()) - ord("a")
            card = position.cells[index]
            return f"Cell {cell_letter(index)}: {'free' if card == NO_CARD else card_label(card)}."
        found = descriptions.describe_matches(
            position, _CARD.sub(lambda match: _card_name(match[0]), place)
        )
        if not found or found.startswith("no such"):
            raise NotationError(f"found {short_repr(place)}, expected {self.PLACES}")
        return f"{found}."

    def legal_steps(self, position: Position) -> Sequence[Sequence[Move]]:
        """Return the moves of single cards and of runs; of empty columns only the first counts."""
        steps = [*super().legal_steps(position)]
        columns = position.columns
        targets = [index for index, column in enumerate(columns) if column]
        targets += [columns.index(())] if () in columns else []
        for source, column in enumerate(columns):
            for target in targets:
                for count in range(2, len(top_run(self.game, column)) + 1):
                    if not columns[target] and count == len(column):
                        continue  # the whole column would only change its place
                    with suppress(ValueError):  # not legal
                        steps.append(
                            plan_supermove(self.game, position, source, target, count=count)
                        )
        return steps

    def describe_moves(self, position: Position, moves: Sequence[Move]) -> str:
        if all(destination == FOUNDATION for _, destination in moves):
            return f"{_list_cards([card for card, _ in moves])} home"
        text = self._describe_move_on_table(position, moves)
        if cards := self._cards_sent_home(position, moves):
            text += f"; then {_list_cards(cards)} home"
        return text

    def _describe_move_on_table(self, position: Position, moves: Sequence[Move]) -> str:
        """Return a step in words, without the cards that go home."""
        card, destination = next(move for move in moves if move[1] != FOUNDATION)
        if destination == RESHUFFLE:
            return "reshuffle"
        if destination == RAISE:
            return f"{card_label(card)} raised"
        cards = step_cards(position, moves)
        run = card_label(cards[0])
        if len(cards) > 1:
            run += f" down to {card_label(cards[-1])}"
        location = step_target(self.game, position, moves)
        return f"{run} to {self._describe_target(position, moves, location_name(location))}"

    def _cards_sent_home(self, position: Position, moves: Sequence[Move]) -> list[int]:
        """Return the cards that go home in a step, by moves or by the rules."""
        if not self.game.normalise:
            return [card for card, destination in moves if destination == FOUNDATION]
        after = self.game.play_line(position, moves)
        counts = zip(position.foundation, after.foundation, strict=True)
        return [
            card_of(rank, suit)
            for suit, (count_before, count) in enumerate(counts)
            for rank in range(count_before + 1, count + 1)
        ]

    def _describe_target(self, position: Position, moves: Sequence[Move], place: str) -> str:
        cards = step_cards(position, moves)
        destination = _destination(moves, cards[0])
        if destination < DECK_SIZE:
            return f"{card_label(destination)} in {place}"
        if place.startswith("column") and destination != FOUNDATION:
            return f"empty {place}" if destination >= EMPTY_COLUMN_OFFSET else "empty column"
        return place

    def format_notation(self, position: Position, moves: Sequence[Move]) -> str:
        """Return a step by its places: "3 5", "3a", "3h"; "3-5*2" to an empty column."""
        if moves[0][1] in (RESHUFFLE, RAISE):
            parts = self.game.move_text(position, moves[0]).split()
            return " ".join(card_name(int(part)) if part.isdigit() else part for part in parts)
        if moves[0][1] == FOUNDATION and len(moves) > 1:
            return "home"
        cards = step_cards(position, moves)
        source = card_spots(position)[cards[0]].location
        target = step_target(self.game, position, moves)
        if source.kind == "foundation":
            return ""
        if source.kind == target.kind == "column":
            if position.columns[target.number]:
                return f"{source.number + 1} {target.number + 1}"
            return f"{source.number + 1}-{target.number + 1}*{len(cards)}"
        return f"{_place_notation(source)}{_place_notation(target)}"

    def to_notation(self, position: Position, text: str) -> str:
        """Return "nine of spades to ten of hearts" as `9S TH`, "nine of spades to cell" as `9S T`.

        A run of cards, "nine of spades down to seven of spades to …", is written by its columns,
        and so are several cards that go home; "home" stands for all that can.
        """
        words = text.strip()
        if _ALL_HOME.fullmatch(words):
            return self._home_notation(position, None) or text
        if _CARDS_HOME.fullmatch(words):
            names = [_card_name(match[0]) for match in _CARD.finditer(words)]
            return self._home_notation(position, [parse_card(name) for name in names]) or text
        match = _MOVE.fullmatch(words)
        if not match:
            return "R" if _RESHUFFLE.fullmatch(words) else text
        card = _card_name(match["card"])
        if match["top"]:
            return self._run_notation(position, match) or text
        if match["on"]:
            return f"{card} {_card_name(match['on'])}"
        if match["home"]:
            return f"{card} F"
        if match["raised"]:
            return f"{card} ^"
        if match["cell"]:
            return f"{card} T{ord(match['cell'].lower()) - ord('a') + 1}"
        if match["column"]:
            return f"{card} V{match['column']}"
        return f"{card} {'T' if 'cell' in match[0].lower() else 'V'}"

    def _home_notation(self, position: Position, cards: Sequence[int] | None) -> str:
        """Return the moves of cards home in turn, of all that can go if None; "" if none can."""
        tokens: list[str] = []
        waiting = None if cards is None else list(cards)
        while waiting is None or waiting:
            moves = [move for move in self.game.moves(position) if move[1] == FOUNDATION]
            wanted = [move for move in moves if waiting is None or move[0] == waiting[0]]
            if not wanted:
                break
            source = card_spots(position)[wanted[0][0]].location
            tokens.append(f"{_place_notation(source)}h")
            position = self.game.play(position, wanted[0])
            if waiting:
                del waiting[0]
        return "" if waiting else " ".join(tokens)

    def _run_notation(self, position: Position, match: "re.Match[str]") -> str:
        """Return a run of cards in standard notation, "" if it is none of a column."""
        spots = card_spots(position)
        bottom, top = (spots[parse_card(_card_name(match[name]))] for name in ("card", "top"))
        size = top.cards_below - bottom.cards_below + 1
        if bottom.location != top.location or bottom.location.kind != "column" or size < 1:
            return ""
        if match["on"]:
            target = spots[parse_card(_card_name(match["on"]))].location
        elif match["column"]:
            target = Location("column", int(match["column"]) - 1)
        else:
            empty = [index for index, column in enumerate(position.columns) if not column]
            target = Location("column", empty[0] if empty else -1)
        if target.kind != "column" or target.number < 0:
            return ""
        return f"{bottom.location.number + 1}-{target.number + 1}*{size}"


def _place_notation(location: Location) -> str:
    """Return a place in standard notation: "3", "a", "h"."""
    if location.kind == "column":
        return str(location.number + 1)
    return cell_letter(location.number).lower() if location.kind == "cell" else "h"


def _destination(moves: Sequence[Move], card: int) -> int:
    """Return where a step puts a card, before it goes home at the end of the step."""
    destinations = [destination for moved, destination in moves if moved == card]
    on_table = [destination for destination in destinations if destination != FOUNDATION]
    return (on_table or destinations)[-1]


def _list_cards(cards: Sequence[int]) -> str:
    """Return a few cards by name, of more only how many they are."""
    if len(cards) > MAX_LISTED_CARDS:
        return f"{len(cards)} cards"
    return "; ".join(map(card_label, cards))


def _card_name(words: str) -> str:
    """Return a card in words or letters as two letters: `TH`."""
    match = _CARD_PARTS.fullmatch(words)
    assert match
    rank, suit = match[1].lower(), match[2].lower()
    letter = _RANK_LETTERS.get(rank, rank.upper()).replace("10", "T")
    return f"{letter}{_SUIT_LETTERS.get(suit, suit.upper())}"
