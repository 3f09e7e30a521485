"""The plain mode: a puzzle played line by line, in words, without a screen.

It is for screen readers, dumb terminals and pipes. Start with `program.PlainProgram`, which reads
commands and prints answers. The games, solvers, opponents and saves are those of the screen.
"""
