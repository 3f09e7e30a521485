"""Pictures of positions and solutions: SVG, and HTML to step through.

UPDATE_GOLDEN=1 writes the golden files anew; look at them in a browser before you commit them.
"""

import os
import re
from collections.abc import Hashable, Iterable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ludoscope_examples import load_fifteen
from many import case, first_of, many

import ludoscope
from ludoscope.games import AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.pictures import (
    position_svg,
    solution_html,
    solution_page,
    solution_svg,
    solutions,
)
from ludoscope.puzzles.pictures.documents import draw_position
from ludoscope.puzzles.pictures.solutions import MAX_POSITIONS
from ludoscope.puzzles.svg import Markup, Picture, draw_text, element
from ludoscope.tui.game_check.checks import run_checks
from ludoscope.tui.game_check.subject import Subject

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title></svg><script>alert('1')</script> & \"x\" \x1b[31m\x00\ud800\ufffe\u202e]]>"
ALMOST_WON = "JC TS 9H JD | TH - - - | KC QH / KS QD / KH QS / KD QC JH / JS / - / - / -"
FAMILIES = ("lucas-07", "FreeCell.123456", "orush-113", "hexapawn-4x4")


def find(name: str) -> AnyGame:
    puzzle = catalogue.find(name, files=False)
    return puzzle.game


def line_of_play(game: AnyGame, length: int) -> list[Hashable]:
    """Return legal moves from the start, spread over the choices there are."""
    position, moves = game.start, []
    for number in range(length):
        if game.is_won(position) or not (legal := game.moves(position)):
            break
        moves.append(legal[number * 7 % len(legal)])
        position = game.play(position, moves[-1])
    return moves


def positions_of(game: AnyGame, moves: Iterable[Hashable]) -> list[Hashable]:
    positions = [game.start]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return positions


