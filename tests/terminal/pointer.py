"""A mouse in a terminal: what is sent for its buttons, its wheel and its way (SGR sequences).

Columns and lines are counted from 1.
"""

WHEEL, WHEEL_UP, PRESS, DRAG = 65, 64, 0, 32  # buttons


def mouse(terminal, *events):
    """Send mouse events, each with button, column and line."""
    terminal.write(b"".join(b"\x1b[<%d;%d;%dM" % event for event in events))


def let_go(terminal, x, y):
    terminal.write(b"\x1b[<0;%d;%dm" % (x, y))


def click(terminal, x, y):
    mouse(terminal, (PRESS, x, y))
    let_go(terminal, x, y)


def drag(terminal, start, end):
    """Press, go in several steps as a hand does, let go."""
    half = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    mouse(terminal, (PRESS, *start), (DRAG, *start), (DRAG, *half), (DRAG, *end), (DRAG, *end))
    let_go(terminal, *end)
