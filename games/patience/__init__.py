"""Patience games with open cards: FreeCell, Seahaven, Midnight Oil and Baker's Dozen.

Start with `rules`, which has the game and its rules; `position` defines positions and moves,
`variants` the parameters of each game.
"""
