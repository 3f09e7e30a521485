"""Puzzles by what people call them: as they are shown, or by their number, however it is spelt.

    FreeCell 24, freecell24, ms 24, Number 24, ORush 24, 4,7 → 4,4, peg daily 11-22, 24

One spelling may mean several puzzles: 24 is a number of many.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.puzzle import Entry
from ludoscope.puzzles.registry import collections

Listed = tuple[str, Entry]  # a family, and what it lists

MOST = 100  # characters of a name that is looked for
HERE = "#"  # where a number stands
BEGUN = 2  # letters that may stand for a word that they begin
ALIKE = 0.84  # of two words, from which on one may be the other misspelt
_PART = re.compile(r"[0-9]+|[^\W\d_]+")
_AS_LETTERS = str.maketrans({"×": "x", "−": " minus "})
_NUMBERED = re.compile(r"(.*?)([0-9]{1,12}|random)(free|forced|back)?")
_ONE_WORD = re.compile(r"[^\W\d_]+ ([0-9]+)")  # a title that is a number with a word before it
_DAY = re.compile(r"(.*?)\bdaily\W+(?:([0-9]{4})-)?([0-9]{2}-[0-9]{2})", re.IGNORECASE)


def spelt(text: str) -> str:
    """Its letters and digits, in small letters and without leading zeros: one for all spellings."""
    parts = _PART.findall(text.translate(_AS_LETTERS).casefold())
    return "".join(part.lstrip("0") or "0" if part[0].isdigit() else part for part in parts)


def meant(text: str, listed: Iterable[Listed], loosely: bool = False) -> list[Listed]:
    """The entries that `text` names, in their order; one is made for a deal that is not listed.

    `loosely`: what stands before the number of a deal may be begun only, or misspelt.
    """
    wanted = spelt(text) if len(text) <= MOST else ""
    if not wanted:
        return []
    listed = list(listed)
    by_name = {entry.name: (family, entry) for family, entry in listed}
    single = (entry for _, entry in listed if not entry.numbering)
    titles = {entry.group: entry.title.rpartition(" ")[0] for entry in single}
    number = _number_in(text)
    found: dict[str, Listed] = {}
    for family, entry in listed:
        if not entry.numbering:
            if wanted in _names(family, entry):
                found[entry.name] = family, entry
            continue
        title = titles.get(entry.group, entry.group)
        stems = _stems(family, entry, title)
        if number and (number[1] in stems or (loosely and _like(number[1], stems))):
            made = _deal(entry, title, number)
            found[made.name] = by_name.get(made.name, (family, made))
    return list(found.values())


def _like(stem: str, stems: Iterable[str]) -> bool:
    """Whether it begins one of these, or is one of them misspelt."""
    from difflib import get_close_matches  # a millisecond of the start

    begun = len(stem) >= BEGUN and any(one.startswith(stem) for one in stems)
    return begun or bool(get_close_matches(stem, stems, 1, ALIKE))


def _number_in(text: str) -> re.Match[str] | None:
    """What stands before the one number in a text, the number, and the rules of the deal."""
    one = len(re.findall("[0-9]+", text)) <= 1
    return _NUMBERED.fullmatch(spelt(text)) if one else None


def _deal(numbering: Entry, title: str, number: re.Match[str]) -> Entry:
    """The deal of that number; `title` is what stands before it."""
    before, _, usual = numbering.of_number(HERE).partition(HERE)
    way, said = (f"-{number[3]}", f" {number[3]}") if number[3] else (usual, "")
    return Entry(f"{before}{number[2]}{way}", f"{title} {number[2]}{said}", numbering.group)


def _prefixes(family: str) -> tuple[str, ...]:
    """What may stand before a title."""
    declared = FAMILIES[family]
    return ("", *dict.fromkeys(map(spelt, (declared.title, declared.short_title, family))))


@lru_cache(1 << 12)
def _names(family: str, entry: Entry) -> frozenset[str]:
    """All that a puzzle is called, as `spelt`."""
    group = entry.group.partition(",")[0]
    before = (group, group.removesuffix("s"), entry.name.partition("-")[0])
    titles = [entry.title, entry.name, *(f"{word} {entry.title}" for word in before)]
    if numbered := _ONE_WORD.fullmatch(entry.title):
        titles.append(numbered[1])
    shown = [spelt(title) for title in titles]
    return frozenset(prefix + title for prefix in _prefixes(family) for title in shown)


@lru_cache(1 << 8)
def _stems(family: str, numbering: Entry, title: str) -> frozenset[str]:
    """What may stand before the number of a deal."""
    said = ("", numbering.of_number(HERE).partition(HERE)[0], numbering.group, title)
    return frozenset(before + spelt(one) for before in _prefixes(family) for one in said)


def direct(text: str) -> Iterator[str]:
    """Names of the catalogue that `text` may be a way to write, also of what it does not list."""
    if len(text) > MOST:
        return
    if match := _DAY.fullmatch(text.strip()):
        for family, puzzles in collections():
            prefix = puzzles.daily_prefix
            if prefix and spelt(match[1]) in (*_prefixes(family), spelt(prefix)):
                yield f"{prefix}-daily-{match[2] or daily.today().year}-{match[3]}"
    words = re.split(r"[\s,→._/-]+", text.translate(_AS_LETTERS).casefold().strip())
    for joined in ("-".join(words), ".".join(words)):
        yield joined
        yield from (f"{family}-{joined}" for family in FAMILIES)


def nearest(text: str, listed: Sequence[Listed]) -> list[str]:
    """Up to three names that look like `text`, the likest first."""
    from difflib import get_close_matches

    shown = {spelt(said): one.name for _, one in listed for said in (one.title, one.name)}
    if number := _number_in(text[:MOST]):
        deals = (one for _, one in listed if one.numbering)
        shown |= {spelt(one.group) + number[2]: one.of_number(number[2]) for one in deals}
    close = get_close_matches(spelt(text[:MOST]), shown, n=3, cutoff=0.7)
    return list(dict.fromkeys(shown[one] for one in close))
