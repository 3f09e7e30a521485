"""Explanations of lost positions: the smallest changes that win, and a core of the loss.

Start with `explain`, which judges the changes that the `Explainer` of a family declares, and leaves
out of a `Relaxation` what the loss does not need.
"""

from ludoscope.search.explanation.change import (
    Change,
    ChangeKind,
    TriedKind,
    TriedSize,
    WinningChange,
)
from ludoscope.search.explanation.explainer import Explainer
from ludoscope.search.explanation.explaining import (
    earlier_positions,
    explain,
    find_explainer,
    wins,
)
from ludoscope.search.explanation.explanation import Explanation, ExplanationProgress
from ludoscope.search.explanation.relaxation import Core, Relaxation, RelaxedStart, find_core

__all__ = [
    "Change",
    "ChangeKind",
    "Core",
    "Explainer",
    "Explanation",
    "ExplanationProgress",
    "Relaxation",
    "RelaxedStart",
    "TriedKind",
    "TriedSize",
    "WinningChange",
    "earlier_positions",
    "explain",
    "find_core",
    "find_explainer",
    "wins",
]
