"""Contracts of the classes of the search that plug-ins implement; see `games.plugin_guard`."""

from ludoscope.games.plugin_guard import Contract, add_contract
from ludoscope.search.solver_set import SolverSet

add_contract(
    Contract(
        SolverSet,
        replacements={"readable_default": lambda *_: None, "fallback_move": lambda *_: None},
    )
)
