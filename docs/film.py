"""Records docs/film.svg: a short game, a solver at work and the lab (`make pictures`).

The app runs as it does for a person, in a pretended terminal of 80×24; keys come at the pace of
somebody who knows what they want, and a frame is kept whenever the screen has changed.

The frames lie below each other and are drawn past a window in steps of CSS, which needs no script
and stands still for whoever asked for less motion.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.segment import Segment
from textual.pilot import Pilot

from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.widgets.svg import LINE_HEIGHT, Frame, capture_frame, render_svg

HERE = Path(__file__).parent
LOOK_SECONDS = 0.08  # between looks at the screen
LAST_SECONDS = 3.0  # that the last frame stands
SCENES: list[tuple[str, float]] = [  # keys, and how long one looks at what they did
    ("", 2.0),
    ("enter", 1.0),
    *((key, 0.12) for key in ("slash", *"central")),
    ("enter", 1.5),
    ("tab", 0.5),
    ("enter", 0.6),
    ("tab", 0.5),
    ("enter", 1.5),
    ("i", 1.5),
    ("i", 1.5),
    ("enter", 0.5),
    ("enter", 1.5),
    ("s", 0.8),
    *(("down", 0.2) for _ in range(2)),
    ("enter", 0.4),
    ("w", 3.5),
    ("enter", 0.6),
    ("space", 4.0),
    ("escape", 1.0),
    ("ctrl+l", 1.0),
    ("s", 3.5),
]


class Recorder:
    """A recorder of the frames that the app shows, with their durations."""

    def __init__(self, app: LudoscopeApp) -> None:
        self._app = app
        self._frames: list[tuple[float, list[list[Segment]]]] = []

    async def look(self, pilot: Pilot[None], seconds: float) -> None:
        """Record every new frame for that many seconds."""
        until = time.monotonic() + seconds
        while (now := time.monotonic()) < until:
            frame = [list(line) for line in capture_frame(self._app)]
            if not self._frames or frame != self._frames[-1][1]:
                self._frames.append((now, frame))
            await pilot.pause(LOOK_SECONDS)

    def film(self) -> Iterable[tuple[float, list[list[Segment]]]]:
        """Return the recorded frames, each with its duration in seconds."""
        ends = [began for began, _ in self._frames[1:]]
        ends.append(self._frames[-1][0] + LAST_SECONDS)
        return [
            (end - began, frame) for end, (began, frame) in zip(ends, self._frames, strict=True)
        ]


def film(frames: Sequence[tuple[float, Frame]], title: str) -> str:
    """Return the SVG of a looping film; each frame comes with its duration in seconds."""
    height = max(len(frame) for _, frame in frames) * LINE_HEIGHT
    rules = steps([seconds for seconds, _ in frames], height)
    return render_svg([frame for _, frame in frames], title, rules)


def steps(seconds: Sequence[float], height: float) -> str:
    """Return the CSS that shows frames stacked below each other one at a time."""
    whole, passed, stops = sum(seconds), 0.0, []
    for at, stands in enumerate(seconds):
        stops.append(f"{passed / whole:.3%}{{transform:translateY({-at * height:g}px)}}")
        passed += stands
    return (
        f"@keyframes film{{{''.join(stops)}}}"
        f".film{{animation:film {whole:g}s steps(1,end) infinite}}"
        "@media (prefers-reduced-motion:reduce){.film{animation:none}}"
    )


async def main() -> None:
    """Play the scenes in the app and write film.svg."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDOSCOPE_HOME"] = folder
        app = LudoscopeApp(options=UserOptions(), folder=Path(folder))
        recorder = Recorder(app)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(1.0)  # what is seen first is what stands still for some
            for key, seconds in SCENES:
                if key:
                    await pilot.press(key)
                await recorder.look(pilot, seconds)
        app.close_store()
    frames = list(recorder.film())
    (HERE / "film.svg").write_text(film(frames, "ludoscope"), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
