"""A mixin for screens, which drops stale Resize events: `IgnoreStaleResizes`."""

from textual import events
from textual.message_pump import MessagePump


class IgnoreStaleResizes(MessagePump):
    """A screen that is laid out in the current size of the terminal only.

    A screen of Textual that is laid out in another size sends itself one more Resize event. If two
    sizes wait for it, it takes them in turn, and the events that it sends itself after each bring
    the other size back: without end, while updates of the screen are batched.
    """

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless it is of a size that the terminal no longer has."""
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)
