"""Solvers in processes of their own: the worker, its client, pausing, and the host's limits."""
