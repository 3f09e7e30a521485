"""The boards: one presenter a family, drawn by one widget."""
