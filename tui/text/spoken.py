"""Conversion of texts with signs to words and plain letters: what a screen reader says aloud.

`to_words` turns "9♠ → 10♥" into "nine of spades to ten of hearts". The result has printable ASCII
characters only.
"""

import re
import textwrap

from ludoscope.tui.text.ascii_text import to_ascii

MAX_LINE_LENGTH = 79  # characters: a terminal of 80 columns need not wrap the line
MAX_CHARACTERS = 20_000  # of one answer, whoever wrote what is in it

RANK_WORDS = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
}
SUIT_WORDS = {"♣": "clubs", "♠": "spades", "♥": "hearts", "♦": "diamonds"}
DIRECTION_WORDS = {"←": "left", "→": "right", "↑": "up", "↓": "down"}

_CARD = re.compile(f"(10|[A2-9TJQK])([{''.join(SUIT_WORDS)}])")
_SLIDE = re.compile(f"([A-Z])([{''.join(DIRECTION_WORDS)}])([0-9]*)")
_WORDS = (
    (re.compile("(?<=[♣♠♥♦])–(?=[0-9AJQK])"), " down to "),
    (_CARD, lambda match: f"{RANK_WORDS[_letter(match[1])]} of {SUIT_WORDS[match[2]]}"),
    (_SLIDE, lambda match: f"{match[1]} {DIRECTION_WORDS[match[2]]} {match[3]}".rstrip()),
    (re.compile("[♣♠♥♦]"), lambda match: SUIT_WORDS[match[0]]),
    (re.compile(r"(?<=[0-9])×(?=[0-9])"), " by "),
    (re.compile(r"(?<=[0-9])–(?=[0-9])"), " to "),
    (re.compile(r"−(?=[0-9])"), "minus "),
    (re.compile(r"(?<=\s)→(?=\s)"), "to"),
    (re.compile("[←→↑↓]"), lambda match: DIRECTION_WORDS[match[0]]),
    (re.compile(r"\s+·\s+"), ", "),
    (re.compile("^[✓✗?…] (?=\\w)"), ""),
    (re.compile("✓"), "winnable"),
    (re.compile("✗"), "lost"),
    (re.compile("★+"), lambda match: f"{len(match[0])} stars" if len(match[0]) > 1 else "1 star"),
    (re.compile("☆+"), ""),
    (re.compile("…"), "..."),
)


def _letter(rank: str) -> str:
    return "T" if rank == "10" else rank


def to_words(text: str) -> str:
    """Return a text in printable ASCII, with words in place of signs that have a meaning."""
    text = text[:MAX_CHARACTERS]
    if not text.isascii():
        for pattern, words in _WORDS:
            text = pattern.sub(words, text)
        text = to_ascii(text)
    return "".join(char if " " <= char <= "~" else " " for char in text)


def wrap_words(text: str) -> list[str]:
    """Return a text in words as lines of at most `MAX_LINE_LENGTH` characters."""
    lines = []
    for line in text[:MAX_CHARACTERS].splitlines():
        lines += textwrap.wrap(to_words(line), MAX_LINE_LENGTH, break_on_hyphens=False)
    return lines
