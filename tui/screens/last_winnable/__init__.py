"""The last winnable move, a game for two on a puzzle for one."""
