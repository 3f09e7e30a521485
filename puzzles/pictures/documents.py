"""SVG documents: a picture with its size, its title and a description for screen readers."""

from collections.abc import Hashable

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_line, short_repr
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.svg import Markup, Picture, element, panel

MAX_TITLE_CHARACTERS = 200
MAX_DESCRIPTION_CHARACTERS = 2000

FONT = "Helvetica,Arial,sans-serif"


def position_svg(game: AnyGame, position: Hashable, *, title: str = "") -> str:
    """Return the SVG document of a position.

    It is readable on light and dark pages, since it has its own background.

    Args:
        game: The game.
        position: One of its positions.
        title: The title for screen readers; by default the name of the game.
    """
    picture = draw_position(game, position)
    return svg_document(
        picture.width,
        picture.height,
        panel(picture.width, picture.height, picture.background),
        *picture.parts,
        title=title or default_title(game),
        description=game.text(position),
    )


def draw_position(game: AnyGame, position: Hashable) -> Picture:
    """Return the picture of a position by its collection."""
    family = collection(game.family)
    picture = family.draw(game, position)
    if not isinstance(picture, Picture):
        name = f"{type(family).__name__}.draw"
        raise TypeError(f"{name} returned {short_repr(picture)}, expected a Picture")
    return picture


def default_title(game: AnyGame) -> str:
    """Return the title of a picture whose puzzle is not known."""
    return FAMILIES[game.family].title


def svg_document(
    width: int, height: int, *content: Markup, title: str, description: str = ""
) -> Markup:
    """Return an SVG document that is no wider than the page and is named to screen readers."""
    names = [element("title", short_line(title, MAX_TITLE_CHARACTERS))]
    if description:
        names.append(element("desc", short_line(description, MAX_DESCRIPTION_CHARACTERS)))
    return element(
        "svg",
        *names,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_family=FONT,
        style="max-width:100%;height:auto",
    )
