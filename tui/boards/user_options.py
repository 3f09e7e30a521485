"""Read-only access to the options that boards, models, widgets and screens follow."""

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.preferences import Preferences


class UserOptions:
    """The options in effect: appearance, preferences, and the host's limits for solvers.

    Nobody who receives this object can change it. The one of a running app is always current:
    its owner, `tui.services.settings_service.SettingsService`, replaces `appearance` and
    `preferences` when the user changes a setting. Keep this object, therefore, not what it
    contains.
    """

    def __init__(
        self,
        appearance: Appearance | None = None,
        preferences: Preferences | None = None,
        host_limits: HostLimits | None = None,
    ) -> None:
        self._appearance = appearance or Appearance()
        self._preferences = preferences or Preferences()
        self._host_limits = host_limits or HostLimits()

    @property
    def appearance(self) -> Appearance:
        return self._appearance

    @property
    def preferences(self) -> Preferences:
        return self._preferences

    @property
    def host_limits(self) -> HostLimits:
        """Limits of the host for solvers, which no setting can exceed."""
        return self._host_limits

    def key_display(self, action: str, default: str) -> str:
        """Return the display text of an action's key.

        Args:
            action: The binding id of the action, such as "play.undo".
            default: The display text if the user has not changed the key.
        """
        return self.display_keys(self.preferences.key_displays.get(action, default))

    def display_keys(self, keys: str) -> str:
        """Return the display text of `keys` with "enter" for "⏎" if only ASCII is allowed."""
        return keys.replace("⏎", "enter") if self.appearance.ascii_only else keys
