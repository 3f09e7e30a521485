"""Solvers in processes of their own: worker, client, pause, threads and limits of the host."""
