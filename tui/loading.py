"""No garbage collection while the program loads: almost nothing created then is garbage.

The collector would look at all of it a dozen times, a sixth of the time until the first frame.
"""

import gc


def begin() -> None:
    """Collect nothing until loading is over."""
    gc.disable()


def over() -> None:
    """Collect from now on, but do not look again at what was loaded; once is enough."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
