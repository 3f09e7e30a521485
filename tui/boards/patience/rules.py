"""The rules page of patience."""

from ludoscope.games.patience.notation import parse_position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL, VARIANTS, Variant
from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.patience.descriptions import AUTOPLAY_DESCRIPTIONS
from ludoscope.tui.boards.rules_page import (
    CaptionedPicture,
    ExampleBoard,
    KeyDisplay,
    RulesDocument,
)
from ludoscope.tui.boards.user_options import UserOptions

# columns and rows of a picture; on a wide page two of them stand side by side
NARROW_SIZE, WIDE_SIZE = (60, 13), (42, 14)
RUN_EXAMPLE = (
    "9C 8S 9H 8D | - - - - | "
    "KH / 9D QC JH TS / TC KS QD JC TD / TH KD QS JD / 9S JS KC QH / - / - / -"
)
LAYOUTS = (
    ("FreeCell.1", "FreeCell: eight columns, four cells."),
    ("Seahaven.1", "Seahaven: ten columns; two of the four cells are taken."),
    ("BakersDozen.1", "Baker's Dozen: thirteen columns; kings at the bottom."),
    ("MidnightOil.4", "Midnight Oil: seventeen columns of three, and one of one."),
)
WINNABLE_SHARES = {  # of the deals 1 to 1000, as the solver `prove` decides them
    "FreeCell": "all of 1000",
    "Seahaven": "892 of 1000",
    "MidnightOil": "44 of 1000",
    "BakersDozen": "998 of 1000",
}


