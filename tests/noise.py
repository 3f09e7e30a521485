"""Seeded bursts of bytes for a terminal program: typing, random keys and transmission errors.

A burst is made of pieces: keys that mean something, every sequence of Textual's tables and of no
table, halves of them, pastes with and without an end, text in many scripts and bytes that are no
text. Reports of the mouse are counted, so that a test can have as many as it wants.
"""

import random
from functools import cache

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

LEAVE = b"\x03\x11\x1a"  # ctrl+c, ctrl+q and ctrl+z mean to go
FARTHEST = 600  # cell that a mouse is at; few screens are as large
WAKE = b"\x1b[201~\x1b\\"  # ends a paste and a string that have not ended
KEYS = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r", " ", "\t", "\x1b[Z", "\x7f", "\x1b", "\x10"),
    *("u", "y", "i", "x", "r", "n", "p", "w", "o", "c", "h", "j", "k", "l", "?", "/", ":"),
    *("v", "m", "t", "b", "a", "d", "e", "g", "s", "f", ",", ".", "\x0c"),
    *("5,4:S", "45/65", "b2b3", "3a", "A>", "\x1b[H", "\x1b[F", "\x1b[1;2C", "\x1b[5~", "\x1b[6~"),
    *("\x1b[I", "\x1b[O", "\x1b[0n", "\x1b[1;1R", "\x1b[?62c", "\x1bOP", "\x1b[200~", "\x1b[201~"),
)
PASTES = (
    *("lucas-07", "orush-20", "FreeCell.1", "hexapawn-4x4", "ms-11982", "no such puzzle", "", "\n"),
    "ludoscope lucas-01 1: 4,5:E 4,3:N",
    "..x..\n.xxx.\nxx.xx\n.xxx.\n..x..",
    "ABB...\nA.....\nXX....\n......\n......\n......",
    "2S 9H 10C 4D",
    "\x1b[31mred\x1b[0n\x1b]52;c;?\x07",
)
OPENINGS = ("\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX", "\x1b[<", "\x1b[M")
BUTTONS = (
    *(0, 1, 2),  # pressed, or let go
    *(32, 33, 34, 35),  # dragged; moved
    *(64, 65, 66, 67),  # the wheel
    *(4, 8, 16, 20, 36, 68, 80),  # with shift, alt, ctrl
    *(128, 129, 160, 255, 99999),  # of other mice, and of none
)


@cache
def sequences() -> tuple[str, ...]:
    """Return the sequences of Textual's table, in its order."""
    return tuple(ANSI_SEQUENCES_KEYS)


def mouse(dice: random.Random) -> bytes:
    """Return a mouse report, usually a plausible one for a screen of 80×24."""
    usual = dice.random() < 0.8
    button = dice.choice(BUTTONS[:11] if usual else BUTTONS)
    x, y = (dice.randrange(1, 81), dice.randrange(1, 25)) if usual else (0, 0)
    if not usual:
        x, y = (dice.choice((0, 1, dice.randrange(FARTHEST), 9999, 10**5)) for _ in range(2))
    return f"\x1b[<{button};{x};{y}{dice.choice('Mm')}".encode()


def gesture(dice: random.Random) -> list[bytes]:
    """Return the reports of a drag in the order in which a mouse sends them."""
    button, x, y = dice.choice((0, 0, 1, 2)), dice.randrange(1, 90), dice.randrange(1, 30)
    reports = [f"\x1b[<{button};{x};{y}M"]
    for _ in range(dice.randrange(4)):
        x, y = max(1, x + dice.randrange(-9, 10)), max(1, y + dice.randrange(-5, 6))
        reports.append(f"\x1b[<{button + 32};{x};{y}M")
    return [report.encode() for report in (*reports, f"\x1b[<{button};{x};{y}m")]


def piece(dice: random.Random) -> bytes:
    """Return a random key, sequence or text, sometimes broken."""
    match dice.randrange(12):
        case 0:
            return dice.randbytes(dice.randrange(1, 12))
        case 1:
            return bytes(dice.choices(range(32, 127), k=dice.randrange(1, 6)))
        case 2:
            text = chr(
                dice.choice((dice.randrange(0x20, 0xD800), dice.randrange(0xE000, 0x110000)))
            )
            return text.encode()[: dice.choice((4, 4, 1, 2))]
        case 3:
            return dice.choice(sequences()).encode()
        case 4:
            whole = dice.choice((*sequences(), *KEYS)).encode()
            return whole[: dice.randrange(1, len(whole) + 1)]
        case 5:
            numbers = ";".join(str(dice.randrange(300)) for _ in range(dice.randrange(4)))
            command = chr(dice.randrange(64, 127))
            return f"\x1b[{dice.choice(('', '?', '>'))}{numbers}{command}".encode()
        case 6:
            noise = dice.randbytes(dice.randrange(20)).replace(b"\x1b", b"")
            return dice.choice(OPENINGS).encode() + noise
        case 7:
            return paste(dice)
        case _:
            return dice.choice(KEYS).encode()


def paste(dice: random.Random) -> bytes:
    """Return a pasted text, usually with both bracketed-paste markers."""
    match dice.randrange(4):
        case 0:
            text = dice.randbytes(dice.choice((3, 30, 300)))
        case 1:
            text = dice.choice(PASTES).encode() * dice.randrange(1, 4)
        case _:
            text = dice.choice(PASTES).encode()
    return b"\x1b[200~" + text + b"\x1b[201~"[: dice.choice((6, 6, 6, 3, 0))]


def burst(dice: random.Random, length: int) -> bytes:
    """Return about `length` bytes, without a key that quits."""
    data = b""
    while len(data) < length:
        data += piece(dice)
    return data.translate(None, LEAVE)


def mixed(dice: random.Random, length: int, reports: int) -> tuple[bytes, int]:
    """Return a burst with about `reports` mouse reports in it, and their exact number."""
    share = length // (1 + max(0, reports) // 3)
    parts, put = [burst(dice, share)], 0
    while put < reports:
        found = [mouse(dice)] if dice.random() < 0.5 else gesture(dice)
        put += len(found)
        parts.append(b"".join(found) + burst(dice, share))
    return b"".join(parts), put
