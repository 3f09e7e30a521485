"""Rates simulated players of known strength by practice, and draws docs/ratings.svg.

    python docs/ratings.py     prints the errors as a table in Markdown; half a minute

A player of strength s answers a position of rating r rightly with the probability
1 / (1 + 10^((r − s) / 400)). The program does not know the strengths.
"""

import math
import random
from pathlib import Path

from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.model.training_record import PRACTICE, TrainingRecord
from ludoscope.tui.model.training_run import practice_positions
from ludoscope.tui.saves.training import NO_THEMES, Answer

PLAYERS = 50
MIN_STRENGTH, MAX_STRENGTH = 800, 1700  # within the range of the positions
ANSWER_COUNTS = (30, 60, 120, 250)
DRAWN_ANSWERS = 120
SIZE, MARGIN = 330, 52  # of the picture, in pixels
COLOUR = "#2f6f8f"


def simulate(strength: float, answers: int, dice: random.Random, family: str = "rush") -> float:
    """Return the rating of a player of known strength after some answers of practice."""
    record = TrainingRecord()
    seeded = SeededRandom(dice.getrandbits(32))
    positions = bundled_positions(family)
    chosen = practice_positions(family, positions, lambda: record, seeded)
    for number in range(answers):
        position = next(chosen)
        probability = 1 / (1 + 10 ** ((position.rating - strength) / 400))
        is_right = dice.random() < probability
        answer = Answer(
            f"{number:016x}",
            position.name,
            family,
            PRACTICE,
            float(number),
            5.0,
            is_right,
            position.rating,
            NO_THEMES,
        )
        record.add(answer)
    return record.rating(family).value


def spread_strengths(count: int) -> list[float]:
    """Return strengths at equal distances."""
    step = (MAX_STRENGTH - MIN_STRENGTH) / (count - 1)
    return [MIN_STRENGTH + step * number for number in range(count)]


def root_mean_square(errors: list[float]) -> float:
    """Return the root of the mean of the squares of some errors."""
    return math.sqrt(sum(error**2 for error in errors) / len(errors))


def draw(ratings: list[tuple[float, float]]) -> str:
    """Return the picture: a dot for each player, strength to the right and rating upwards."""
    low, high = MIN_STRENGTH - 200, MAX_STRENGTH + 200

    def place(value: float) -> float:
        return MARGIN + (value - low) / (high - low) * (SIZE - 2 * MARGIN)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" '
        'font-family="sans-serif" font-size="11" fill="#777">',
        f'<path d="M{place(low)} {SIZE - place(low)}L{place(high)} {SIZE - place(high)}" '
        'stroke="#999" stroke-dasharray="4 4"/>',
        f'<path d="M{MARGIN} {MARGIN}V{SIZE - MARGIN}H{SIZE - MARGIN}" stroke="#999" fill="none"/>',
    ]
    for tick in range(800, MAX_STRENGTH + 200, 400):
        x = place(tick)
        parts.append(f'<text x="{x:.0f}" y="{SIZE - 36}" text-anchor="middle">{tick:,}</text>')
        parts.append(
            f'<text x="{MARGIN - 6}" y="{SIZE - x + 4:.0f}" text-anchor="end">{tick:,}</text>'
        )
    parts += [
        f'<circle cx="{place(strength):.1f}" cy="{SIZE - place(rating):.1f}" r="3" '
        f'fill="{COLOUR}" fill-opacity="0.7"/>'
        for strength, rating in ratings
    ]
    middle = SIZE / 2
    parts += [
        f'<text x="{middle}" y="{SIZE - 14}" text-anchor="middle">strength</text>',
        f'<text x="{MARGIN}" y="{MARGIN - 14}">rating after {DRAWN_ANSWERS} answers</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Print the errors and write the picture."""
    dice, strengths = random.Random(33), spread_strengths(PLAYERS)
    print("| answers | error (root mean square) | mean | largest |\n|---|---|---|---|")
    for answers in ANSWER_COUNTS:
        ratings = [(strength, simulate(strength, answers, dice)) for strength in strengths]
        errors = [rating - strength for strength, rating in ratings]
        mean, largest = sum(errors) / PLAYERS, max(map(abs, errors))
        print(f"| {answers} | {root_mean_square(errors):.0f} | {mean:+.0f} | {largest:.0f} |")
        if answers == DRAWN_ANSWERS:
            Path(__file__).with_suffix(".svg").write_text(draw(ratings), encoding="utf-8")


if __name__ == "__main__":
    main()
