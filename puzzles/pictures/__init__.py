"""Pictures of positions and solutions, for notebooks, web pages and files.

`position_svg` draws a position, `solution_svg` a solution that plays by itself, `solution_html` one
to step through in a notebook, and `solution_page` the same as a web page. They need no script, font
or style sheet of their own. What is drawn is declared by each collection, see
`puzzles.collection.Collection.draw`.
"""

from ludoscope.puzzles.pictures.documents import position_svg
from ludoscope.puzzles.pictures.solutions import solution_html, solution_page, solution_svg

__all__ = ["position_svg", "solution_html", "solution_page", "solution_svg"]
