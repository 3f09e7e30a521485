"""The screen of a duel: a game of hexapawn between two players on this machine."""
