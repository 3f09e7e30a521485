"""What is known of the problems from one vacancy to one peg that the colouring allows.

All those of the catalogue have solutions but these, by name.
"""

PAGODA = "no solution (pagoda)"
EXHAUSTION = "no solution (exhaustion)"

IMPOSSIBLE = {
    "diamond-48-65": PAGODA,
    "diamond-56-24": PAGODA,
    "diamond-56-51": PAGODA,
    "diamond-56-54": PAGODA,
    "diamond-56-57": PAGODA,
    "diamond-57-56": PAGODA,
    "diamond-57-59": PAGODA,
    "diamond-59-51": EXHAUSTION,
    "diamond-59-54": PAGODA,
    "diamond-59-57": PAGODA,
}
"""Why there is none: the solver `prove` finds the pagodas at once, and the exhaustion (54,220,720
positions) in a minute."""

OPEN = frozenset(
    {"diamond-48-62", "diamond-48-95", "diamond-59-24", "wiegleb-59-59"},
)
"""Neither a solution nor a proof of none is known to us."""
