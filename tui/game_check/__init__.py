"""Checks of a game against the contract of `games.game.Game` and of the four declarations.

Start with `checks.CHECKS`, the table of checks, and `checks.run_checks`, which runs them in this
process. `client.check_in_process` runs them in a process of its own, whatever the game does there.
The library offers them as `ludoscope.testing`, the command line as `ludoscope check-game`.
"""
