"""The peg solitaire problems of the catalogue that have no solution, or no known one.

All are single-vacancy problems; every other problem of the catalogue has a solution.
"""

PAGODA = "no solution (pagoda function)"
EXHAUSTION = "no solution (all positions searched)"

UNSOLVABLE_PROBLEMS = {
    "diamond-48-62": EXHAUSTION,
    "diamond-48-65": PAGODA,
    "diamond-48-95": EXHAUSTION,
    "diamond-56-24": PAGODA,
    "diamond-56-51": PAGODA,
    "diamond-56-54": PAGODA,
    "diamond-56-57": PAGODA,
    "diamond-57-56": PAGODA,
    "diamond-57-59": PAGODA,
    "diamond-59-24": EXHAUSTION,
    "diamond-59-51": EXHAUSTION,
    "diamond-59-54": PAGODA,
    "diamond-59-57": PAGODA,
    "triangle-14-22": EXHAUSTION,
    "triangle-15-23": EXHAUSTION,
    "triangle-23-12": EXHAUSTION,
    "triangle-23-15": EXHAUSTION,
    "triangle-23-23": EXHAUSTION,
}
"""The unsolvable problems by name, with the kind of proof.

The solver `prove` finds the pagoda functions at once, searches those on the triangle in less than a
second and `diamond-59-51` (54,220,720 positions) in a minute. `tests/search/peg/exhaust.py`
searched the others.
"""

OPEN_PROBLEMS = frozenset({"wiegleb-59-59"})
"""The problems for which neither a solution nor a proof that there is none is known."""
