"""The home screen and the widgets that only it uses."""