def write_rules(document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
    document.add_heading("The basics")
    document.add_paragraph(
        """All 52 cards are dealt face up. The goal is to move them home, to the four foundations,
        each suit from the ace up to the king. Only the top card of a column or a card in a cell
        can be moved: home, when it is the next of its suit; to a column, where it continues a
        sequence downwards; or into a free cell."""
    )
    _add_runs(document, options)
    _add_going_home(document, keys)
    document.add_heading("The games")
    _add_variants(document, options, keys)
    example = ExampleBoard(catalogue.find("FreeCell.1", files=False).game, options)
    extra_actions = (
        ("play.overlay", "show which moves can still win"),
        ("play.find", "find a card"),
        ("play.autoplay", "choose which cards go home by themselves"),
        ("go.edit", "enter the cards on your table, or change those of a deal"),
    )
    document.add_how_to_play(example.board, keys, extra_actions)
    _add_notation(document)
    _add_things_to_know(document)


def _add_runs(document: RulesDocument, options: UserOptions) -> None:
    document.add_heading("Moving runs")
    document.add_paragraph(
        """Cards move one at a time. A run, cards in sequence, can be moved as one when there are
        free places to put its cards meanwhile: with c free cells, c + 1 cards, and in FreeCell
        twice as many for each empty column. The board makes these moves when you put the run
        down, and shows how many cards you can move. Cells are also called registers."""
    )
    game = PatienceGame(FREECELL, parse_position(FREECELL, RUN_EXAMPLE))
    example = ExampleBoard(game, options).press("right", "enter", "left")
    run_picked = example.picture(NARROW_SIZE, WIDE_SIZE, cursor=True)
    run_moved = example.press("enter").picture(NARROW_SIZE, WIDE_SIZE)
    document.add_drawings(
        (run_picked, "The run in column 2 is picked up: its three cards can go on the king."),
        (run_moved, "They were moved, and the nine, ten and jack of diamonds went home."),
    )


def _add_going_home(document: RulesDocument, keys: KeyDisplay) -> None:
    document.add_heading("Going home")
    document.add_paragraph(
        """A card goes home by itself when no other card needs it any more; you can send the others
        home when you like. The setting autoplay changes this:"""
    )
    document.add_definitions(list(AUTOPLAY_DESCRIPTIONS.items()))
    document.add_paragraph(
        """With `-back` after the name of a deal, cards may also come back from home. With
        `-forced`, every card goes home as soon as it can; on the command line this is the default.
        A card at home can no longer hold another one, so a proof that such a deal cannot be won
        says “under forced normalisation”."""
    )


def _add_variants(document: RulesDocument, options: UserOptions, keys: KeyDisplay) -> None:
    rows: list[tuple[str, ...]] = [
        ("", "columns", "cells", "built down in", "empty columns take", "winnable")
    ]
    for name, variant in VARIANTS.items():
        if not variant.has_chances:
            rows.append(_variant_row(name, variant))
    document.add_table(rows)
    document.add_drawings(*(_start_picture(name, caption, options) for name, caption in LAYOUTS))
    document.add_paragraph(
        f"""Full Midnight Oil is Midnight Oil with two reshuffles and a raise: twice, the cards that
        are not home can be gathered, shuffled and dealt again in threes
        (`{keys("play.reshuffle")}`, written R), and once a buried card can be raised to the top of
        its column (`{keys("play.raise")}` or a click on “raise a card”, written ^)."""
    )


def _variant_row(name: str, variant: Variant) -> tuple[str, ...]:
    columns = f"{len(variant.column_sizes)}"
    return (
        name,
        columns,
        f"{variant.cells}",
        variant.build_rule,
        variant.fill_rule,
        WINNABLE_SHARES[name],
    )


def _start_picture(name: str, caption: str, options: UserOptions) -> CaptionedPicture:
    example = ExampleBoard(catalogue.find(name, files=False).game, options)
    return CaptionedPicture(example.picture(NARROW_SIZE, WIDE_SIZE), caption)


def _add_notation(document: RulesDocument) -> None:
    document.add_paragraph(
        """Type the two places of a move, and it is made at once. The keys at the bottom show what
        can follow the first place; enter moves to the best place, escape cancels. A cell has a
        capital letter, as other small letters are commands; after a place small ones do too."""
    )
    document.add_definitions(
        [
            ("34", "from column 3 to column 4, as many cards as can go; 0 is the tenth column"),
            ("12-3", "the same with more than ten columns; column 1 alone is 1-"),
            ("3a A3", "from column 3 into cell a, and back"),
            ("3h", "from column 3 home"),
            ("33", "to the best place: home, else a column that takes it, else a cell"),
            ("18*3", "three cards from column 1 to column 8, after `:`"),
            ("9s 10h", "the nine of spades on the ten of hearts, after `:`; also 9S TH"),
            ("9S T", "into a free cell; 9S V into an empty column, 9S F home"),
            ("33 38", "the nine on the ten by their numbers, as in files"),
        ]
    )
    document.add_paragraph(
        """Click on the first card of a run, then where the run goes, or drag it. A click moves
        cards with one place to go, unless that is a cell; a double click moves a card to the best
        place. ↑ and ↓ pick more or fewer cards."""
    )
    document.add_paragraph(
        """In files a card is 4 · (rank − 1) + suit, with clubs 0, spades 1, hearts 2, diamonds 3:
        the ace of clubs is 0, the king of diamonds 51. A solution has a move on each line."""
    )


def _add_things_to_know(document: RulesDocument) -> None:
    document.add_heading("Things to know")
    document.add_list(
        """In FreeCell an empty column is worth more than a free cell: it doubles the number of
        cards you can move. Fill neither without a plan to free it again.""",
        """Dig for the aces and twos first, and look at what lies on them before your first
        move.""",
        """Nearly every FreeCell deal can be won: of the deals 1 to 200,000 all but four. Of
        the first million of Microsoft's numbers eight cannot, 11982 the first of them. Two
        more, 1941 and 98714, can be won only by keeping back a card that could go home: play them
        with `-free`.""",
        """In Seahaven and Midnight Oil a long run on a lower card of its own suit may be stuck
        for good: with four cells, a run of six cards or more; in Midnight Oil, which has no cells,
        a run of two.""",
        """The badge above the board says whether your position can still be won. “Within
        64 moves” means that a solution of 64 moves is known; there may be a shorter one. When it
        says “lost”, that is proved.""",
    )
    document.add_heading("Where the deals come from")
    document.add_paragraph(
        """A deal has a number, from 1 to 999,999,999, and the same number is the same deal in
        xpat2, from which these four games and their shuffling are taken. Deals have xpat2's names,
        such as FreeCell.123456. Microsoft's deals are `ms-1` to `ms-1000000`."""
    )
