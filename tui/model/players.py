"""Who plays: for each side of a game of two a name of those below.

human     at the keyboard
perfect   plays perfectly if it can solve the position in time
random    any legal move
learner   matchboxes, see `search.hexapawn.matchboxes`
"""

from collections.abc import Sequence

Players = tuple[str, str]

PERSON, PERFECT, CHANCE, LEARNER = "human", "perfect", "random", "learner"
EARLIER = {"person": PERSON, "chance": CHANCE}  # names in notes that were written before
PLAYERS = {
    PERSON: "at this keyboard",
    PERFECT: "plays perfectly if it can solve the position in time",
    CHANCE: "plays a random legal move",
    LEARNER: "matchboxes that learn from the results of their games",
}
SIDES = ("white", "black")


def usual(person: int) -> Players:
    """The human on one side, the perfect player on the other."""
    return (PERSON, PERFECT) if person == 0 else (PERFECT, PERSON)


def near_side(players: Sequence[str]) -> int:
    """The side that the board is seen from: that of the only human, else white's."""
    return int(players[0] != PERSON and players[1] == PERSON)


def read(text: str) -> Players | None:
    """What `write` wrote; None when it is something else."""
    names = [EARLIER.get(name, name) for name in text.split(" ")]
    if len(names) != len(SIDES) or any(name not in PLAYERS for name in names):
        return None
    return names[0], names[1]


def write(players: Sequence[str]) -> str:
    return " ".join(players)


def wins(value: int, to_move: int = 0) -> str:
    """Who wins, and when: a value other than 0 for that side to move, in words."""
    side = SIDES[to_move if value > 0 else 1 - to_move].capitalize()
    return f"{side} wins in {abs(value)} {'ply' if abs(value) == 1 else 'plies'}"


def words(players: Sequence[str]) -> str:
    """Such as "white against perfect"."""
    if PERSON not in players:
        return f"{players[0]} against {players[1]}"
    if players[0] == players[1]:
        return "two people"
    side = players.index(PERSON)
    return f"{SIDES[side]} against {players[1 - side]}"
