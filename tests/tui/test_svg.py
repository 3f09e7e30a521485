"""Frames as SVG: well formed, every character in its cell, a film in steps."""

import xml.etree.ElementTree as ET
from pathlib import Path
from runpy import run_path

import pytest
from rich.segment import Segment
from rich.style import Style

from ludoscope.tui.widgets.svg import CELL_WIDTH, capture_frame, render_picture

NS = {"svg": "http://www.w3.org/2000/svg"}
DOCS = Path(__file__).parents[2] / "docs"
BOLD = Style(bold=True, color="red")


def line(*parts: tuple[str, Style]) -> list[Segment]:
    return [Segment(text, style) for text, style in parts]


def test_text_stands_in_its_column() -> None:
    tree = ET.fromstring(render_picture([line((" ab ", Style()), ("<&>", BOLD))], "a & b"))
    texts = tree.findall(".//svg:defs//svg:text", NS)
    assert [text.text for text in texts] == ["ab", "<&>"]
    assert [float(text.get("x")) for text in texts] == [CELL_WIDTH * 1, CELL_WIDTH * 4]
    assert [float(text.get("textLength")) for text in texts] == [round(CELL_WIDTH * 2, 1), 25.2]
    assert tree.get("aria-label") == "a & b"


def test_reverse_video_swaps_text_and_background() -> None:
    tree = ET.fromstring(render_picture([line(("x", Style(reverse=True)))], ""))
    [box] = tree.findall(".//svg:defs//svg:rect", NS)
    assert box.get("fill") == "#d6dae2"
    assert "fill:#181a21" in tree.find("svg:style", NS).text


def test_animated_svg_stores_each_line_once() -> None:
    same, first, second = line(("same", Style())), line(("1", BOLD)), line(("2", BOLD))
    film = run_path(str(DOCS / "film.py"))["film"]
    written = film([(1.0, [same, first]), (3.0, [same, second])], "")
    tree = ET.fromstring(written)
    assert len(tree.findall(".//svg:defs/svg:g", NS)) == 3
    assert len(tree.findall(".//svg:use", NS)) == 4
    css = tree.find("svg:style", NS).text
    assert "0.000%{transform:translateY(0px)}25.000%{transform:translateY(-33px)}" in css
    assert "prefers-reduced-motion" in css


def test_single_frame_svg_is_not_animated() -> None:
    assert "animation" not in render_picture([line(("x", Style()))], "")


@pytest.mark.long
async def test_palette_command_saves_a_picture_of_the_screen(open_app, tmp_path) -> None:
    async with open_app("lucas-03") as pilot:
        await pilot.press("ctrl+p", *"picture", "enter")
        await pilot.wait_until(lambda: "Exported to" in pilot.screen_text())
        [path] = (tmp_path / "saves" / "exports").glob("*.svg")
        assert "Lucas 3" in path.read_text(encoding="utf-8")


@pytest.mark.long
async def test_picture_includes_dialogs(open_app) -> None:
    async with open_app("lucas-03") as pilot:
        await pilot.press("s", "s")
        lines = ["".join(part.text for part in line) for line in capture_frame(pilot.app)]
        assert lines[0].startswith(" Peg solitaire › Lucas 3")
        assert "Solve with" in "".join(lines)
        assert {len(line) for line in lines} == {80}
