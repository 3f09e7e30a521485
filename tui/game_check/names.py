"""The names of the checks, which the parser of the command line lists without loading them."""

CHECK_NAMES = (
    "family",
    "catalogue",
    "moves",
    "play",
    "end",
    "keys",
    "positions",
    "notation",
    "parameters",
    "sharing",
    "files",
    "pictures",
    "solver-set",
    "solvers",
    "drawing",
    "input",
    "hints",
    "rules-page",
)
"""In the order in which they are run."""
