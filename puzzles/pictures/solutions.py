"""Solutions as HTML to step through, without scripts, and as SVG that plays by itself.

All positions of a solution are stored. Each part that occurs in some of them is defined once, and a
position refers to its parts by `<use>`.

In the HTML each position has a radio button, which is not seen; the style sheet shows the position
whose button is checked, and the labels of the buttons are what the reader clicks. The arrow keys
move between radio buttons, and so between positions. All names begin with the id of the view, so
that there may be several on a page.
"""

import os
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from ludoscope.games import AnyGame
from ludoscope.games.errors import short_line
from ludoscope.puzzles.pictures.documents import (
    FONT,
    MAX_TITLE_CHARACTERS,
    default_title,
    draw_position,
    svg_document,
)
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.svg import Markup, Picture, element, escape_text, join, label, panel

MAX_POSITIONS = 1001
MAX_REFERENCES = 100_000
"""The greatest number of parts in all positions of a view, some 3 MB."""

SECONDS_PER_MOVE = 0.9
MAX_SECONDS = 90  # of all moves together, unless there are hundreds
MIN_SECONDS_PER_MOVE = 0.25
FINAL_SECONDS = 2.5
CAPTION_HEIGHT = 30

_MAX_MOVE_CHARACTERS = 60

_MARK = (  # of what has moved: a bright and a dark outline, to be seen on any background
    "filter:drop-shadow(0 0 1px #F0E442) drop-shadow(0 0 1px #F0E442)"
    " drop-shadow(0 0 2px #D55E00) drop-shadow(0 0 1px #D55E00)"
)

_STYLE = """
#ID{position:relative;font:14px/1.6 system-ui,sans-serif;overflow:hidden}
#ID>input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;pointer-events:none}
#ID>.v>div{display:none}
#ID p{margin:.3em 0}
#ID label{cursor:pointer;user-select:none;border:1px solid;border-radius:4px;padding:.1em .6em}
#ID .m{max-height:7em;overflow:auto}
#ID .m label{display:inline-block;border-color:transparent;padding:0 .3em}
#ID .n{MARK}
#ID>input:focus-visible~.v svg{outline:3px solid #0072B2;outline-offset:-3px}
"""


def solution_html(
    game: AnyGame,
    start: Hashable,
    moves: Sequence[Hashable],
    *,
    title: str = "",
    element_id: str | None = None,
) -> str:
    """Return a solution as HTML in which the reader steps from position to position.

    At most 1,000 moves are drawn, fewer on very large boards; then a sentence says so.

    Args:
        game: The game.
        start: The position before the first move.
        moves: The moves.
        title: The title for screen readers; by default the name of the game.
        element_id: The id of the HTML element, unique on its page; by default a random one.

    Raises:
        ValueError: A move is illegal.
    """
    return _view(_Film.of(game, start, moves, title), element_id or f"L{os.urandom(3).hex()}")


def solution_page(
    game: AnyGame, start: Hashable, moves: Sequence[Hashable], *, title: str = ""
) -> str:
    """Return the HTML document of a solution, which is the same each time; see `solution_html`."""
    film = _Film.of(game, start, moves, title)
    head = (
        '<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width"/>',
        '<meta name="color-scheme" content="light dark"/>',
        f"<title>{escape_text(film.title)}</title>",
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n'
        + "\n".join(head)
        + '\n</head>\n<body style="max-width:60em;margin:1em auto;padding:0 1em">\n'
        + f'<h1 style="font:1.4em system-ui,sans-serif">{escape_text(film.title)}</h1>\n'
        + f"{_view(film, film.digest)}</body>\n</html>\n"
    )


def solution_svg(
    game: AnyGame, start: Hashable, moves: Sequence[Hashable], *, title: str = ""
) -> str:
    """Return a solution as an SVG document that shows one position after another, again and again.

    It plays wherever SVG images are shown. A reader who asks for less motion, and a program that
    does not know animations, sees the first position. The bounds are those of `solution_html`.

    Raises:
        ValueError: A move is illegal.
    """
    film = _Film.of(game, start, moves, title)
    name = film.digest
    count = len(film.positions)
    seconds = min(SECONDS_PER_MOVE, max(MAX_SECONDS / count, MIN_SECONDS_PER_MOVE))
    total = count * seconds + FINAL_SECONDS
    share = 100 / total
    style = (
        f".{name}{{animation:{name} {total:g}s step-end infinite}}"
        f"@keyframes {name}{{0%{{visibility:visible}}{seconds * share:.6g}%{{visibility:hidden}}}}"
        f".{name} .n{{{_MARK}}}"
        f".{name}z{{animation-name:{name}z}}"
        f"@keyframes {name}z{{0%{{visibility:visible}}"
        f"{(seconds + FINAL_SECONDS) * share:.6g}%{{visibility:hidden}}}}"
        f"@media(prefers-reduced-motion){{.{name}{{animation:none}}}}"
    )
    frames = []
    for number in range(count):
        last = f" {name}z" if number == count - 1 else ""
        frames.append(
            element(
                "g",
                element("use", href=f"#{name}b"),  # hides the position before
                film.references(number, name),
                label(film.caption(number), 12, film.height + 20, 15, anchor="start"),
                class_=f"{name}{last}",
                style=f"animation-delay:{number * seconds:g}s" if number else None,
                visibility="hidden" if number else None,
            )
        )
    height = film.height + CAPTION_HEIGHT
    background = join(
        [
            panel(film.width, height, "#FBF7F0"),
            panel(film.width, film.height, film.background),
        ]
    )
    return svg_document(
        film.width,
        height,
        element("style", Markup(style)),
        element("defs", element("g", background, id=f"{name}b"), film.definitions(name)),
        *frames,
        title=film.title,
        description=", ".join(film.moves),
    )


