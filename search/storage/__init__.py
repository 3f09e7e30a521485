"""The files of the program: their folders, permissions, locks and quota."""