def check_svg(text: str) -> ElementTree.Element:
    """Return the root of a picture; check that it needs nothing else, and can hide nothing."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.attrib["viewBox"].startswith("0 0 ")
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}", f"{height:g}")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert not re.search(r"(href|src)=\"(?!#)|url\(|@import|<script|\son\w+=", text)
    boxes = root.findall(f"{SVG}rect") or root.findall(f"{SVG}defs/{SVG}g/{SVG}rect")
    assert float(boxes[0].attrib["width"]) == width - 1  # its own background, on any page
    return root


def compare(name: str, text: str) -> None:
    check_svg(text)
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text + "\n", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text + "\n", f"{name} differs; UPDATE_GOLDEN=1"


@pytest.mark.parametrize("name", ["triangle-15-15", "lucas-01", "hexapawn-3x3", "orush-113"])
def test_pictures_are_the_golden_ones(name: str) -> None:
    compare(f"{name}.svg", position_svg(find(name), find(name).start))


def test_the_picture_of_cards_is_the_golden_one() -> None:
    game = find("FreeCell.1-free")
    compare("freecell.svg", position_svg(game, game.parse(ALMOST_WON)))


def test_the_picture_of_a_text_is_the_golden_one() -> None:
    board = draw_text("######\n#.$@ #\n######\n")
    assert [part.count("<text") for part in board.parts] == [1, 1, 1]
    game = load_fifteen().Fifteen((*range(1, 15), 0, 15))
    with ludoscope.register(load_fifteen().FifteenFamily):
        compare("fifteen.svg", position_svg(game, game.start))


@pytest.mark.long
@pytest.mark.parametrize("family", ["peg", "patience", "rush", "hexapawn"])
def test_every_puzzle_of_the_catalogue_has_a_picture(family: str) -> None:
    entries = [*catalogue.collection(family).entries()]
    assert len(entries) > 40
    names = (entry.name_with_number("7") for entry in entries)
    for name in names:
        with case(name):
            game = find(name)
            check_svg(position_svg(game, game.start))


@pytest.mark.parametrize("name", FAMILIES)
def test_pictures_of_positions_differ_and_are_the_same_each_time(name: str) -> None:
    game = find(name)
    positions = positions_of(game, line_of_play(game, many(100)))
    pictures = [position_svg(game, position) for position in positions]
    assert len(set(pictures)) == len(set(positions))
    assert pictures == [position_svg(game, position) for position in positions]
    for picture, position in zip(pictures, positions, strict=True):
        root = check_svg(picture)
        assert root[1].tag == f"{SVG}desc"
        assert root[1].text == game.text(position)


def test_pieces_differ_by_more_than_their_colour() -> None:
    """Check letters, symbols and rings, by pictures from which all colours are removed."""

    def without_colours(game: AnyGame, position: Hashable) -> str:
        text = position_svg(game, position)
        return re.sub(r'(fill|stroke)="#\w+"|<desc>.*?</desc>|<text.*?to move</text>', "", text)

    board = find("hexapawn-3x3")
    white, black = (board.parse(f".../.{pawn}./... W") for pawn in "Pp")
    filled = [set(re.findall(r'fill="#\w+"', position_svg(board, x))) for x in (white, black)]
    assert filled[0] != filled[1]  # white and nearly black, the one difference between pawns
    cards = find("FreeCell.1-free")
    shapes = [without_colours(cards, p) for p in (cards.start, find("FreeCell.2-free").start)]
    assert len(set(shapes)) == 2
    game = find("orush-113")
    letters = [node.text for node in check_svg(position_svg(game, game.start)).iter(f"{SVG}text")]
    assert letters == [boat.name for boat in game.boats]
    rings = position_svg(find("english-to-sun"), find("english-to-sun").start)
    assert rings.count('fill="none" stroke="#000"') == find("english-to-sun").finish.bit_count()


def test_hostile_titles_and_boards_are_escaped() -> None:
    game = find("orush-02")
    pictures = [position_svg(game, game.start, title=HOSTILE)]
    pictures.append(solution_svg(game, game.start, line_of_play(game, 2), title=HOSTILE))
    for picture in pictures:
        assert HOSTILE.partition("\x1b")[0].strip() in (check_svg(picture)[0].text or "")
    for text in (
        solution_html(game, game.start, line_of_play(game, 2), title=HOSTILE),
        str(element("text", HOSTILE, name=HOSTILE)),
        str(draw_text(f"{HOSTILE}\n{HOSTILE}").parts[0]),
    ):
        ElementTree.fromstring(text)
        assert "<script" not in text
        assert text.isprintable() or text.replace("\n", "").isprintable()


def test_a_long_title_is_cut() -> None:
    game = find("orush-02")
    root = check_svg(position_svg(game, game.start, title="x" * 10_000))
    assert len(root[0].text or "") == 200


def test_a_large_text_is_cut() -> None:
    board = draw_text("\n".join(["x" * 1000] * 1000))
    assert len(board.parts) == 100
    assert max(map(len, board.parts)) < 500
    assert draw_text("").parts == ()
    assert draw_text("漢字").width == draw_text("abcd").width


class Stepped:
    """A view of a solution, read as a browser does."""

    def __init__(self, html: str) -> None:
        self.root = ElementTree.fromstring(html)
        self.ids = [node.attrib["id"] for node in self.root.iter() if "id" in node.attrib]
        self.buttons = self.root.findall("input")
        [self.steps] = self.root.findall("div")
        self.parts = {
            f"#{node.attrib['id']}": "".join(
                ElementTree.tostring(child, encoding="unicode") for child in node
            )
            for node in self.root.findall("svg/defs/g")
        }

    def position(self, number: int) -> list[str]:
        """Return the parts of a position, without the background."""
        references = [node.attrib["href"] for node in self.steps[number].findall("svg/use")]
        return [self.parts[reference] for reference in references[1:]]


def as_parsed(part: Markup) -> str:
    return ElementTree.tostring(ElementTree.fromstring(f"<g>{part}</g>"), encoding="unicode")[3:-4]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_solution_is_stepped_through(name: str) -> None:
    game = find(name)
    moves = line_of_play(game, many(100))
    positions = positions_of(game, moves)
    view = Stepped(solution_html(game, game.start, moves))
    assert len(view.buttons) == len(view.steps) == len(moves) + 1
    assert [button.attrib.get("checked") for button in view.buttons].count("checked") == 1
    assert len({button.attrib["name"] for button in view.buttons}) == 1
    for number, position in enumerate(positions):
        picture = draw_position(game, position)
        assert view.position(number) == [as_parsed(part) for part in picture.parts]
    targets = [label.attrib["for"] for label in view.root.iter("label")]
    assert set(targets) == {button.attrib["id"] for button in view.buttons}
    style = view.root.findtext("style") or ""
    for number, button in enumerate(view.buttons):
        selector = f"#{button.attrib['id']}:checked~.v>:nth-child({number + 1})"
        assert re.search(rf"{re.escape(selector)}[,{{]", style)


def test_without_its_style_sheet_a_view_shows_the_first_position() -> None:
    game = find("orush-113")
    view = Stepped(solution_html(game, game.start, line_of_play(game, 5)))
    assert [step.attrib.get("style") for step in view.steps] == [None] + ["display:none"] * 5


def test_several_views_on_one_page_are_independent() -> None:
    game = find("orush-113")
    moves = line_of_play(game, 3)
    first, second = (Stepped(solution_html(game, game.start, moves)) for _ in range(2))
    assert len({*first.ids, *second.ids}) == len(first.ids) + len(second.ids)
    assert first.buttons[0].attrib["name"] != second.buttons[0].attrib["name"]
    for view in first, second:
        style = (view.root.findtext("style") or "").strip()
        selectors = re.findall(r"(?:^|[},])\s*([^{},]+)", re.sub(r"\{.*?\}", "{}", style))
        assert all(selector.startswith(f"#{view.root.attrib['id']}") for selector in selectors)


def test_a_page_and_a_film_are_the_same_each_time() -> None:
    game = find("hexapawn-4x4")
    moves = line_of_play(game, 8)
    assert solution_page(game, game.start, moves) == solution_page(game, game.start, moves)
    film = solution_svg(game, game.start, moves)
    assert film == solution_svg(game, game.start, moves)
    root = check_svg(film)
    frames = root.findall(f"{SVG}g")
    assert len(frames) == len(moves) + 1
    assert [frame.attrib.get("visibility") for frame in frames] == [None] + ["hidden"] * len(moves)
    assert [frame.findtext(f"{SVG}text") for frame in frames][:2] == ["0/8", "1/8: a1a2"]


def test_a_solution_of_no_moves_has_one_position() -> None:
    game = find("orush-02")
    assert len(Stepped(solution_html(game, game.start, ())).steps) == 1
    assert len(check_svg(solution_svg(game, game.start, ())).findall(f"{SVG}g")) == 1


@first_of("count", [MAX_POSITIONS + 1, 20_000])
def test_very_long_solutions_are_cut(count: int) -> None:
    game = find("orush-02")
    forward, back = (1, 1), (1, -1)
    text = solution_html(game, game.start, [forward, back] * (count // 2))
    assert len(Stepped(text).steps) == MAX_POSITIONS
    assert f"The first {MAX_POSITIONS - 1:,} of {count:,} moves are drawn." in text
    assert f"0/{count}" in text


def test_solutions_on_very_large_boards_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "MAX_REFERENCES", 100)
    game = find("english-central")
    text = solution_html(game, game.start, line_of_play(game, 10))
    assert len(Stepped(text).steps) == 4  # of 33, 32, 31 and 30 parts
    assert "The first 3 of 10 moves are drawn." in text


def test_a_solution_of_cards_stays_small() -> None:
    game = find("FreeCell.123456")
    moves = line_of_play(game, 84)
    assert len(moves) == 84
    assert len(solution_html(game, game.start, moves)) < 300_000
    assert len(position_svg(game, game.start)) < 30_000


class Tiles(ludoscope.Collection):
    """Pictures of the 15-puzzle, as a plug-in draws them."""

    def draw(self, game: AnyGame, position: Hashable) -> Picture:
        tiles = [element("text", HOSTILE, x=10.125 * i) for i, _ in enumerate(game.text(position))]
        return Picture(160, 160, tuple(tiles), background="#ABCDEF")

    def describe_move(self, game: AnyGame, position: Hashable, move: Hashable) -> str:
        return HOSTILE


def test_a_plugin_draws_its_own_picture() -> None:
    game = load_fifteen().Fifteen((*range(1, 15), 0, 15))
    with ludoscope.register(load_fifteen().FifteenFamily, collection=Tiles):
        root = check_svg(position_svg(game, game.start))
        assert root.attrib["viewBox"] == "0 0 160 160"
        assert root.findtext(f"{SVG}title") == "15-puzzle"
        assert 'fill="#ABCDEF"' in position_svg(game, game.start)
        view = solution_html(game, game.start, line_of_play(game, 3))
        assert len(Stepped(view).steps) == 4
        assert "<script" not in view


def test_parts_that_are_not_made_by_element_are_escaped() -> None:
    class Texts(ludoscope.Collection):
        def draw(self, game: AnyGame, position: Hashable) -> Picture:
            return Picture(10, 10, (HOSTILE,), background=HOSTILE)  # type: ignore[arg-type]

    game = load_fifteen().Fifteen((*range(1, 15), 0, 15))
    with ludoscope.register(load_fifteen().FifteenFamily, collection=Texts):
        moves = line_of_play(game, 1)
        check_svg(position_svg(game, game.start))
        check_svg(solution_svg(game, game.start, moves))
        assert "<script" not in solution_html(game, game.start, moves)
        Stepped(solution_html(game, game.start, moves))


def test_a_picture_of_the_wrong_type_is_refused() -> None:
    class Wrong(ludoscope.Collection):
        def draw(self, game: AnyGame, position: Hashable) -> Picture:
            return "<svg/>"  # type: ignore[return-value]

    game = load_fifteen().Fifteen((*range(1, 15), 0, 15))
    message = r"Wrong\.draw returned '<svg/>', expected a Picture"
    with (
        ludoscope.register(load_fifteen().FifteenFamily, collection=Wrong),
        pytest.raises(TypeError, match=message),
    ):
        position_svg(game, game.start)


def test_objects_show_themselves() -> None:
    puzzle = ludoscope.puzzle("orush-02").after("C>")
    game, position = puzzle.game, puzzle.position
    assert position.value != game.start
    picture = position_svg(game, position.value, title="Number 2")
    assert ludoscope.svg(puzzle) == puzzle._repr_svg_() == picture
    assert ludoscope.svg(position) == position._repr_svg_() == position_svg(game, position.value)
    moves = [(1, 1), (0, 1), (0, 1)]
    solved = ludoscope.Solved(puzzle=puzzle, moves=tuple(moves), explored=0, seconds=0.0)
    film = solution_svg(game, position.value, moves, title="Number 2")
    assert ludoscope.svg(solved) == film
    view = Stepped(solved._repr_html_())
    assert view.root.attrib["aria-label"] == "Number 2"
    first = draw_position(game, position.value)
    assert view.position(0) == [as_parsed(part) for part in first.parts]
    assert len(view.steps) == 4


def test_only_what_has_a_picture_is_drawn() -> None:
    message = (
        r"what: found 'orush-02' \(str\), expected a puzzle, a position, a solution or a graph"
    )
    with pytest.raises(TypeError, match=message):
        ludoscope.svg("orush-02")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("picture", "fault_text"),
    [
        ("<svg/>", "'<svg/>'"),
        (Picture(10, 10, (Markup("<g"),)), "not well-formed"),
        (Picture(10, 10, (7,)), "'int' object has no attribute"),  # type: ignore[arg-type]
    ],
)
def test_check_game_finds_what_is_no_picture(picture: object, fault_text: str) -> None:
    class Wrong(ludoscope.Collection):
        puzzles = (ludoscope.Puzzle("one", load_fifteen().Fifteen(range(16)), "One"),)

        def draw(self, game: AnyGame, position: Hashable) -> Picture:
            return picture  # type: ignore[return-value]

    with ludoscope.register(load_fifteen().FifteenFamily, collection=Wrong):
        [result] = run_checks(Subject("fifteen"), ["pictures"], 10)
    assert result.faults
    assert all(fault_text in fault.found for fault in result.faults)
