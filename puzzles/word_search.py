"""Search for puzzles by words while they are typed: "midnight oil", "oil 3", "random seahaven".

Start with `rank_entries`. `puzzles.name_search` finds puzzles by whole names in any spelling.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles import daily, name_search
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.name_search import SERIES_WORDS, DealText, FamilyEntry, split_words
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.registry import UnknownPuzzle

MIN_SIMILARITY = 0.84
"""The least similarity of a misspelt word, a cutoff of `difflib.get_close_matches`."""

MIN_CORRECTED_LENGTH = 5
"""Letters of a word that may be misspelt; shorter ones are similar to too many."""

DAILY_WORDS = frozenset({"daily", "today", "todays"})
DAILY_NOUNS = frozenset({"puzzle", "game", "challenge"})


class MatchRank(IntEnum):
    """The quality of a match of words with a puzzle, the best first."""

    NAME = 0
    """They are its name or title."""
    TITLE = 1
    """Each is a word of its title."""
    TITLE_PREFIX = 2
    """Each begins a word of its title."""
    DETAILS = 3
    """Each begins a word of its title, heading or details."""
    MISSPELT = 4
    """Each is similar to such a word, or is left out."""


class RankedEntry(NamedTuple):
    """An entry that matches a text.

    Attributes:
        rank: How well it matches.
        missing: The number of words of its title that are not in the text.
        family: The family.
        entry: The entry: of a puzzle, or of a numbered series if the text has no number.
    """

    rank: MatchRank
    missing: int
    family: str
    entry: Entry


class _Query(NamedTuple):
    """A text that was typed, its words, and what it means for a numbered series."""

    text: str
    words: tuple[str, ...]
    deal_text: DealText | None


class _Vocabulary(NamedTuple):
    """The words that find a puzzle: those of its title, and all with heading and details."""

    title: frozenset[str]
    all_words: frozenset[str]
    own_title: tuple[str, ...]


def rank_entries(text: str, candidates: Iterable[FamilyEntry]) -> list[RankedEntry]:
    """Return the entries that match all words of a text, the best first.

    A number makes an entry of a numbered series the entry of that deal. If the text is the name of
    a puzzle, those that match by their details only are left out. If no entry matches,
    misspelt words are corrected and unknown ones left out, or else one word ("rush hour 12").

    Args:
        text: The words.
        candidates: The entries to search.
    """
    if len(text) > name_search.MAX_NAME_LENGTH or name_search.has_minus_sign(text):
        return []
    candidates = list(candidates)
    titles = name_search.series_titles(entry for _, entry in candidates)
    query = _parse(text)
    if not query.words:
        return []
    if ranked := _rank(query, candidates, titles):
        if ranked[0].rank is MatchRank.NAME:  # a number in the text is not one of moves or pegs
            return [match for match in ranked if match.rank < MatchRank.DETAILS]
        return ranked
    vocabulary = _all_words(candidates, titles)
    known = [word for word in (correct_word(word, vocabulary) for word in query.words) if word]
    if 2 * len(known) <= len(query.words):  # it means something else
        return []
    shorter = [known[:index] + known[index + 1 :] for index in range(len(known))]
    for words in (known, *shorter):
        has_numbers = all(word in words for word in query.words if word.isdigit())
        if has_numbers and not all(word.isdigit() for word in words):
            ranked += _rank(_parse(" ".join(words)), candidates, titles)
        if ranked and words is known:
            break
    ranked.sort(key=lambda match: match[:2])
    return [match._replace(rank=MatchRank.MISSPELT) for match in ranked]


def best_match(ranked: Sequence[RankedEntry]) -> FamilyEntry | None:
    """Return the entry that matches better than all others; None if several match as well."""
    if not ranked or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    return ranked[0].family, ranked[0].entry


def _rank(
    query: _Query, candidates: Sequence[FamilyEntry], titles: dict[str, str]
) -> list[RankedEntry]:
    matches: dict[str, RankedEntry] = {}
    daily_words = _daily_words(candidates) if DAILY_WORDS.intersection(query.words) else {}
    for family, entry in candidates:
        if (
            entry.group == daily.DAILY_GROUP
            and family in daily_words
            and all(_begins_any(word, daily_words[family]) for word in query.words)
        ):
            is_exact = daily_words[family].issuperset(query.words)
            rank = MatchRank.NAME if is_exact else MatchRank.TITLE_PREFIX
            matches[entry.name] = RankedEntry(rank, 0, family, entry)
            continue
        match = (
            _match_series(query, family, entry, titles.get(entry.group, entry.group))
            if entry.is_numbered_series
            else _match(query, family, entry)
        )
        if match:
            known = matches.get(match.entry.name)
            if not known or match[:2] < known[:2]:
                matches[match.entry.name] = match
    return sorted(matches.values(), key=lambda match: match[:2])  # stable: in catalogue order


def _daily_words(candidates: Iterable[FamilyEntry]) -> dict[str, set[str]]:
    """Return the words that mean the daily puzzle of each family, with the kinds of its deals."""
    words: dict[str, set[str]] = {}
    for family, entry in candidates:
        known = words.setdefault(family, _family_words(family) | DAILY_WORDS | DAILY_NOUNS)
        if entry.is_numbered_series:
            known.update(split_words(entry.group), SERIES_WORDS)
            known.add(name_search.series_abbreviation(family, entry))
    return words


def _match(query: _Query, family: str, entry: Entry) -> RankedEntry | None:
    """Match a text with a single puzzle."""
    vocabulary = _vocabulary(family, entry)
    if name_search.normalize_name(query.text) in name_search.normalized_names(family, entry):
        return RankedEntry(MatchRank.NAME, _missing(query.words, vocabulary), family, entry)
    return _ranked(query.words, vocabulary, family, entry)


def _match_series(query: _Query, family: str, series: Entry, title: str) -> RankedEntry | None:
    """Match a text with a numbered series, or with the deal of its number."""
    vocabulary = _series_vocabulary(family, series, title)
    deal_text = query.deal_text
    if not deal_text:
        return _ranked(query.words, vocabulary, family, series)
    deal = name_search.deal_entry(series, title, deal_text.number, deal_text.rules)
    if not _exists(deal.name):
        return None
    match = _ranked(deal_text.series_words, vocabulary, family, deal)
    if match and name_search.names_series(deal_text, family, series, title):
        return match._replace(rank=MatchRank.NAME)
    return match


@lru_cache(1 << 8)
def _exists(name: str) -> bool:
    """Return True if a deal exists: its number is in range, and it can have those rules."""
    with suppress(UnknownPuzzle, PluginFault):
        return find_by_name(name) is not None
    return False


def _ranked(
    words: Sequence[str], vocabulary: _Vocabulary, family: str, entry: Entry
) -> RankedEntry | None:
    missing = _missing(words, vocabulary)
    if vocabulary.title.issuperset(words):
        return RankedEntry(MatchRank.TITLE, missing, family, entry)
    for rank, known in (
        (MatchRank.TITLE_PREFIX, vocabulary.title),
        (MatchRank.DETAILS, vocabulary.all_words),
    ):
        if all(_begins_any(word, known) for word in words):
            return RankedEntry(rank, missing, family, entry)
    return None


def _missing(words: Sequence[str], vocabulary: _Vocabulary) -> int:
    return len(set(vocabulary.own_title).difference(words))


def _begins_any(word: str, known: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in known)


def correct_word(word: str, vocabulary: frozenset[str]) -> str:
    """Return the word of a vocabulary that is meant; "" if none is similar.

    Numbers and beginnings of words are correct.
    """
    if word.isdigit() or _begins_any(word, vocabulary):
        return word
    if len(word) < MIN_CORRECTED_LENGTH:
        return ""
    close = get_close_matches(word, vocabulary, 1, MIN_SIMILARITY)
    return close[0] if close else ""


def _parse(text: str) -> _Query:
    return _Query(text, tuple(split_words(text)), name_search.parse_deal(text))


def _family_words(family: str) -> set[str]:
    declaration = FAMILIES[family]
    return set(split_words(f"{declaration.title} {declaration.short_title} {family}"))


@lru_cache(1 << 12)
def _vocabulary(family: str, entry: Entry) -> _Vocabulary:
    own_title = tuple(split_words(entry.title))
    title = {*own_title, *split_words(entry.name), *_family_words(family)}
    details = split_words(f"{entry.group} {entry.detail}")
    return _Vocabulary(frozenset(title), frozenset({*title, *details}), own_title)


@lru_cache(1 << 8)
def _series_vocabulary(family: str, series: Entry, title: str) -> _Vocabulary:
    own_title = tuple(split_words(title))
    name = series.name_with_number("")
    short = name_search.series_abbreviation(family, series)
    words = {*own_title, *split_words(f"{name} {series.group} {series.detail}"), short}
    words = {word for word in words if not word.isdigit()} | _family_words(family)
    return _Vocabulary(frozenset(words), frozenset({*words, *SERIES_WORDS}), own_title)


def _all_words(candidates: Sequence[FamilyEntry], titles: dict[str, str]) -> frozenset[str]:
    words: set[str] = set()
    for family, entry in candidates:
        if entry.is_numbered_series:
            title = titles.get(entry.group, entry.group)
            words |= _series_vocabulary(family, entry, title).all_words
        else:
            words |= _vocabulary(family, entry).all_words
    return frozenset(words)