@dataclass
class _Film:
    """The positions of a solution, as the numbers of their parts.

    Attributes:
        title: The title.
        width: The width of the widest position.
        height: The height of the highest one.
        background: The colour behind the parts.
        parts: The parts that occur in some position.
        positions: The numbers of the parts of each position.
        moves: The moves between the positions, as described.
        omitted_count: The number of further moves, which are not drawn.
    """

    title: str
    width: int = 0
    height: int = 0
    background: str = ""
    parts: list[Markup] = field(default_factory=list)
    positions: list[list[int]] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    omitted_count: int = 0
    _numbers: dict[Markup, int] = field(default_factory=dict)

    @classmethod
    def of(cls, game: AnyGame, start: Hashable, moves: Sequence[Hashable], title: str) -> "_Film":
        """Return the film of moves from a position."""
        film = cls(short_line(title or default_title(game), MAX_TITLE_CHARACTERS))
        film._add(draw_position(game, start))
        describe = collection(game.family).describe_move
        position, reference_count = start, len(film.positions[0])
        for number, move in enumerate(moves):
            if len(film.positions) == MAX_POSITIONS or reference_count > MAX_REFERENCES:
                film.omitted_count = len(moves) - number
                break
            text = describe(game, position, move)
            position = game.play(position, move)
            film.moves.append(short_line(text, _MAX_MOVE_CHARACTERS))
            film._add(draw_position(game, position))
            reference_count += len(film.positions[-1])
        return film

    def _add(self, picture: Picture) -> None:
        self.width, self.height = max(self.width, picture.width), max(self.height, picture.height)
        self.background = self.background or picture.background
        for part in picture.parts:
            if part not in self._numbers:
                self._numbers[part] = len(self.parts)
                self.parts.append(part)
        self.positions.append([self._numbers[part] for part in picture.parts])

    @property
    def digest(self) -> str:
        """An id for films of the same positions and moves."""
        content = repr((self.title, self.positions, self.moves, self.parts))
        return f"L{crc32(content.encode(errors='replace')):08x}"

    def caption(self, number: int) -> str:
        """Return the number of a position, and the move to it."""
        move = f": {self.moves[number - 1]}" if number else ""
        return f"{number}/{len(self.moves) + self.omitted_count}{move}"

    def definitions(self, name: str) -> Markup:
        """Return all parts, each with an id that begins with `name`."""
        return join([element("g", part, id=f"{name}p{i}") for i, part in enumerate(self.parts)])

    def references(self, number: int, name: str) -> Markup:
        """Return the parts of a position; those that the position before lacks have a class."""
        previous_parts = set(self.positions[max(number - 1, 0)])
        references = []
        for part in self.positions[number]:
            # a text that changes is a caption, not a piece
            is_new = part not in previous_parts and not self.parts[part].startswith("<text")
            mark = ' class="n"' if is_new else ""
            references.append(f'<use href="#{name}p{part}"{mark}/>')
        return Markup("".join(references))


def _view(film: _Film, name: str) -> str:
    """Return the HTML element of a film."""
    count = len(film.positions)
    style = _STYLE.replace("ID", name).replace("MARK", _MARK)
    style += ",\n".join(f"#{name}s{i}:checked~.v>:nth-child({i + 1})" for i in range(count))
    style += "{display:block!important}\n"
    style += ",\n".join(f"#{name}s{i}:checked~.m>:nth-child({i + 1})" for i in range(count))
    style += "{background:#0072B2;color:#fff}\n"
    chips = ["start", *(f"{number}. {move}" for number, move in enumerate(film.moves, 1))]
    buttons = [
        element(
            "input",
            type="radio",
            name=name,
            id=f"{name}s{i}",
            aria_label=chip,
            checked=None if i else "checked",
        )
        for i, chip in enumerate(chips)
    ]
    labels = [element("label", chip, for_=f"{name}s{i}") for i, chip in enumerate(chips)]
    background = element("g", panel(film.width, film.height, film.background), id=f"{name}b")
    definitions = join([background, film.definitions(name)])
    note = ""
    if film.omitted_count:
        total = count - 1 + film.omitted_count
        note = f"<p>The first {count - 1:,} of {total:,} moves are drawn.</p>"
    lines = [
        f'<div id="{name}" role="group" aria-label="{escape_text(film.title)}">',
        f"<style>{style}</style>",
        *buttons,
        '<div class="v">',
        *(_position_html(film, number, name) for number in range(count)),
        "</div>",
        f'<p class="m">{" ".join(labels)}</p>{note}',
        f'<svg width="0" height="0" style="position:absolute"><defs>{definitions}</defs></svg>',
        "</div>\n",
    ]
    return "\n".join(lines)


def _position_html(film: _Film, number: int, name: str) -> str:
    """Return a position below the buttons that lead to others."""
    last = len(film.positions) - 1
    targets = (("«", 0), ("‹", max(number - 1, 0)), ("›", min(number + 1, last)), ("»", last))
    buttons = " ".join(f'<label for="{name}s{target}">{sign}</label>' for sign, target in targets)
    caption = escape_text(film.caption(number))
    hidden = ' style="display:none"' if number else ""  # also where style sheets are removed
    return (
        f"<div{hidden}><p>{buttons} {caption}</p>"
        f'<svg viewBox="0 0 {film.width} {film.height}" width="{film.width}" font-family="{FONT}"'
        f' style="max-width:100%"><use href="#{name}b"/>{film.references(number, name)}</svg></div>'
    )
