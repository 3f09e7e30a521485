"""Sentences about changes and cores, for the command line, the library and the screens."""

from ludoscope.games import count_text
from ludoscope.search.explanation.change import UNDO, TriedKind, TriedSize
from ludoscope.search.explanation.relaxation import Core


def describe_kind(kind: TriedKind) -> str:
    """Return what the changes of a kind come to."""
    last = kind.sizes[-1]
    if not kind.wins:
        return _describe_failure(kind)
    text = last.wins[0].change.text
    sentence = f"{text[:1].upper()}{text[1:]}, and it can be won"
    if last.total > 1:
        sentence += f"; {_count_outcomes(last, kind)}"
    if last.size > 1:
        sentence += f"; {_describe_smaller(kind)}"
    return f"{sentence}."


def describe_core(core: Core) -> str:
    """Return what a core says, with its elements and what leaving one out means."""
    listed = f" ({', '.join(core.elements)})" if core.elements else ""
    return (
        f"{_count_elements(core, listed)} it lost: it stays lost if every other "
        f"{core.unit.singular} {core.rule}; {_describe_irreducibility(core)}."
    )


def describe_marked_core(core: Core) -> str:
    """Return what a core says in one sentence, for a board on which it is marked."""
    return f"{_count_elements(core)} it lost, as marked; {_describe_irreducibility(core)}."


def _count_elements(core: Core, listed: str = "") -> str:
    count = len(core.elements)
    verb = "makes" if count == 1 else "make"
    return f"{count} of {count_text(core.total, core.unit)}{listed} {verb}"


def _describe_irreducibility(core: Core) -> str:
    if not core.is_irreducible:
        return f"whether {len(core.undecided)} of them can be left out is undecided"
    subject = "it" if len(core.elements) == 1 else "none of them"
    return f"{subject} can be left out".replace("it can", "it cannot")


def _describe_failure(kind: TriedKind) -> str:
    undecided = sum(tried.undecided for tried in kind.sizes)
    total = sum(tried.total for tried in kind.sizes)
    if kind.name == UNDO:
        if not undecided:
            return "It was lost from the start: no move taken back helps."
        return "Whether it could ever be won is undecided."
    counted = count_text(total, kind.unit)
    if len(kind.sizes) > 1:
        counted = f"{total:,} changes by up to {count_text(len(kind.sizes), kind.unit)}"
    if not undecided:
        only = f"The {kind.unit.singular} does" if total == 1 else f"None of {counted} does"
        return f"{only} not help." if total == 1 else f"None of {counted} helps."
    return f"None of {counted} is known to help; {undecided:,} are undecided."


def _count_outcomes(tried: TriedSize, kind: TriedKind) -> str:
    total = f"{tried.total:,}" if tried.size > 1 else count_text(tried.total, kind.unit)
    verb = "wins" if tried.won == 1 else "win"
    counts = f"{tried.won:,} of {total} {verb}"
    return f"{counts}, {tried.undecided:,} are undecided" if tried.undecided else counts


def _describe_smaller(kind: TriedKind) -> str:
    if kind.is_smallest:
        return "fewer are not enough" if kind.name != UNDO else "fewer do not help"
    return f"{kind.undecided_smaller:,} smaller changes are undecided"
