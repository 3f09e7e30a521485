"""The home screen as it is drawn: the cards of the families, and three lists below them.

area   one of AREAS; the cursor is on the cards or in a list
shown  the areas of the lists that have room: on a narrow screen "begun" and "won" share a box
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from games import FAMILIES
from puzzles import daily
from puzzles.puzzle import Entry
from tui import drawing
from tui.boards import TITLES
from tui.boards.board import Line
from tui.drawing import Block
from tui.miniature import Miniature
from tui.overview import Overview, known_as
from tui.results import Win
from tui.save import Save
from tui.words import brief, clock, count, shorten

AREAS = CARDS, BEGUN, WON, TODAY = ("cards", "begun", "won", "today")
HEADINGS = {BEGUN: "Continue", WON: "Lately won", TODAY: "Today"}
NOTHING = {
    BEGUN: "Nothing begun yet: choose a family and press enter.",
    WON: "Nothing won yet.",
    TODAY: "",
}
MARKS = {"won": ("✓ ", "good"), "begun": ("… ", "notice"), "": ("  ", "")}
WIDE = 108  # columns from which on the lists have a box each
NARROW = 18  # columns of a card, below which its line is not set in
BROAD = 30  # columns of a list from which on it tells the number of moves
WEEKDAYS = "MTWTFSS"


def card_lines(height: int) -> int:
    """Lines of a card on a screen of `height` lines: the lists below keep eight."""
    return max(6, min(height - 13, 16))


def lists(width: int, area: str, overview: Overview) -> list[tuple[str, int, int]]:
    """(area, first column, columns) of each box below the cards."""
    if width >= WIDE:
        each = width // 3
        return [(BEGUN, 0, each), (WON, each, each), (TODAY, 2 * each, width - 2 * each)]
    left = WON if area == WON or (overview.won and not overview.begun) else BEGUN
    half = (width - 2) // 2
    return [(left, 0, half), (TODAY, half, width - half)]


def frame(
    width: int,
    height: int,
    overview: Overview,
    pictures: Mapping[str, Miniature],
    cursor: tuple[str, int],
    now: float,
) -> Block:
    """All lines but the last three; `cursor` is an area and a number in it."""
    cards = card_lines(height)
    day = f"{overview.day:%A} {overview.day.day} {overview.day:%B} "
    lines = [
        drawing.ends([(" Ludoscope", "title")], [(day, "dim")], width),
        drawing.fit([], width),
        *_cards(width, cards, overview, pictures, cursor),
    ]
    rest = height - cards - 5
    if rest > 2:
        lines += _below(width, rest, overview, cursor, now)
    return lines


def _cards(
    width: int,
    height: int,
    overview: Overview,
    pictures: Mapping[str, Miniature],
    cursor: tuple[str, int],
) -> Block:
    each = (width - 3) // len(FAMILIES)
    cards = []
    margin = "  " if each >= NARROW else " "
    for at, family in enumerate(FAMILIES):
        chosen = cursor == (CARDS, at)
        title = f"› {TITLES[family]}" if chosen else TITLES[family]
        picture = pictures.get(family)
        inner, room = each - 2, height - 4
        lines = picture.draw(inner, room) if picture else drawing.block([], inner, room)
        lines = [*lines, [], [(f"{margin}{overview.tallies.get(family, '')}", "dim")]]
        cards.append(_box(title, lines, each, height, chosen))
        cards.append([[(" ", "")]] * height)
    return drawing.beside(*cards[:-1])


def _box(title: str, lines: Sequence[Line], width: int, height: int, chosen: bool) -> Block:
    """The upper edge alone says where the cursor is: sides and corners would be sent each time."""
    box = drawing.box(title, lines, width, height)
    return [*drawing.box(title, [], width, 2, "key")[:1], *box[1:]] if chosen else box


def _below(
    width: int, height: int, overview: Overview, cursor: tuple[str, int], now: float
) -> Block:
    boxes = []
    shown = lists(width, cursor[0], overview)
    for area, _, columns in shown:
        chosen = cursor[1] if cursor[0] == area else -1
        inner = columns - 3
        if area == TODAY:
            lines = _today(overview, chosen, inner, height - 2)
        else:
            rows = overview.begun if area == BEGUN else overview.won
            lines = _rows(rows, chosen, inner, height - 2, now) or _nothing(area, inner)
        box = _box(HEADINGS[area], lines, columns, height, chosen >= 0)
        if len(shown) == 2 and area != TODAY:
            box[0] = _tabs(area, overview, columns, "key" if chosen >= 0 else "dim")
        boxes.append(box)
    return drawing.beside(*boxes)


def _tabs(area: str, overview: Overview, width: int, role: str) -> Line:
    """The upper edge of a box that two lists share."""
    tabs = [BEGUN, WON] if overview.won else [BEGUN]
    line: Line = [("╭─", role)]
    for tab in tabs:
        line += [(f" {HEADINGS[tab]} ", "title" if tab == area else "dim"), ("─", role)]
    return [*drawing.fit([*line, ("─" * width, role)], width - 1), ("╮", role)]


def _nothing(area: str, width: int) -> Block:
    return [[], *([(" ", ""), *line] for line in drawing.wrap(NOTHING[area], width - 1, "dim"))]


def _rows(
    rows: Sequence[Save] | Sequence[Win], chosen: int, width: int, height: int, now: float
) -> Block:
    lines = []
    for at in drawing.window(len(rows), max(0, chosen), height):
        row = rows[at]
        if isinstance(row, Save):
            move = f"move {row.ply:<3}" if width >= BROAD else ""
            right = f"{move}{brief(now - row.updated):>7}"
        else:
            time = "" if row.seconds is None else clock(row.seconds)
            right = f"{row.length or '':>4}{time:>7}{brief(now - row.when):>7}"
        title = shorten(known_as(row.title, row.family), width - len(right) - 4)
        here = at == chosen
        left = [(" › " if here else "   ", "cursor"), (title, "title" if here else "")]
        lines.append(drawing.ends(left, [(right, "dim")], width))
    return lines


def _today(overview: Overview, chosen: int, width: int, height: int) -> Block:
    begun = {save.name for save in overview.begun}
    lines = []
    for at, (family, entry) in enumerate(overview.dailies.items()):
        mark = _mark(entry, overview, begun)
        here = at == chosen
        lines.append(
            [
                (" › " if here else "   ", "cursor"),
                MARKS[mark],
                (f"{_brief(family):<9} ", "title" if here else ""),
                (entry.detail, "dim"),
            ]
        )
    streak = overview.streak
    said = f"{count(streak, 'days')} in a row" if streak > 1 else ""
    if overview.dailies and height > len(lines) + 7:
        lines += [[], *_week(overview)]
    return [*lines, [], [(f"   {said}", "notice")]]


def _brief(family: str) -> str:
    return TITLES[family].partition(" ")[0]


def _mark(entry: Entry, overview: Overview, begun: set[str]) -> str:
    if entry.name in overview.solved:
        return "won"
    return "begun" if entry.name in begun else ""


def _week(overview: Overview) -> Block:
    """Which puzzles of this week are solved, a column for each day from Monday on."""
    monday = overview.day - timedelta(days=overview.day.weekday())
    days = [monday + timedelta(days=number) for number in range(7)]
    head: Line = [(f"{'This week':<15}", "dim")]
    head += [(f"{letter}  ", "dim") for letter in WEEKDAYS]
    return [[("   ", ""), *head], *(_days(family, days, overview) for family in overview.dailies)]


def _days(family: str, days: Sequence[date], overview: Overview) -> Line:
    line: Line = [(f"     {_brief(family):<13}", "dim")]
    for day in days:
        solved = daily.name_of(family, day) in overview.solved
        ahead = " " if day > overview.day else "·"
        line += [("✓" if solved else ahead, "good" if solved else "dim"), ("  ", "")]
    return line
