"""LastWinnableGame: the state of a game of the last winnable move.

The rules and the referee are in `search.last_winnable`. A turn is one step of the player: a jump,
or a card, or a run of cards moved at once, with what goes to the foundations by itself after it.
"""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from ludoscope.games import AnyGame
from ludoscope.search.last_winnable import Ending, Outcome, Strength


class Opponent(NamedTuple):
    """The opponent of the player.

    Attributes:
        name: The name on the screen.
        description: How it plays.
        strength: Its strength; None for a second player at this keyboard.
    """

    name: str
    description: str
    strength: Strength | None


OPPONENTS = (
    Opponent("a friend", "takes turns with you at this keyboard", None),
    Opponent("random", "makes any legal move", Strength.RANDOM),
    Opponent("careful", "makes no move that loses", Strength.CAREFUL),
    Opponent("cunning", "tries to leave you without a move that keeps the win", Strength.CUNNING),
)


class LastWinnableGame:
    """The turns of a game, what the referee has found, and its end.

    Args:
        game: The puzzle.
        opponent: Who plays against the player.
        own_number: 0 if the player begins, 1 if the opponent does.
        remote_name: The name of a player of the lobby, who plays in place of the opponent; or "".

    Attributes:
        turns: The moves of each turn.
        positions: The positions that were on the board, one for each turn, the start first.
        outcomes: What the referee has found of each; one less while it judges the last one.
        ending: How the game has ended; None while it goes on.
        fault: Why the computer cannot move; "" if it can.
    """

    def __init__(
        self, game: AnyGame, opponent: Opponent, own_number: int, remote_name: str = ""
    ) -> None:
        self.game, self.opponent, self.own_number = game, opponent, own_number
        self._remote_name = remote_name
        self.turns: list[tuple[Hashable, ...]] = []
        self.positions: list[Any] = [game.start]
        self.outcomes: list[Outcome] = []
        self.ending: Ending | None = None
        self.fault = ""

    @property
    def turn_count(self) -> int:
        """The number of turns made."""
        return len(self.turns)

    @property
    def to_move(self) -> int:
        """The number of the player to move, 0 for the one who began."""
        return self.turn_count % 2

    @property
    def is_judging(self) -> bool:
        """True while the referee judges positions."""
        return len(self.outcomes) < len(self.positions)

    @property
    def unjudged_positions(self) -> list[Any]:
        """The positions up to the one that the referee has to judge next."""
        return self.positions[: len(self.outcomes) + 1]

    @property
    def is_players_turn(self) -> bool:
        """True if somebody at this keyboard is to move."""
        if self.is_judging or self.ending:
            return False
        is_shared = self.opponent.strength is None and not self._remote_name
        return is_shared or self.to_move == self.own_number

    @property
    def is_computers_turn(self) -> bool:
        """True if the computer is to move."""
        if self.is_judging or self.ending or self.opponent.strength is None:
            return False
        return self.to_move != self.own_number

    def repeats(self, position: Hashable) -> bool:
        """Return True if a position was on the board before."""
        return position in self.positions

    def end_turn(self, moves: Iterable[Hashable], position: Hashable) -> None:
        """Add a turn and the position after it, which the referee has to judge."""
        self.turns.append(tuple(moves))
        self.positions.append(position)

    def add_judgement(self, outcome: Outcome, ending: Ending | None) -> None:
        """Add what the referee has found of the first position that was not judged."""
        self.outcomes.append(outcome)
        self.ending = ending

    def name_of(self, number: int) -> str:
        """Return the name of a player by number, for the beginning of a sentence."""
        if self.opponent.strength is None and not self._remote_name:
            return ("The first player", "The second player")[number]
        return "You" if number == self.own_number else self._remote_name or "The computer"

    @property
    def has_lost(self) -> bool:
        """True if the player has lost."""
        return self.ending is not None and self.ending.winner == 1 - self.own_number

    @property
    def status(self) -> str:
        """A sentence on who is to move, or on how the game has ended."""
        if self.ending:
            return self._ending_text(self.ending)
        if self.is_judging:
            return "The referee is judging the position…"
        if self.fault:
            return f"The computer cannot move: {self.fault}"
        if self.is_computers_turn:
            return "The computer is thinking…"
        name = self.name_of(self.to_move)
        turn = "Your turn" if name == "You" else f"{name} is to move"
        if self.outcomes[-1] is Outcome.UNDECIDED:
            return f"{turn}. Whether the position can be won is not decided: nobody can be blamed."
        return f"{turn}: keep the position winnable"

    def _ending_text(self, ending: Ending) -> str:
        reason = ending.reason[0].upper() + ending.reason[1:]
        if ending.winner is None:
            return f"Nobody wins. {reason}."
        name = self.name_of(ending.winner)
        return f"{name} {'win' if name == 'You' else 'wins'}! {reason}."
