"""The fewest moves of problems of peg solitaire, by name, each proved by the solver `fewest`.

A move is one or more consecutive jumps by one peg. Symmetric problems need as many.
"""

_LUCAS = (
    *(5, 6, 5, 6, 9, 8, 11, 10, 8, 8),
    *(13, 18, 10, 12, 11, 10, 11, 11, 10, 10),
    *(11, 13, 13, 14, 14, 15, 17, 21, 22),
)

MINIMA = {f"lucas-{number:02}": moves for number, moves in enumerate(_LUCAS, 1)} | {
    "english-35-35": 15,
    "english-35-65": 16,
    "english-36-33": 15,
    "english-36-36": 16,
    "english-36-63": 16,
    "english-37-31": 16,
    "english-37-34": 16,
    "english-37-37": 16,
    "english-37-64": 17,
    "english-44-47": 17,
    "english-45-15": 16,
    "english-45-42": 17,
    "english-45-45": 16,
    "english-46-13": 17,
    "english-46-43": 17,
    "english-46-46": 19,
    "english-47-14": 17,
    "english-47-41": 18,
    "english-47-44": 18,
    "english-47-47": 18,
    "english-central": 18,
    "triangle-13-13": 9,
    "triangle-13-24": 10,
    "triangle-13-32": 10,
    "triangle-13-51": 9,
    "triangle-14-11": 10,
    "triangle-14-14": 11,
    "triangle-14-33": 10,
    "triangle-14-41": 11,
    "triangle-15-12": 11,
    "triangle-15-15": 10,
    "triangle-15-31": 10,
    "triangle-23-31": 11,
}
