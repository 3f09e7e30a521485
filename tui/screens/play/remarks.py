"""Sentences about the state of a game, for the message bar and the side panel."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoscope.tui.model.analysis import EVERY_MOVE_LOSES
from ludoscope.tui.model.badge import describe_position
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.game_layout import GameLayout
from ludoscope.tui.widgets.result_box import format_result_line

if TYPE_CHECKING:
    from ludoscope.tui.model.explanation_pages import ExplanationPages

TIMELINE_WIDTH = 28  # cells that the outcome of a solver leaves to the timeline


def list_remarks(model: GameModel, *, has_panel: bool = False) -> Sequence[str]:
    """Return sentences about the selection, or else about the last move, its comment first.

    Args:
        model: The game.
        has_panel: True if the panel says above them which move has lost the game.
    """
    if model.explanation and not model.replay:
        return _explanation_remarks(model.explanation, model)
    if model.replay or model.is_stuck:
        return []
    selection_remarks = model.board.selection_notes(model.position)
    if model.board.overlay and not model.session.is_over:
        key = model.key_display("play.overlay", "v")
        return [f"{model.board.overlay} ({key}: {model.next_overlay_name})", *selection_remarks]
    if selection_remarks:
        return selection_remarks
    annotation = model.session.history.current.annotation
    comment = [annotation] if annotation else []
    if not model.options.preferences.analysis:
        return comment
    commands = {"undo": "u", "solve": "s", "sides": "o", "winnable": "z"}
    keys = (model.key_display(f"play.{name}", usual) for name, usual in commands.items())
    sentences = describe_position(model.analysis, model.session, *keys)
    if has_panel and model.is_lost:
        sentences = [text for text in sentences[1:] if text.lower() != EVERY_MOVE_LOSES]
    return [*comment, *sentences]


def _explanation_remarks(explanation: "ExplanationPages", model: GameModel) -> Sequence[str]:
    """Return the page of an explanation, the key to the next one, and how far it is."""
    key, page = model.key_display("play.explain", "!"), explanation.page
    remarks = [explanation.describe_progress()] if explanation.progress else []
    if page:
        count = f"{explanation.index + 1} of {len(explanation.pages)}"
        remarks = [page.text, f"{count}, {key}: next", *remarks]
        if page.overlay:
            remarks[1:1] = model.board.selection_notes(model.position)
    return remarks


def limit_lines(lines: Block, width: int, height: int) -> Block:
    """Return the first lines of a wrapped text; the last one ends with "…" if some are left out.

    Args:
        lines: The lines of the text, none of which is blank.
        width: The cells of a line.
        height: The largest number of lines.
    """
    if len(lines) <= max(0, height):
        return lines
    if height < 1:
        return []
    last = lines[height - 1]
    text = drawing.line_text(drawing.fit_line(last, max(0, width - 1))).rstrip(" ,;:")
    return [*lines[: height - 1], [(f"{text}…", last[0][1])]]


def message_lines(model: GameModel, width: int, height: int, prompt_hint: str) -> Block:
    """Return the message of the model, or else what the prompt or the board waits for.

    Args:
        model: The game.
        width: The cells of a line.
        height: The largest number of lines.
        prompt_hint: What can be typed at the prompt; "" if it is not open, or says so itself.
    """
    hint = prompt_hint
    if not hint and not model.replay:
        hint = model.board.expected_keys_text(model.position)
    role = "notice" if model.message else "dim"
    return limit_lines(drawing.wrap_text(model.message or hint, width, role), width, height)


def status_line(model: GameModel, layout: GameLayout, *, result_on_board: bool) -> StyledLine:
    """Return what is shown without a message: the outcome of a solver, the result, or remarks.

    Args:
        model: The game.
        layout: The layout of the screen.
        result_on_board: True if the board shows the result already.
    """
    if model.replay:
        return []
    if model.solver_run:
        return _solver_outcome(model, layout)
    if layout.shows_result_on_board(model):
        return [] if result_on_board else format_result_line(model)
    sentences = [] if layout.panel_width else list_remarks(model)
    text = "; ".join(sentences)
    if model.board.overlay and len(text) > layout.width - 2:  # rather its legend than its key
        text = "; ".join([model.board.overlay, *sentences[1:]])
    return [(text, "")] if text else []


def _solver_outcome(model: GameModel, layout: GameLayout) -> StyledLine:
    """Return what the solver has found, and as many of its figures as fit."""
    assert model.solver_run
    width = layout.width - 2 - (TIMELINE_WIDTH if layout.panel_width else 0)
    outcome, *figures = model.solver_run.describe_verdict().split(" · ")
    if len(outcome) > width:  # the panel gives the reason
        outcome = outcome.partition(": ")[0]
    while figures and len(" · ".join([outcome, *figures])) > width:
        figures.pop()
    return [(" · ".join([outcome, *figures]), model.solver_run.verdict_role)]
