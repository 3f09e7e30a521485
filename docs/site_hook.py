"""MkDocs hook that fills in text kept elsewhere in the project, so that it is written only once.

It takes the place of a line that ends with a comment; the line itself is for readers of the
repository, and says where they find the text.

    … <!-- {{ FILE: ## Heading }} -->    that section of a file of the project, its links set right
    … <!-- {{ commands }} -->            every command with its help, from the grammar of the
                                         command line

The pages of the solvers are made from their docstrings, as those in the app.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ludoscope.games import FAMILIES
from ludoscope.search import solver_docs
from ludoscope.search.registry import solvers
from ludoscope.tui.commands.parser import COMMANDS, build_parser, subparsers
from ludoscope.tui.text.formatting import format_guarantee

ROOT = Path(__file__).parents[1]
TAKEN = re.compile(r"^.*<!-- \{\{ (?P<file>[\w.]+): (?P<heading>#+ .+?) \}\} -->$", re.MULTILINE)
COMMANDS_LINE = re.compile(r"^.*<!-- \{\{ commands \}\} -->$", re.MULTILINE)
LINKS = {  # of files at the root, by where they lead on the site
    "docs/": "",
    "SECURITY.md": "hosting.md",
    "CONTRIBUTING.md": "adding-a-game.md",
}


def on_config(config: Any) -> Any:
    """Set the width of the help."""
    os.environ["COLUMNS"] = "100"
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the solvers."""
    for family in FAMILIES.values():
        text = "\n".join(_solvers(family.name))
        files.append(File.generated(config, f"solvers-{family.name}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Fill in what is taken from elsewhere; PluginError when it is not there."""
    try:
        markdown = TAKEN.sub(lambda found: _section(found["file"], found["heading"]), markdown)
    except ValueError as missing:
        raise PluginError(f"docs/{page.file.src_uri} takes a section: {missing}") from None
    return COMMANDS_LINE.sub(lambda _: "\n".join(_commands()), markdown)


def _section(name: str, heading: str) -> str:
    """Return a section of a file without its heading; raise ValueError if it is missing."""
    text = (ROOT / name).read_text(encoding="utf-8")
    level = heading.partition(" ")[0]
    begin = re.search(rf"^{re.escape(heading)}$", text, re.MULTILINE)
    if not begin:
        raise ValueError(f"{name} has no heading {heading!r}")
    rest = text[begin.end() :]
    end = re.search(rf"^#{{1,{len(level)}}} ", _without_code(rest), re.MULTILINE)
    section = rest[: end.start()] if end else rest
    for old, new in LINKS.items():
        section = section.replace(f"]({old}", f"]({new}")
    return section.strip()


def _without_code(text: str) -> str:
    """Return the text with fenced code blanked out, where a line starting with # is no heading."""
    return re.sub(r"^```.*?^```", lambda found: " " * len(found[0]), text, flags=re.M | re.S)


def _commands() -> Iterator[str]:
    for name in COMMANDS:
        help_text = subparsers(build_parser(name))[name].format_help().strip()
        yield f"### {name}\n\n```text\n{help_text}\n```\n"


def _solvers(family: str) -> Iterator[str]:
    """Yield the Markdown page of a family's solvers, each with its description and source files."""
    yield f"# Solvers: {FAMILIES[family].title}\n"
    for solver in solvers(family):
        account = solver_docs.read_doc(solver)
        yield f"## {solver.name}\n\n{account.title}\n"
        yield from (f"{paragraph}\n" for paragraph in account.paragraphs)
        yield "| | |\n|---|---|"
        facts = {
            "Guarantee": format_guarantee(solver, family),
            **account.fields,
            **solver.counters.meanings(),
        }
        yield from (f"| **{word}** | {_cell(text)} |" for word, text in facts.items())
        codes = ", ".join(
            f"`{code.file}`: `{code.name}`" for code in solver_docs.source_files(solver)
        )
        yield f"| **Code** | {codes} |\n"
        if used := list(solver_docs.heuristic_code(solver)):
            yield "Heuristics and pruning rules:\n"
            yield from (f"* `{code.name}`: {_cell(_first(code.docstring))}" for _, code in used)
            yield ""


def _first(doc: str) -> str:
    return doc.partition("\n\n")[0]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
