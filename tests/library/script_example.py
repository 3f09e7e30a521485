"""A whole program in the words of the README, which mypy and pyright check strictly."""

from typing import assert_never

import ludoscope

for solver in ludoscope.solvers("patience"):
    print(f"{solver.name}: {solver.summary}")
puzzle = ludoscope.parse(
    "- - - - | - - - - | 7D TD TH KD 4C 4S JD / AD 7S QC 5H QS TS KS / 5C QD 3H 9S 9C 2H KC / "
    "3S AC 9D 3C 9H 5D 4H / 5S 6D 6S 8S 7C JC / 8C 8H 8D 7H 6H 6C / "
    "2D AS 3D 4D 2C JH / AH KH TC JS 2S QH"
)
verdict = ludoscope.solve(puzzle, time=10, memory=500)
match verdict:
    case ludoscope.Solved():
        assert ludoscope.verify(puzzle, verdict.moves)
        print(verdict)
    case ludoscope.Unsolvable():
        print("no solution:", verdict.proof)
    case ludoscope.GaveUp():
        print("undecided:", verdict.reason)
    case _:
        assert_never(verdict)
print(puzzle)
