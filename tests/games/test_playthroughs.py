"""Golden playthroughs: a game a file, every position, move and key as text, replayed here.

UPDATE_GOLDEN=1 writes them anew; the difference then belongs in the commit.
"""

import os
import random
from pathlib import Path

from many import each_of

from ludoscope.games import AnyGame
from ludoscope.puzzles.catalogue import find

GOLDEN = Path(__file__).parents[1] / "golden" / "playthroughs"
NAMES = (
    "lucas-06",
    "english-central",
    "triangle-15-15",
    "FreeCell.123456",
    "FreeCell.123456-free",
    "Seahaven.4",
    "MidnightOil.4",
    "FullMidnightOil.4",
    "BakersDozen.8-back",
    "BakersDozen.8",
    "orush-09",
    "orush-40",
    "hexapawn-4x4",
    "hexapawn-5x3",
)
LONGEST = 60  # moves


def playthrough(game: AnyGame, seed: str) -> list[str]:
    """Return the record of a random game, played to its end or for `LONGEST` moves."""
    chance = random.Random(seed)
    position = game.start
    lines = []
    for number in range(LONGEST):
        moves = game.moves(position)
        lines.append(f"position {number}: {game.text(position)}")
        lines.append(f"key: {game.key(position)}")
        lines.append("moves: " + "  ".join(game.move_text(position, move) for move in moves))
        if game.is_won(position):
            lines.append("won")
        if not moves:
            break
        move = chance.choice(moves)
        lines.append(f"> {game.move_text(position, move)}")
        position = game.play(position, move)
    return lines


@each_of("name", NAMES)
def test_the_rules_play_as_they_did(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    text = "\n".join(playthrough(find(name).game, name)) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@each_of("name", NAMES)
def test_the_moves_in_a_playthrough_can_be_typed(name: str) -> None:
    game = find(name).game
    position = game.start
    for line in (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("position"):
            assert game.parse(line.partition(": ")[2]) == position
        elif line.startswith("> "):
            (move,) = game.parse_moves(position, line[2:])
            position = game.play(position, move)
