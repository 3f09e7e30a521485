"""What is kept: sessions, statistics, settings, exports."""
