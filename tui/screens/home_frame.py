"""The home screen as it is drawn: the cards of the families, and three lists below them.

area   one of AREAS; the cursor is on the cards or in a list
shown  the areas of the lists that have room: on a narrow screen "begun" and "won" share a box
ahead  what is offered in the place of "begun" where nothing is
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.boards.board import Line
from ludoscope.tui.boards.miniature import Miniature
from ludoscope.tui.saves.overview import Overview, known_as
from ludoscope.tui.saves.results import Win
from ludoscope.tui.saves.save import Save
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.words import brief, clock, count, shorten

AREAS = CARDS, BEGUN, WON, TODAY = ("cards", "begun", "won", "today")
HEADINGS = {BEGUN: "Continue", WON: "Lately won", TODAY: "Today"}
MARKS = {"won": ("✓ ", "good"), "begun": ("… ", "notice"), "": ("  ", "")}
WIDE = 108  # columns from which on the lists have a box each
FRAME = 7  # columns of a card around its title: edges, and the cursor
NARROW = 18  # columns of a card, below which its line is not set in
BROAD = 30  # columns of a list from which on it tells the number of moves
WEEKDAYS = "MTWTFSS"
WEEKS = 5  # before this one, at most
SPACED = 3  # lines of each puzzle to begin with, where there is room: what is to be done in it


def card_lines(height: int) -> int:
    """Lines of a card on a screen of `height` lines: the lists below keep eight, and more later."""
    return max(6, min(height - 13, height * 3 // 10 + 8, 24))


def lists(width: int, area: str, overview: Overview) -> list[tuple[str, int, int]]:
    """(area, first column, columns) of each box below the cards."""
    if width >= WIDE and overview.won:
        each = width // 3
        return [(BEGUN, 0, each), (WON, each, each), (TODAY, 2 * each, width - 2 * each)]
    half = width // 2
    return [(WON if area == WON else BEGUN, 0, half), (TODAY, half, width - half)]


def listed(area: str, overview: Overview) -> int:
    """How many rows a list has."""
    rows = {BEGUN: overview.begun or overview.ahead, WON: overview.won, TODAY: overview.dailies}
    return len(rows[area])


def spacing(area: str, overview: Overview, height: int) -> int:
    """Lines of each row of a list in a box that shows so many."""
    offered = area == BEGUN and not overview.begun
    return SPACED if offered and height >= SPACED * len(overview.ahead) else 1


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
    edges = [width * at // len(FAMILIES) for at in range(len(FAMILIES) + 1)]
    cards = []
    for at, family in enumerate(FAMILIES):
        each = edges[at + 1] - edges[at]
        margin = "  " if each >= NARROW else " "
        chosen = cursor == (CARDS, at)
        declared = FAMILIES[family]
        named = declared.title if len(declared.title) + FRAME <= each else declared.brief
        title = f"› {named}" if chosen else named
        picture = pictures.get(family)
        inner, room = each - 2, height - 4
        lines = picture.draw(inner, room) if picture else drawing.block([], inner, room)
        lines = [*lines, [], [(f"{margin}{overview.tallies.get(family, '')}", "dim")]]
        cards.append(_box(title, lines, each, height, chosen))
    return drawing.beside(*cards)


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
            lines = _today(overview, chosen, height - 2)
        elif area == BEGUN and not overview.begun:
            lines = _ahead(overview, chosen, inner, spacing(area, overview, height - 2))
        else:
            rows = overview.begun if area == BEGUN else overview.won
            lines = _rows(rows, chosen, inner, height - 2, now)
        box = _box(_heading(area, overview), lines, columns, height, chosen >= 0)
        if len(shown) == 2 and area != TODAY:
            box[0] = _tabs(area, overview, columns, "key" if chosen >= 0 else "dim")
        boxes.append(box)
    return drawing.beside(*boxes)


def _heading(area: str, overview: Overview) -> str:
    if area == BEGUN and not overview.begun:
        return "Go on with" if overview.won else "Begin with"
    return HEADINGS[area]


def _tabs(area: str, overview: Overview, width: int, role: str) -> Line:
    """The upper edge of a box that two lists share."""
    tabs = [BEGUN, WON] if overview.won else [BEGUN]
    line: Line = [("╭─", role)]
    for tab in tabs:
        line += [(f" {_heading(tab, overview)} ", "title" if tab == area else "dim"), ("─", role)]
    return [*drawing.fit([*line, ("─" * width, role)], width - 1), ("╮", role)]


def _ahead(overview: Overview, chosen: int, width: int, spaced: int) -> Block:
    """A puzzle of each family, and in a spacious box what is to be done in it."""
    lines: Block = []
    for at, (family, entry) in enumerate(overview.ahead.items()):
        here = at == chosen
        named = f"{FAMILIES[family].brief:<9} {entry.title}"
        detail = entry.detail if len(named) + len(entry.detail) + 5 <= width else ""
        left = [(" › " if here else "   ", "cursor"), (named, "title" if here else "")]
        lines.append(drawing.ends(left, [(detail, "dim")], width))
        if spaced > 1:
            about = shorten(FAMILIES[family].tagline, width - 13)
            lines += [[(" " * 13 + about, "dim")], *([] for _ in range(spaced - 2))]
    return lines


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


def _today(overview: Overview, chosen: int, height: int) -> Block:
    begun = {save.name for save in overview.begun}
    lines = []
    for at, (family, entry) in enumerate(overview.dailies.items()):
        mark = _mark(entry, overview, begun)
        here = at == chosen
        lines.append(
            [
                (" › " if here else "   ", "cursor"),
                MARKS[mark],
                (f"{FAMILIES[family].brief:<9} ", "title" if here else ""),
                (entry.detail, "dim"),
            ]
        )
    streak = overview.streak
    said = f"{count(streak, 'days')} in a row" if streak > 1 else ""
    if overview.dailies and height > len(lines) + 7:
        lines += [[], *_week(overview)]
        if before := _weeks_before(overview, height - len(lines) - 4):
            lines += [[], *before]
    return [*lines, [], [(f"   {said}", "notice")]]


def _mark(entry: Entry, overview: Overview, begun: set[str]) -> str:
    if entry.name in overview.solved:
        return "won"
    return "begun" if entry.name in begun else ""


def _week(overview: Overview) -> Block:
    """Which puzzles of this week are solved, a column for each day from Monday on."""
    days = _days_of(overview.day)
    head: Line = [(f"{'This week':<15}", "dim")]
    head += [(f"{letter}  ", "dim") for letter in WEEKDAYS]
    return [[("   ", ""), *head], *(_days(family, days, overview) for family in overview.dailies)]


def _days_of(day: date) -> Sequence[date]:
    """Its week, from Monday on."""
    monday = day - timedelta(days=day.weekday())
    return [monday + timedelta(days=number) for number in range(7)]


def _weeks_before(overview: Overview, room: int) -> Block:
    """How many puzzles of each day are solved, back to the first that is, in so many lines."""
    lines: Block = []
    first = min((name[-10:] for name in overview.solved), default=str(overview.day))
    monday = _days_of(overview.day)[0]
    for back in range(1, min(WEEKS, room) + 1):
        if first > str(monday - timedelta(weeks=back) + timedelta(days=6)):
            break
        days = _days_of(overview.day - timedelta(weeks=back))
        line: Line = [(f"     {days[0].day} {days[0]:%B}"[:18].ljust(18), "dim")]
        for day in days:
            solved = sum(name.endswith(str(day)) for name in overview.solved)
            role = "good" if solved == len(overview.dailies) else "" if solved else "dim"
            line += [(str(solved or "·"), role), ("  ", "")]
        lines.append(line)
    return lines


def _days(family: str, days: Sequence[date], overview: Overview) -> Line:
    line: Line = [(f"     {FAMILIES[family].brief:<13}", "dim")]
    for day in days:
        solved = daily.name_of(family, day) in overview.solved
        ahead = " " if day > overview.day else "·"
        line += [("✓" if solved else ahead, "good" if solved else "dim"), ("  ", "")]
    return line
