"""Conversion of text to ASCII, for terminals that show no other characters.

Start with `to_ascii`. Each character is replaced by exactly one, so that columns stay aligned.
"""

import re
import unicodedata
from functools import lru_cache

_REPLACEMENTS = str.maketrans(  # of characters whose Unicode name does not suggest one
    {
        **dict(zip("−═┣◆⏎œ", "-=Y@<o", strict=True)),
        **dict(zip("▗▖▝▘▁▂▃▄▅▆", "..''_.-=+*", strict=True)),
        **dict(zip("○◌·•×□☆", ".*-ox..", strict=True)),
        **dict(zip("♠♥♦♣", "SHDC", strict=True)),
        **dict(zip("±Σ≤≥", "+S<>", strict=True)),
    }
)
_REPLACEMENTS_BY_NAME = [  # by a pattern in the Unicode name; includes what Textual's widgets draw
    ("BRAILLE PATTERN BLANK", " "),
    (r"BRAILLE PATTERN DOTS-\d{1,2}$", "."),
    (r"BRAILLE PATTERN DOTS-\d{3,4}$", ":"),
    ("BRAILLE", "#"),
    ("BOX .*DIAGONAL CROSS", "X"),
    ("BOX .*UPPER RIGHT TO LOWER LEFT", "/"),
    ("BOX .*UPPER LEFT TO LOWER RIGHT", "\\"),
    ("BOX .*(HORIZONTAL|LEFT|RIGHT).*(VERTICAL|UP|DOWN)", "+"),
    ("BOX .*(VERTICAL|UP|DOWN).*(HORIZONTAL|LEFT|RIGHT)", "+"),
    ("BOX .*(HORIZONTAL|LEFT|RIGHT)", "-"),
    ("BOX ", "|"),
    ("UPPER ONE EIGHTH", "-"),
    ("(LEFT|RIGHT) ONE (EIGHTH|QUARTER) BLOCK", "|"),
    ("BLOCK|SHADE|QUADRANT|SEXTANT", "#"),
    ("LEFT RIGHT .*ARROW", "-"),
    ("UP DOWN .*ARROW", "|"),
    ("LEFTWARDS|LEFT-POINTING|ERASE TO THE LEFT", "<"),
    ("RIGHTWARDS|RIGHT-POINTING", ">"),
    ("UPWARDS|UP-POINTING", "^"),
    ("DOWNWARDS|DOWN-POINTING", "v"),
    ("CHECK MARK", "+"),
    ("BALLOT X|MULTIPLICATION X|CROSS MARK", "x"),
    ("BULLET|STAR|ASTERISK", "*"),
    ("CIRCLE|DIAMOND|LOZENGE", "o"),
    ("SQUARE|RECTANGLE", "#"),
    ("DASH|HYPHEN|HORIZONTAL BAR", "-"),
    ("SINGLE .*QUOTATION MARK", "'"),
    ("QUOTATION MARK", '"'),
    ("SPACE", " "),
]


def to_ascii(text: str) -> str:
    """Return `text` in printable ASCII, character by character; letters lose their accents."""
    if not text.isascii():
        text = text.translate(_REPLACEMENTS)
    return text if text.isascii() else "".join(map(_ascii_character, text))


@lru_cache(1024)
def _ascii_character(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    if " " <= base <= "~":
        return base
    name = unicodedata.name(char, "")
    matches = (ascii_ for pattern, ascii_ in _REPLACEMENTS_BY_NAME if re.search(pattern, name))
    return next(matches, "?")
