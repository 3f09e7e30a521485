"""Modules that are imported on first use, so that start-up and the first frame do not load them.

Write `lazy.NAME` for the module, as in `lazy.pagoda.find_pagoda(...)`. Screens and dialogs are in
`tui.screens`. The table states what each module takes; one below 2 ms, or one that is loaded by
then anyway, is imported at the top of the module that needs it.
"""
# mypy: implicit-reexport
# ruff: noqa: F401

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import hashlib

    import plotille
    from pygments.lexers import python as python_lexer
    from rich import console as rich_console
    from rich import progress as rich_progress
    from textual import theme as textual_theme

    from ludoscope.games import plugin_guard
    from ludoscope.puzzles import (
        catalogue,
        daily,
        difficulty_process,
        pictures,
        series,
        winnable,
        word_search,
    )
    from ludoscope.puzzles import files as puzzle_files
    from ludoscope.puzzles import registry as collections
    from ludoscope.puzzles.bench import batch_overhead, library_speed, values_latency
    from ludoscope.puzzles.peg import files as peg_files
    from ludoscope.search import errors as search_errors
    from ludoscope.search import registry
    from ludoscope.search.hexapawn import matchboxes
    from ludoscope.search.peg import atlas, kernel_problem, pagoda, prove, swift
    from ludoscope.search.process import child_process
    from ludoscope.search.process import client as process_client
    from ludoscope.search.rush import explore
    from ludoscope.tui import (
        actions,
        crash,
        error_log,
        navigator,
        newer_saves,
        puzzle_opener,
    )
    from ludoscope.tui.boards import registry as boards
    from ludoscope.tui.boards.hexapawn import editor as hexapawn_editor
    from ludoscope.tui.boards.hexapawn import rules as hexapawn_rules
    from ludoscope.tui.boards.hexapawn import spoken as hexapawn_spoken
    from ludoscope.tui.boards.patience import descriptions as patience_descriptions
    from ludoscope.tui.boards.patience import editor as patience_editor
    from ludoscope.tui.boards.patience import rules as patience_rules
    from ludoscope.tui.boards.patience import spoken as patience_spoken
    from ludoscope.tui.boards.peg import editor as peg_editor
    from ludoscope.tui.boards.peg import rules as peg_rules
    from ludoscope.tui.boards.peg import spoken as peg_spoken
    from ludoscope.tui.boards.rush import editor as rush_editor
    from ludoscope.tui.boards.rush import rules as rush_rules
    from ludoscope.tui.boards.rush import spoken as rush_spoken
    from ludoscope.tui.commands import bench_screen, plugin_loading, solve_run, versions
    from ludoscope.tui.commands import lobby as lobby_command
    from ludoscope.tui.game_check import client as game_check_client
    from ludoscope.tui.model import (
        explanation_pages,
        peg_atlas,
        rush_state_space,
        share,
        solver_run,
    )
    from ludoscope.tui.plain import program as plain_program
    from ludoscope.tui.saves import autosave, store
    from ludoscope.tui.screens.home import calendar_text
    from ludoscope.tui.screens.home import rows as home_rows
    from ludoscope.tui.services import (
        difficulties,
        key_bindings,
        plugin_faults,
        puzzle_finder,
        saves_service,
        winnable_deals,
    )
    from ludoscope.tui.services import library as library_service
    from ludoscope.tui.services import lobby as lobby_service
    from ludoscope.tui.services import similar as similar_puzzles
    from ludoscope.tui.terminal import driver_choice
    from ludoscope.tui.widgets import puzzle_prompt, svg

