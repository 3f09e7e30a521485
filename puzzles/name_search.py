"""Search for puzzles by name in any spelling: titles as shown on the screen, and numbers.

    FreeCell 24, freecell24, ms 24, Number 24, ORush 24, 4,7 → 4,4, peg daily 11-22, 24

A name may match several puzzles: many have the number 24. Names are compared in the form that
`normalize_name` returns. Start with `matching_entries`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection, collections

FamilyEntry = tuple[str, Entry]
"""The name of a family and an entry of its catalogue."""

MAX_NAME_LENGTH = 100
"""The maximum number of characters of a name that is searched for."""

RULE_TITLES = {"free": "", "forced": "full autoplay", "back": "cards may return"}
"""The rules of a deal as titles name them, by the suffix of its name."""

RULE_SUFFIXES = {
    **{suffix: suffix for suffix in RULE_TITLES},
    **{title.replace(" ", ""): suffix for suffix, title in RULE_TITLES.items() if title},
}
"""The suffixes of names that select the rules, by what is typed for them, without spaces."""

RANDOM_WORDS = ("random", "any")
"""Words in place of a number."""

SERIES_WORDS = (*RANDOM_WORDS, "deal", "deals", "number", "new")
"""Words that a player may use for a numbered series."""

NUMBER_PLACEHOLDER = "#"  # stands for the number in the name of a numbered series
_PART = re.compile(r"[0-9]+|[^\W\d_]+")
_WORD = re.compile(r"xpat2|[0-9]+x[0-9]*|[0-9]+|[^\W\d_]+")  # "4x4" is a word
# a minus sign, not a separator: "FreeCell.-5", "-5", "value −2", "4x-4"; but "ms-24", "11-22"
_MINUS = re.compile(r"(?:(?<![^\W_])|(?<=[0-9][xX×]))[-‐‑‒–—−](?=[0-9])")
_WORD_AND_NUMBER = re.compile(r"[^\W\d_]+ ([0-9]+)")
_DAILY = re.compile(r"(.*?)\bdaily\W+(?:([0-9]{4})-)?([0-9]{2}-[0-9]{2})", re.IGNORECASE)


class DealText(NamedTuple):
    """A text that may mean a puzzle of a numbered series: "freecell 5, full autoplay", "oil 3".

    Attributes:
        series_words: The words that say which series.
        number: The number, or "random".
        rules: The suffix of the name that selects the rules, without its hyphen; see RULE_TITLES.
    """

    series_words: tuple[str, ...]
    number: str
    rules: str


def normalize_name(text: str) -> str:
    """Return the letters and digits of a text, in lower case and without leading zeros."""
    parts = _PART.findall(spell_out_signs(text).casefold())
    return "".join(part.lstrip("0") or "0" if part[0].isdigit() else part for part in parts)


def spell_out_signs(text: str) -> str:
    """Return a text with the word "minus" for a minus sign, and x for a multiplication sign."""
    return _MINUS.sub(" minus ", text).replace("×", "x")


def has_minus_sign(text: str) -> bool:
    """Return True if a text has a negative number, which no puzzle has but by its full name."""
    return _MINUS.search(text) is not None


def series_titles(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the titles of the deals of each numbered series, without numbers, by group.

    The title of a series is no use ("Random deal or a number"): it is that of the deals listed in
    its group.
    """
    return {
        entry.group: entry.title.rpartition(" ")[0]
        for entry in entries
        if not entry.is_numbered_series
    }


def matching_entries(text: str, candidates: Iterable[FamilyEntry]) -> list[FamilyEntry]:
    """Return the entries whose names or titles match a text, in the order of the catalogue.

    An entry for a numbered series is replaced by one for the puzzle with the number in the text.

    Args:
        text: The name in any spelling.
        candidates: The entries to search.
    """
    normalized = normalize_name(text) if len(text) <= MAX_NAME_LENGTH else ""
    if not normalized:
        return []
    candidates = list(candidates)
    by_name = {entry.name: (family, entry) for family, entry in candidates}
    titles = series_titles(entry for _, entry in candidates)
    deal_text = parse_deal(text)
    matches: dict[str, FamilyEntry] = {}
    for family, entry in candidates:
        if not entry.is_numbered_series:
            if normalized in normalized_names(family, entry):
                matches[entry.name] = family, entry
            continue
        title = titles.get(entry.group, entry.group)
        if deal_text and names_series(deal_text, family, entry, title):
            deal = deal_entry(entry, title, deal_text.number, deal_text.rules)
            matches[deal.name] = by_name.get(deal.name, (family, deal))
    return list(matches.values())


