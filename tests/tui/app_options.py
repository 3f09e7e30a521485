"""Options of boards and of the app, made and changed by the names of their fields."""

from dataclasses import fields, replace
from typing import Any

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions

APPEARANCE = {field.name for field in fields(Appearance)}


def make_options(host_limits: HostLimits | None = None, **values: Any) -> UserOptions:
    """Return options with values of fields of `Appearance` and `Preferences`."""
    appearance = {name: values.pop(name) for name in APPEARANCE & set(values)}
    return UserOptions(Appearance(**appearance), Preferences(**values), host_limits)


def change_options(app: LudoscopeApp, **values: Any) -> None:
    """Change options of a running app, as its settings would, without storing or telling it."""
    appearance = {name: values.pop(name) for name in APPEARANCE & set(values)}
    app.settings.replace_options(
        replace(app.options.appearance, **appearance), replace(app.options.preferences, **values)
    )