_MODULES = {  # with the milliseconds that the import takes, dependencies not yet loaded included
    "hashlib": "hashlib",  # 5: loads OpenSSL
    "plotille": "plotille",  # 12
    "python_lexer": "pygments.lexers.python",  # 21
    "rich_console": "rich.console",  # 35
    "rich_progress": "rich.progress",  # 42
    "textual_theme": "textual.theme",  # 290 where Textual is not loaded
    "plugin_guard": "ludoscope.games.plugin_guard",  # 14: dataclasses and typing
    "catalogue": "ludoscope.puzzles.catalogue",  # 29
    "daily": "ludoscope.puzzles.daily",  # 5
    "difficulty_process": "ludoscope.puzzles.difficulty_process",  # 25
    "pictures": "ludoscope.puzzles.pictures",  # 4
    "collections": "ludoscope.puzzles.registry",  # 2
    "puzzle_files": "ludoscope.puzzles.files",  # 16
    "series": "ludoscope.puzzles.series",  # 6
    "winnable": "ludoscope.puzzles.winnable",  # 25
    "word_search": "ludoscope.puzzles.word_search",  # 4
    "batch_overhead": "ludoscope.puzzles.bench.batch_overhead",  # 41; not on Windows
    "library_speed": "ludoscope.puzzles.bench.library_speed",  # 12
    "values_latency": "ludoscope.puzzles.bench.values_latency",  # 12
    "peg_files": "ludoscope.puzzles.peg.files",  # 8
    "search_errors": "ludoscope.search.errors",  # 2: loads the package `search`
    "registry": "ludoscope.search.registry",  # 23
    "child_process": "ludoscope.search.process.child_process",  # 2
    "process_client": "ludoscope.search.process.client",  # 25
    "matchboxes": "ludoscope.search.hexapawn.matchboxes",  # 5
    "atlas": "ludoscope.search.peg.atlas",  # 15
    "kernel_problem": "ludoscope.search.peg.kernel_problem",  # 4
    "pagoda": "ludoscope.search.peg.pagoda",  # 3
    "prove": "ludoscope.search.peg.prove",  # 17
    "swift": "ludoscope.search.peg.swift",  # 16; needs compiled kernels
    "explore": "ludoscope.search.rush.explore",  # 11
    "actions": "ludoscope.tui.actions",  # 3
    "crash": "ludoscope.tui.crash",  # 7
    "error_log": "ludoscope.tui.error_log",  # 6
    "navigator": "ludoscope.tui.navigator",  # 10
    "newer_saves": "ludoscope.tui.newer_saves",  # 15
    "puzzle_opener": "ludoscope.tui.puzzle_opener",  # 20
    "boards": "ludoscope.tui.boards.registry",  # 2
    "hexapawn_editor": "ludoscope.tui.boards.hexapawn.editor",  # 5
    "hexapawn_rules": "ludoscope.tui.boards.hexapawn.rules",  # 12
    "hexapawn_spoken": "ludoscope.tui.boards.hexapawn.spoken",  # 2
    "patience_editor": "ludoscope.tui.boards.patience.editor",  # 6
    "patience_rules": "ludoscope.tui.boards.patience.rules",  # 20
    "patience_spoken": "ludoscope.tui.boards.patience.spoken",  # 12
    "patience_descriptions": "ludoscope.tui.boards.patience.descriptions",  # 13
    "peg_editor": "ludoscope.tui.boards.peg.editor",  # 5
    "peg_rules": "ludoscope.tui.boards.peg.rules",  # 14
    "peg_spoken": "ludoscope.tui.boards.peg.spoken",  # 2
    "rush_editor": "ludoscope.tui.boards.rush.editor",  # 5
    "rush_rules": "ludoscope.tui.boards.rush.rules",  # 17
    "rush_spoken": "ludoscope.tui.boards.rush.spoken",  # 2
    "bench_screen": "ludoscope.tui.commands.bench_screen",  # 77; not on Windows
    "lobby_command": "ludoscope.tui.commands.lobby",  # 75
    "game_check_client": "ludoscope.tui.game_check.client",  # 160
    "plugin_loading": "ludoscope.tui.commands.plugin_loading",  # 5
    "solve_run": "ludoscope.tui.commands.solve_run",  # 60
    "versions": "ludoscope.tui.commands.versions",  # 2: platform, importlib.util
    "explanation_pages": "ludoscope.tui.model.explanation_pages",  # 9
    "peg_atlas": "ludoscope.tui.model.peg_atlas",  # 3
    "rush_state_space": "ludoscope.tui.model.rush_state_space",  # 11
    "share": "ludoscope.tui.model.share",  # 2
    "solver_run": "ludoscope.tui.model.solver_run",  # 9
    "plain_program": "ludoscope.tui.plain.program",  # 60
    "autosave": "ludoscope.tui.saves.autosave",  # 17
    "store": "ludoscope.tui.saves.store",  # 17
    "difficulties": "ludoscope.tui.services.difficulties",  # 20
    "key_bindings": "ludoscope.tui.services.key_bindings",  # 2
    "library_service": "ludoscope.tui.services.library",  # 22
    "lobby_service": "ludoscope.tui.services.lobby",  # 26
    "plugin_faults": "ludoscope.tui.services.plugin_faults",  # 12: ctypes
    "puzzle_finder": "ludoscope.tui.services.puzzle_finder",  # 9
    "saves_service": "ludoscope.tui.services.saves_service",  # 17
    "similar_puzzles": "ludoscope.tui.services.similar",  # 23
    "winnable_deals": "ludoscope.tui.services.winnable_deals",  # 5
    "calendar_text": "ludoscope.tui.screens.home.calendar_text",  # 14
    "home_rows": "ludoscope.tui.screens.home.rows",  # 16
    "driver_choice": "ludoscope.tui.terminal.driver_choice",  # 220: loads Textual
    "puzzle_prompt": "ludoscope.tui.widgets.puzzle_prompt",  # 3
    "svg": "ludoscope.tui.widgets.svg",  # 4
}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(_MODULES[name])


def load(names: Iterable[str]) -> None:
    """Import modules before they are used; to be called in a thread, which need not be waited for.

    Args:
        names: Names in the table.
    """
    for name in names:
        import_module(_MODULES[name])