def split_words(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case and without leading zeros."""
    words = _WORD.findall(spell_out_signs(text).casefold().replace("'", ""))
    return [word.lstrip("0") or "0" if word.isdigit() else word for word in words]


def parse_deal(text: str) -> DealText | None:
    """Return the parts of a text that has one number, or a word for a random one; else None."""
    words = split_words(text)
    numbers = [word for word in words if word.isdigit() or word in RANDOM_WORDS]
    if len(numbers) != 1 or has_minus_sign(text):
        return None
    index = words.index(numbers[0])
    rules = RULE_SUFFIXES.get("".join(words[index + 1 :]), "")
    others = words[:index] if rules else words[:index] + words[index + 1 :]
    number = "random" if numbers[0] in RANDOM_WORDS else numbers[0]
    return DealText(tuple(others), number, rules)


def names_series(deal_text: DealText, family: str, series: Entry, title: str) -> bool:
    """Return True if the words of a text are a whole name of a numbered series.

    Args:
        deal_text: The text.
        family: The family of the series.
        series: The entry of the series.
        title: The title of its deals, without their numbers.
    """
    name = normalize_name(" ".join(deal_text.series_words))
    return name in _series_names(family, series, title)


def deal_entry(series: Entry, title: str, number: str, rules: str = "") -> Entry:
    """Return the entry of one deal.

    Args:
        series: The entry of the numbered series.
        title: The title of the deals, without their numbers.
        number: The number, or "random".
        rules: The suffix of the name that selects the rules, without its hyphen; see RULE_TITLES.
    """
    prefix, _, suffix = series.name_with_number(NUMBER_PLACEHOLDER).partition(NUMBER_PLACEHOLDER)
    full_title = f"{title}: random deal" if number == "random" else f"{title} {number}"
    if rules:
        suffix = f"-{rules}"
        full_title += f", {RULE_TITLES[rules]}" if RULE_TITLES[rules] else ""
    return Entry(f"{prefix}{number}{suffix}", full_title, series.group)


def _family_prefixes(family: str) -> tuple[str, ...]:
    """Return the normalized names of a family that may precede a title, and ""."""
    declaration = FAMILIES[family]
    names = (declaration.title, declaration.short_title, family)
    return ("", *dict.fromkeys(map(normalize_name, names)))


@lru_cache(1 << 12)
def normalized_names(family: str, entry: Entry) -> frozenset[str]:
    """Return all names of a puzzle, normalized."""
    group = entry.group.partition(",")[0]
    prefixes = (group, group.removesuffix("s"), entry.name.partition("-")[0])
    titles = [entry.title, entry.name, *(f"{prefix} {entry.title}" for prefix in prefixes)]
    if match := _WORD_AND_NUMBER.fullmatch(entry.title):
        titles.append(match[1])
    normalized = [normalize_name(title) for title in titles]
    return frozenset(prefix + name for prefix in _family_prefixes(family) for name in normalized)


def series_abbreviation(family: str, series: Entry) -> str:
    """Return the short word that players type for a numbered series; "" if there is none."""
    return collection(family).abbreviations.get(series.group, "")


@lru_cache(1 << 8)
def _series_names(family: str, series: Entry, title: str) -> frozenset[str]:
    """Return all names of a numbered series, normalized; "" for a number alone."""
    prefix, _, _ = series.name_with_number(NUMBER_PLACEHOLDER).partition(NUMBER_PLACEHOLDER)
    source = series.detail.partition(",")[0]
    short = series_abbreviation(family, series)
    words = ("", prefix, series.group, title, short, source, f"{source} {title}")
    return frozenset(
        prefix + normalize_name(word) for prefix in _family_prefixes(family) for word in words
    )


def candidate_names(text: str) -> Iterator[str]:
    """Yield possible names of the puzzle that a text means, including names that are not listed.

    Many of them do not exist; the caller tries to find a puzzle for each.
    """
    if len(text) > MAX_NAME_LENGTH:
        return
    text = spell_out_signs(text).strip()
    if match := _DAILY.fullmatch(text):
        for family, puzzles in collections():
            prefix = puzzles.daily_prefix
            if prefix and normalize_name(match[1]) in (
                *_family_prefixes(family),
                normalize_name(prefix),
            ):
                yield f"{prefix}-daily-{match[2] or daily.today().year}-{match[3]}"
    words = re.split(r"[\s,→._/-]+", text.casefold())
    for joined in ("-".join(words), ".".join(words)):
        yield joined
        yield from (f"{family}-{joined}" for family in FAMILIES)


def closest_names(text: str, candidates: Sequence[FamilyEntry]) -> list[str]:
    """Return up to three names of puzzles similar to a text, the most similar first."""
    from difflib import get_close_matches

    names = {
        normalize_name(label): entry.name
        for _, entry in candidates
        for label in (entry.title, entry.name)
    }
    if deal_text := parse_deal(text[:MAX_NAME_LENGTH]):
        number = deal_text.number
        numbered_entries = (entry for _, entry in candidates if entry.is_numbered_series)
        names |= {
            normalize_name(entry.group) + number: entry.name_with_number(number)
            for entry in numbered_entries
        }
    close = get_close_matches(normalize_name(text[:MAX_NAME_LENGTH]), names, n=3, cutoff=0.7)
    return list(dict.fromkeys(names[label] for label in close))
