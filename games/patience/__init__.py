"""Patience games with open cards: FreeCell and similar games."""
