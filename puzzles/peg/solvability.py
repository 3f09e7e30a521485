"""Which single-vacancy problems of the catalogue have no solution, or none that is known.

They are listed by name; all others in the catalogue have a solution.
"""

PAGODA = "no solution (pagoda)"
EXHAUSTION = "no solution (exhaustion)"

IMPOSSIBLE = {
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
"""Name → reason. `prove` finds the pagodas at once, searches the triangle in a moment, and
`diamond-59-51`, 54,220,720 positions, in a minute; `tests/search/peg/exhaust.py` searched the rest.
"""

OPEN = frozenset({"wiegleb-59-59"})
"""Problems for which neither a solution nor a proof of none is known."""
