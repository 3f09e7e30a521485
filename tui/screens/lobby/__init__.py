"""The lobby: players, leaderboard, invitations and games on this machine."""
