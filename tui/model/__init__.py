"""A game in progress, without a screen: history, analysis, replay and result.

Start with `tui.model.game_model`; `session` and `history` hold the moves.
"""
