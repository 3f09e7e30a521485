"""Solvers in separate processes: worker, client, pause, threads and limits of the host."""
