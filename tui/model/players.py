"""The kinds of players in a game for two, and which side each of them plays.

A pair of players names the kind of player on each side, white before black: `("human", "perfect")`.
"""

from collections.abc import Sequence

Players = tuple[str, str]

HUMAN, PERFECT, RANDOM, LEARNER = "human", "perfect", "random", "learner"
LEGACY_NAMES = {"person": HUMAN, "chance": RANDOM}  # in saves of earlier versions
PLAYER_DESCRIPTIONS = {
    HUMAN: "at this keyboard",
    PERFECT: "if the position can be solved in time",
    RANDOM: "any legal move",
    LEARNER: "learn from the results of their games",
}
PLAYER_TITLES = {
    HUMAN: "player",
    PERFECT: "perfect play",
    RANDOM: "random moves",
    LEARNER: "matchboxes",
}
SIDES = ("white", "black")


def default_players(human_side: int) -> Players:
    """Return a human on the given side and the perfect player on the other."""
    return (HUMAN, PERFECT) if human_side == 0 else (PERFECT, HUMAN)


def bottom_side(players: Sequence[str]) -> int:
    """Return the side shown at the bottom of the board: the only human's, else white's."""
    only_black = players[0] != HUMAN and players[1] == HUMAN
    return 1 if only_black else 0


def parse_players(text: str) -> Players | None:
    """Parse a pair of players such as "human perfect"; return None if it is not one."""
    names = [LEGACY_NAMES.get(name, name) for name in text.split(" ")]
    if len(names) != len(SIDES) or any(name not in PLAYER_DESCRIPTIONS for name in names):
        return None
    return names[0], names[1]


def format_players(players: Sequence[str]) -> str:
    """Return the text that `parse_players` reads."""
    return " ".join(players)


def describe_value(value: int, to_move: int = 0) -> str:
    """Return who wins and when, such as "White wins in 7 plies".

    Args:
        value: Plies to the end of the game, negative if the side to move loses; not 0.
        to_move: The side to move.
    """
    winner = SIDES[to_move if value > 0 else 1 - to_move].capitalize()
    return f"{winner} wins in {abs(value)} {'ply' if abs(value) == 1 else 'plies'}"


def describe_players(players: Sequence[str]) -> str:
    """Return the pairing from the view of the human, such as "white vs perfect play"."""
    if HUMAN not in players:
        return " vs ".join(PLAYER_TITLES[name] for name in players)
    if players[0] == players[1]:
        return "two players"
    human_side = players.index(HUMAN)
    return f"{SIDES[human_side]} vs {PLAYER_TITLES[players[1 - human_side]]}"
