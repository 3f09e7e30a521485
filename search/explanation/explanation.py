"""The result of an explanation: `Explanation`, and the reports before it."""

from dataclasses import dataclass

from ludoscope.games import count_text
from ludoscope.games.errors import join_words
from ludoscope.search.events import Verdict
from ludoscope.search.explanation.change import UNDO, TriedKind
from ludoscope.search.explanation.relaxation import Core
from ludoscope.search.explanation.text import describe_core, describe_kind
from ludoscope.search.result_text import verdict_reason


@dataclass(frozen=True, slots=True)
class ExplanationProgress:
    """A report on a running explanation, sent at most ten times a second.

    Attributes:
        stage: What is judged, a plural noun: "swaps of two cards".
        done: The number of those that have been judged.
        total: The number of those there are at most.
        found: The number of changes that win so far.
        seconds: Time since the begin.
    """

    stage: str
    done: int
    total: int
    found: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The explanation of a position.

    Attributes:
        verdict: The verdict on the position.
        is_lost: True if the verdict proves it lost; the rest is empty if not.
        kinds: The changes that were judged, by kind.
        core: A core of the loss; None if there is no relaxation, or the loss cannot be seen in it.
        is_complete: False if there is more to come, or a limit was reached before the end.
        seconds: Time that it took.
    """

    verdict: Verdict
    is_lost: bool
    kinds: tuple[TriedKind, ...] = ()
    core: Core | None = None
    is_complete: bool = True
    seconds: float = 0.0

    @property
    def smallest_size(self) -> int | None:
        """The size of the smallest changes of any kind that win; None if it is not proved.

        It is proved if all smaller changes of all kinds were refuted. Where a game is lost from its
        start, no further moves can be taken back.
        """
        won_sizes = [kind.sizes[-1].size for kind in self.kinds if kind.wins]
        if not won_sizes:
            return None
        size = min(won_sizes)
        for kind in self.kinds:
            smaller = kind.sizes[: size - 1]
            is_refuted = len(smaller) == size - 1 or kind.name == UNDO
            if not is_refuted or any(tried.undecided for tried in smaller):
                return None
        return size

    @property
    def sentences(self) -> list[str]:
        """The explanation in sentences, or the verdict if the position is not lost."""
        reason = verdict_reason(self.verdict)
        if not self.is_lost:
            return [f"Not decided: {reason}." if reason else "The position can be won."]
        sentences = [f"Lost: {reason}." if reason else "Lost."]
        sentences += [describe_kind(kind) for kind in self.kinds if kind.sizes]
        if self.smallest_size and len(self.kinds) > 1:
            sentences.append(self._describe_smallest(self.smallest_size))
        if self.core:
            sentences.append(describe_core(self.core))
        if not self.is_complete:
            sentences.append("A limit was reached before everything was judged.")
        return sentences

    def _describe_smallest(self, size: int) -> str:
        kinds = [
            count_text(size, kind.unit)
            for kind in self.kinds
            if kind.wins and kind.sizes[-1].size == size
        ]
        return f"The smallest change that wins: {join_words(kinds)}."

    def __str__(self) -> str:
        return "\n".join(self.sentences)
