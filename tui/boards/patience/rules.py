"""The rules of the games of patience."""

from ludoscope.games.patience import VARIANTS, PatienceGame, Variant
from ludoscope.games.patience.notation import parse_position
from ludoscope.games.patience.variants import FREECELL
from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.patience.words import AUTOPLAY
from ludoscope.tui.boards.rules import Book, Keys, Pictured, Scene

SMALL, LARGE = (60, 13), (42, 14)
RUN = (
    "9C 8S 9H 8D | - - - - | "
    "KH / 9D QC JH TS / TC KS QD JC TD / TH KD QS JD / 9S JS KC QH / - / - / -"
)
LAYOUTS = (
    ("FreeCell.1", "FreeCell: eight columns, four cells."),
    ("Seahaven.1", "Seahaven: ten columns; two of the four cells are taken."),
    ("BakersDozen.1", "Baker's Dozen: thirteen columns; kings lie at the bottom."),
    ("MidnightOil.4", "Midnight Oil: eighteen columns of three, the last of one."),
)
WON = {  # of the deals 1 to 1000, as `prove` decides them
    "FreeCell": "all of 1000",
    "Seahaven": "892 of 1000",
    "MidnightOil": "44 of 1000",
    "BakersDozen": "998 of 1000",
}


def write(book: Book, look: Look, keys: Keys) -> None:
    book.heading("What it is about")
    book.text(
        """All 52 cards lie open; nothing is left to chance once they are dealt. They are to go
        home, to the four foundations, each suit from the ace up to the king. Only the top card of
        a column can be moved, or one that waits in a cell: home, when it is the next of its suit;
        on a column, where it makes a sequence downwards; into a cell that is free."""
    )
    _carrying(book, look)
    _home(book, keys)
    book.heading("The games")
    _variants(book, look)
    scene = Scene(catalogue.find("FreeCell.1", files=False).game, look)
    more = (("play.find", "find a card"), ("play.autoplay", "which cards go home by themselves"))
    book.how_to_play(scene.board, keys, more)
    _notation(book)
    _things_to_know(book)


def _carrying(book: Book, look: Look) -> None:
    book.heading("Carrying")
    book.text(
        """Cards move one at a time. But cards in sequence can be carried over together when there
        are free places to put them down meanwhile: with c free cells, c + 1 cards, and in FreeCell
        twice as many for each empty column. The board does it when you put the run down, and
        counts how many you may carry. Cells are also called registers."""
    )
    game = PatienceGame(FREECELL, parse_position(FREECELL, RUN))
    scene = Scene(game, look).press("right", "enter", "left")
    before = scene.drawn(SMALL, LARGE, cursor=True)
    after = scene.press("enter").drawn(SMALL, LARGE)
    book.pictures(
        (before, "The run in column 2 is taken: three cards may go on the king."),
        (after, "They have, one by one; and the nine, ten and jack of diamonds went home."),
    )


def _home(book: Book, keys: Keys) -> None:
    book.heading("Going home")
    book.text(
        """A card goes home by itself when nothing else needs it any more; any other you send there
        when you like. You may keep all of them back: that is what autoplay is for."""
    )
    book.rows(list(AUTOPLAY.items()))
    book.text(
        """With `-back` after the name of a deal, cards may also come back from home. With
        `-forced`, every card goes home as soon as it can, as on the command line for a name
        without any of these. But a card at home can no longer hold another one, so a proof that
        such a deal cannot be won is one “under forced normalisation”."""
    )


def _variants(book: Book, look: Look) -> None:
    rows: list[tuple[str, ...]] = [
        ("", "columns", "cells", "goes on the next higher of", "empty columns take", "winnable")
    ]
    for name, variant in VARIANTS.items():
        if not variant.chancy:
            rows.append(_row(name, variant))
    book.grid(rows)
    book.pictures(*(_layout(name, words, look) for name, words in LAYOUTS))
    book.text(
        """Full Midnight Oil is the same game with a few chances: twice what is not home may be
        gathered, shuffled and dealt again in threes (`d`, written R), and once a buried card may
        be raised to the top of its column (`g` or a click on “raise a card”, written ^)."""
    )


def _row(name: str, variant: Variant) -> tuple[str, ...]:
    columns = f"{len(variant.dealt)}"
    return name, columns, f"{variant.cells}", variant.builds, variant.fills, WON[name]


def _layout(name: str, words: str, look: Look) -> Pictured:
    return Scene(catalogue.find(name, files=False).game, look).drawn(SMALL, LARGE), words


def _notation(book: Book) -> None:
    book.text(
        """A move is typed by its two places, and made at once. What is to follow the first place
        stands above the keys; escape forgets it. In games with cells the letters a to d are
        cells: what these keys do elsewhere is on the capitals."""
    )
    book.rows(
        [
            ("34", "from column 3 to column 4, as many cards as go; of ten columns 0 is the tenth"),
            ("12-3", "the same where there are more than ten: 1 alone is 1-"),
            ("3a a3", "from column 3 into cell a, and back"),
            ("3h", "from column 3 home"),
            ("33", "home if the card can go there, else into a cell"),
            ("18*3", "three cards from column 1 to column 8, after `:`"),
            ("9S TH", "the nine of spades on the ten of hearts, after `:`; also 9s 10h"),
            ("9S T", "into a free cell; 9S V into an empty column, 9S F home"),
            ("33 38", "the nine on the ten by their numbers, as files have it"),
        ]
    )
    book.text(
        """By the mouse: a click on a card picks the run that begins with it, another where it is to
        go puts it down, or drag it there. A double click sends a card home, or into a cell. ↑ and
        ↓ pick more or fewer cards of a run."""
    )
    book.text(
        """In files a card is 4 · (rank − 1) + suit, with clubs 0, spades 1, hearts 2, diamonds 3:
        the ace of clubs is 0, the king of diamonds 51. A solution has a move on each line."""
    )


def _things_to_know(book: Book) -> None:
    book.heading("Things to know")
    book.points(
        """In FreeCell an empty column is worth more than a free cell: it doubles what you may
        carry. Fill neither without a plan to free it again.""",
        """Dig for the aces and twos first, and look what lies on them before you make your first
        move.""",
        """Nearly every FreeCell deal can be won: of the deals 1 to 200,000 all but four. Of
        the first million of Microsoft's numbers eight cannot, 11982 the first of them. Two
        more, 1941 and 98714, are won only by keeping back a card that could go home: play them
        with `-free`.""",
        """In Seahaven and Midnight Oil a long run on a lower card of its own suit may be stuck
        for good: with four cells, from six cards on. In Midnight Oil, without cells, two are
        enough.""",
        """The badge above the board says whether your position can still be won, and by a proof
        when it says that it cannot.""",
    )
    book.heading("Where the deals come from")
    book.text(
        """A deal has a number, from 1 to 999,999,999, and the same number is the same deal in
        xpat2, from which these four games and their shuffling are taken; its names, such as
        FreeCell.123456, are understood. Microsoft's numbers, `ms-1` to `ms-1000000`, are
        understood as well."""
    )
