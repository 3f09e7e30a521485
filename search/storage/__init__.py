"""Where the program's files are kept, privately and within a quota."""
