"""The explanation of a lost position as pages, one lit on the board at a time."""

from dataclasses import dataclass
from typing import Any

from ludoscope.search.explanation import Explanation, ExplanationProgress
from ludoscope.search.explanation.text import describe_kind, describe_marked_core
from ludoscope.search.result_text import verdict_reason
from ludoscope.tui.boards.board import Board
from ludoscope.tui.text.formatting import capitalize_first


@dataclass(frozen=True, slots=True)
class ExplanationPage:
    """A sentence and what it is about.

    Attributes:
        text: The sentence.
        elements: What is marked on the board, in the notation of the game.
        overlay: The overlay of the board that shows it, "" for none.
    """

    text: str
    elements: tuple[str, ...] = ()
    overlay: str = ""


@dataclass(slots=True)
class ExplanationPages:
    """The explanation of one position, as far as it is known.

    Attributes:
        position: The position.
        progress: The last report while the explanation is made, None before and after.
        explanation: The explanation so far, None before the first part is known.
        pages: Its pages.
        index: The page that is shown.
        is_shown: True while a page is shown on the board.
    """

    position: Any
    progress: ExplanationProgress | None = None
    explanation: Explanation | None = None
    pages: tuple[ExplanationPage, ...] = ()
    index: int = 0
    is_shown: bool = True

    @property
    def page(self) -> ExplanationPage | None:
        """The page that is shown, None if none is."""
        return self.pages[self.index] if self.is_shown and self.pages else None

    def add(self, explanation: Explanation, board: Board) -> None:
        """Take over an explanation, or the next part of it; the page that is shown stays."""
        self.explanation = explanation
        self.pages = tuple(_pages(explanation, board))

    def show_next(self) -> None:
        """Show the next page, after the last one none, and then the first one again."""
        if not self.is_shown:
            self.is_shown, self.index = True, 0
        elif self.index + 1 < len(self.pages):
            self.index += 1
        else:
            self.is_shown = False

    def describe_progress(self) -> str:
        """Return how far the explanation is, "" if it is not being made."""
        progress = self.progress
        if not progress:
            return ""
        if not progress.total:
            return "Explaining the loss…"
        return f"Explaining: {progress.done:,} of {progress.total:,} {progress.stage}"


def _pages(explanation: Explanation, board: Board) -> list[ExplanationPage]:
    """Return the pages: the changes, those that win first, then the proof and the core."""
    if not explanation.is_lost:
        return [ExplanationPage(sentence) for sentence in explanation.sentences]
    kinds = [kind for kind in explanation.kinds if kind.sizes]
    kinds.sort(key=lambda kind: (not kind.wins, kind.sizes[-1].size))
    pages = []
    for kind in kinds:
        elements = kind.wins[0].change.elements if kind.wins else ()
        pages.append(ExplanationPage(describe_kind(kind), elements))
    if proof := verdict_reason(explanation.verdict):
        pages.append(ExplanationPage(f"{capitalize_first(proof)}.", (), board.proof_overlay(proof)))
    if core := explanation.core:
        pages.append(ExplanationPage(describe_marked_core(core), core.elements))
    return pages
