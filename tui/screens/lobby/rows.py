"""What the tables of company say, a row each."""

from collections.abc import Sequence
from datetime import date

from rich.style import Style
from rich.text import Text

from ludoscope.games import FAMILIES
from ludoscope.puzzles import daily
from ludoscope.tui.lobby.duel import Duel, told
from ludoscope.tui.lobby.lobby import Seen
from ludoscope.tui.lobby.published_games import Entry
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.players import SIDES
from ludoscope.tui.services.lobby import Snapshot
from ludoscope.tui.text.formatting import clock, moment
from ludoscope.tui.widgets.text_table import Heading

BOARD = (
    Heading("place", 6, right=True),
    Heading("  name"),
    Heading("moves", 7, right=True),
    Heading("time", 9, right=True),
    Heading("hints", 7, right=True),
)
PEOPLE = (Heading("name"), Heading("seen", 24), Heading("their game", 20))
DUELS = (
    Heading("with", 24),
    Heading("board", 6, right=True),
    Heading("  you", 9),
    Heading("state"),
    Heading("seen", 13, right=True),
)
NOBODY = "nobody has solved it yet"
Row = Sequence[Text | str]


def board(
    snapshot: Snapshot, day: date, us: Person | None, dim: Style
) -> tuple[list[Entry | str], list[Row]]:
    """What each row stands for, and the rows: a family's puzzle, below it who has solved it."""
    entries: list[Entry | str] = []
    rows: list[Row] = []
    for family, solved in snapshot.board.items():
        entries.append(daily.name_for(family, day))
        title = Text.assemble(
            (FAMILIES[family].title, "bold"), ("" if solved else f"  {NOBODY}", dim)
        )
        rows.append(("", title, "", "", ""))
        for place, entry in enumerate(solved, start=1):
            entries.append(entry)
            rows.append(_result(place, entry, snapshot, us))
    return entries, rows


def _result(place: int, entry: Entry, snapshot: Snapshot, us: Person | None) -> Row:
    result, own = entry.result, entry.person == us
    name = f"  {snapshot.name(entry.person)}{' (you)' if own else ''}"
    return (
        str(place),
        name,
        str(result.length),
        clock(result.seconds),
        str(result.hints) if result.hints else "–",
    )


def others(snapshot: Snapshot, us: Person | None) -> list[Seen]:
    """Those who are here first, then by when they were."""
    people = [seen for seen in snapshot.people if seen.person != us]
    here = {seen.person for seen in people if snapshot.here(seen.person)}
    by_name = sorted(people, key=lambda seen: snapshot.name(seen.person))
    return sorted(by_name, key=lambda seen: (0, 0.0) if seen.person in here else (1, -seen.since))


def person(seen: Seen, snapshot: Snapshot) -> Row:
    here = snapshot.here(seen.person)
    left = "left" if seen.here.gone else "last seen"
    when = "online" if here else f"{left} {moment(seen.since)}"
    return snapshot.name(seen.person), when, "can be watched" if seen.here.watched else "–"


def duel(one: Duel, snapshot: Snapshot) -> Row:
    name = snapshot.name(one.other)
    when = "online" if snapshot.here(one.other) else _since(one, snapshot)
    return name, one.title, f"  {SIDES[one.side]}", state(one, name), when


def _since(one: Duel, snapshot: Snapshot) -> str:
    seen = snapshot.who(one.other)
    return moment(seen.since) if seen else "gone"


def state(one: Duel, name: str) -> str:
    """How it stands between us and whoever is called so."""
    if one.fault:
        return told(one.fault, name)
    match one.state:
        case "invitation":
            return "invites you"
        case "invited":
            return "invited, no answer yet"
        case "declined":
            return "declined"
        case "withdrawn":
            return "invitation withdrawn"
        case "over":
            return "you won" if one.winner == one.side else "you lost"
    turn = "your move" if one.ours_to_move else "their move"
    return f"{turn}, {len(one.moves)} played"
