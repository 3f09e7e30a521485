"""Style sheets shared by all apps of the process, which halves the cost of opening an app.

A style sheet is parsed once. The rules that match a widget depend on the sheet and on what its
selectors can see: types, names, classes and states from the app down to the widget. The matches are
reused where all of these are equal. Textual still evaluates states that depend on siblings.
"""

from typing import Any

import pytest
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget

SEEN = ("_reactive_mouse_hover", "_reactive_has_focus", "_reactive_disabled")
FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")

_parse = Stylesheet._parse_rules
_apply = Stylesheet.apply
_replace = Stylesheet.replace_rules
_parsed: dict[tuple, list[RuleSet]] = {}
_found: dict[tuple, dict[tuple, tuple]] = {}  # by sheet, by what selectors see


def share_stylesheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share parsed style sheets and matched rules between apps until the test ends."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", parsed_once)
    monkeypatch.setattr(Stylesheet, "apply", applied)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)  # the same, not in Python


def parsed_once(sheet: Stylesheet, css: str, **source: Any) -> list[RuleSet]:
    """Return the rules of a style sheet, parsed once."""
    variables, key = vars(sheet).get("known", (None, ()))
    if variables is not sheet._variables:
        key = tuple(sheet._variables.items())
        vars(sheet)["known"] = sheet._variables, key
    key = (css, key, *source.items())
    if key not in _parsed:
        _parsed[key] = _parse(sheet, css, **source)
    return _parsed[key]


def applied(
    sheet: Stylesheet, node: DOMNode, *, animate: bool = False, cache: dict | None = None
) -> None:
    """Give a widget the rules that hold for it."""
    found = _found_of(sheet)
    key = tuple(map(_seen, node.css_path_nodes))
    if key not in found:
        holding: dict = {}
        _apply(sheet, node, animate=animate, cache=holding)
        for rules in holding.values():
            found[key] = rules, {name: getattr(node, name) for name in FLAGS}
        vars(node)["components"] = found, key  # it has them now, not those of an earlier theme
        return
    rules, flags = found[key]
    vars(node).update(flags)
    base = node.styles.base._rules
    before, then = vars(node).get("applied", (None, None))
    if before is rules and then == base:
        node.notify_style_update()
    else:
        sheet.replace_rules(node, rules, animate=animate)
        vars(node)["applied"] = rules, dict(base)
    sheet_before, key_before = vars(node).get("components", (None, None))
    if sheet_before is not found or key_before != key:
        sheet._process_component_classes(node)
        vars(node)["components"] = found, key


def _found_of(sheet: Stylesheet) -> dict[tuple, tuple]:
    rules, found = vars(sheet).get("found", (None, None))
    if rules is not sheet.rules:
        found = _found.setdefault(tuple(map(id, sheet.rules)), {})
        vars(sheet)["found"] = sheet.rules, found
    return found


def _seen(node: DOMNode) -> tuple:
    if isinstance(node, App):
        theme = node.current_theme.dark, node.native_ansi_color, node.no_color, node.is_inline
        return type(node), node.app_focus, frozenset(node._classes), theme
    state = vars(node)
    if isinstance(node, Widget):
        states = (*map(state.get, SEEN), node.can_focus)
        return type(node), node._id, frozenset(node._classes), states
    return type(node), node._id, frozenset(node._classes)
