"""The examples of docs/formats.md."""

import re
import shlex
from pathlib import Path

from many import each_of

from ludoscope.puzzles.catalogue import collection, collections

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ ludoscope (.+)\n((?:.+\n)*?)(?=\n|```)", PAGE, re.MULTILINE)


@each_of(("line", "expected"), COMMANDS)
def test_commands_print_what_the_page_says(ludoscope, line: str, expected: str) -> None:
    ran = ludoscope(*shlex.split(line))
    pattern = re.escape(expected).replace(r"\.\.\.\ s", r"\d\.\d+ s")
    assert re.fullmatch(pattern, ran.out), ran.out + ran.err
    assert ran.code in (0, 2)


def test_drawn_boards_of_the_page_are_read(ludoscope, tmp_path) -> None:
    [drawing] = re.findall("```\n(ppp\n[^`]+)```", PAGE)
    (tmp_path / "board").write_text(drawing)
    assert ludoscope("show", str(tmp_path / "board"), "--format", "line").out == "ppp/.../PPP W\n"


def test_every_format_of_a_table_exists() -> None:
    named = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    families = ("hexapawn", "rush", "peg", "patience")
    assert named == {name for family in families for name in collection(family).position_formats}
    assert all(f"\n## {title}\n" in PAGE for title in ("Hexapawn", "ORush", "Peg solitaire"))
    assert len(list(collections())) == 4
