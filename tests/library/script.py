"""A script that mypy checks with the program: two lines of it are wrong, and must be found so."""

import ludoscope


async def watch(puzzle: ludoscope.Puzzle) -> ludoscope.Verdict:
    async for event in ludoscope.astream(puzzle, time=1):
        if not isinstance(event, ludoscope.Progress):
            return event
        print(event.explored)
    return await ludoscope.asolve(puzzle, progress=hear)


def hear(progress: ludoscope.Progress) -> None:
    print(progress.seconds)


puzzle = ludoscope.puzzle("orush-02")
verdict = ludoscope.solve(puzzle, "swift", time=1, memory=100, progress=hear)
if isinstance(verdict, ludoscope.Solved):
    replay: ludoscope.Replay = ludoscope.verify(puzzle, verdict.moves)
    print(ludoscope.notation(puzzle, verdict.moves), replay.is_valid)
for solved_puzzle, verdict in ludoscope.solve_many([puzzle], workers=1, in_order=False):
    print(solved_puzzle.name, verdict.explored)
ludoscope.solve("orush-02")  # type: ignore[arg-type]
ludoscope.nobody  # type: ignore[attr-defined]  # noqa: B018
