"""The boards: one presenter for each family, loaded on first use. Start with `board`."""
