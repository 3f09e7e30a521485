"""The files of the program: their folders, permissions, locks and quota.

`folders` says where files are, `private_files` writes them, `locks` keeps two programs from writing
at once, `quota` limits their size, and `sqlite_errors` tells the causes of errors of SQLite.
"""
