"""The files of the program: their folders, permissions and quota."""
