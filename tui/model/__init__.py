"""A game in progress, without a screen: history, analysis, replay, the result."""
