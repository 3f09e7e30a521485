"""The lobby screen: leaderboard, players, and duels with their invitations."""
