import os


async def test_look(open_app):
    name = os.environ.get("P", "lucas-01")
    keys = os.environ.get("K", "s").split()
    size = tuple(map(int, os.environ.get("S", "80x24").split("x")))
    async with open_app(name, size=size) as pilot:
        m = pilot.screen.model
        for k in keys:
            if k == "W":
                await pilot.wait_until(lambda: not pilot.app.screen_stack[1].solver_jobs.is_busy)
                continue
            await pilot.press(k)
        print()
        print(pilot.screen_text())
