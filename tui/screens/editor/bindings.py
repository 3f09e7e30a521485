"""The keys of the editor of peg solitaire."""

from textual.binding import Binding, BindingType

KEYS: list[BindingType] = [
    Binding("left,h", "aim('left')", "hole", key_display="↑↓←→", id="edit.left"),
    Binding("down,j", "aim('down')", "down", id="edit.down", show=False),
    Binding("up,k", "aim('up')", "up", id="edit.up", show=False),
    Binding("right,l", "aim('right')", "right", id="edit.right", show=False),
    Binding("number_sign", "number", "number", id="edit.number"),
    Binding("enter,space", "turn", "peg/hole", id="edit.toggle"),
    Binding("tab,shift+tab", "switch", "start/finish", id="edit.switch"),
    Binding("s", "solve", "solve", id="edit.solve"),
    Binding("x", "stop", "stop", id="edit.stop"),
    Binding("p", "play", "play", id="edit.play"),
    Binding("w", "save", "save", id="edit.save"),
    Binding("colon", "ask", "name", id="edit.name"),
    Binding("u", "change('undo')", "undo", id="edit.undo"),
    Binding("c", "change('complement')", "complement", id="edit.complement"),
    Binding("d", "change('dual')", "dual", id="edit.dual"),
    Binding("f", "change('fill')", "fill", id="edit.fill"),
    Binding("e", "change('clear')", "empty", id="edit.clear"),
    Binding("y", "change('redo')", "redo", id="edit.redo"),
    Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
]
