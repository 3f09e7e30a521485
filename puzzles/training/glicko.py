"""The Glicko-2 rating system: the strength of a player, or the difficulty of a position.

A rating is an estimate with a deviation: in 95 of 100 cases the true strength lies within two
deviations. Two players whose ratings differ by 173.7 win in the ratio e : 1. An answer to a
position is a game of the player against the position.

Source: M. E. Glickman, "Example of the Glicko-2 system", 2022, whose steps the comments number.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

BASE = 1500.0  # the rating of an average player
SCALE = 173.7178  # of ratings to the internal scale: 400 / ln 10
MAX_DEVIATION = 350.0  # of somebody who is not known
MIN_DEVIATION = 45.0  # below it a rating would no longer follow a player who learns
VOLATILITY = 0.06  # of a new rating
TAU = 0.5  # constrains how fast the volatility changes
CONVERGENCE = 1e-6
MAX_ITERATIONS = 100


class Rating(NamedTuple):
    """A rating.

    Attributes:
        value: The estimate of the strength.
        deviation: Its standard deviation.
        volatility: The expected fluctuation of the strength, on the internal scale.
    """

    value: float = BASE
    deviation: float = MAX_DEVIATION
    volatility: float = VOLATILITY


class Game(NamedTuple):
    """A game against an opponent; `score` is 1 for a win and 0 for a loss."""

    opponent: Rating
    score: float


def update(rating: Rating, games: Sequence[Game]) -> Rating:
    """Return the rating after a rating period with some games, at least one."""
    mu, phi = (rating.value - BASE) / SCALE, rating.deviation / SCALE  # step 2
    inverse_variance = improvement = 0.0
    for opponent, score in games:  # steps 3 and 4
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.value - BASE) / SCALE)))
        inverse_variance += weight**2 * expected * (1 - expected)
        improvement += weight * (score - expected)
    variance = 1 / inverse_variance
    volatility = _new_volatility(rating.volatility, phi, variance, variance * improvement)
    phi = math.hypot(phi, volatility)  # step 6
    phi = 1 / math.sqrt(1 / phi**2 + inverse_variance)  # step 7
    value = BASE + SCALE * (mu + phi**2 * improvement)
    deviation = min(max(SCALE * phi, MIN_DEVIATION), MAX_DEVIATION)
    return Rating(value, deviation, volatility)


def _weight(phi: float) -> float:
    """Return by how much a game against an opponent with this deviation counts, 0 to 1."""
    return 1 / math.sqrt(1 + 3 * (phi / math.pi) ** 2)


def _new_volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the volatility after a rating period, by the Illinois algorithm (step 5).

    Args:
        sigma: The volatility before.
        phi: The deviation before, on the internal scale.
        variance: The variance of the rating by the games alone.
        delta: The improvement of the rating by the games alone.
    """
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        total = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    low_slope, high_slope = slope(low), slope(high)
    for _ in range(MAX_ITERATIONS):
        if abs(high - low) <= CONVERGENCE:
            break
        middle = low + (low - high) * low_slope / (high_slope - low_slope)
        middle_slope = slope(middle)
        if middle_slope * high_slope <= 0:
            low, low_slope = high, high_slope
        else:
            low_slope /= 2
        high, high_slope = middle, middle_slope
    return math.exp(low / 2)
