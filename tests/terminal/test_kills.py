"""Killed at any instant: whatever was acknowledged, by the store or on the screen, is there.

LUDOSCOPE_ROUNDS says how often the store is killed; the whole program is a tenth as often.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
from many import FULL

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.store import Store

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "4" if FULL else "2"))
PLAYED = ("english-central", "hexapawn-5x5", "orush-20")
COUNT = r"\bmove (\d+) "
HANG = 30.0  # seconds: a solver outlives its app by less than one, if the machine is free

# Plays any moves, to and fro and otherwise, and says each time what has been stored.
PLAYER = """
import json, random, sys
from ludoscope.puzzles import catalogue
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.store import Store

chance, store = random.Random(int(sys.argv[1])), Store()
puzzle = catalogue.find("english-central")
session = Session(puzzle)
if save := store.open_session(puzzle).result().save:
    save.resume(session)
while True:
    step, moves = chance.random(), session.game.moves(session.position)
    if step < 0.2:
        session.undo()
    elif step < 0.3:
        session.redo()
    elif step < 0.31 or not moves:
        session.restart()
    else:
        session.play(chance.choice(moves))
    store.save(SavedSession.from_session(session, 1.0, 1.0)).result()
    tree = [[node.text, node.parent.index] for node in session.history.nodes[1:]]
    print(json.dumps([session.ply, session.move_texts, tree]), flush=True)
"""


def stored(home, name):
    """Return the session as it was stored."""
    store = Store(home)
    save = store.load(name).result()
    assert not store.next_notice()
    store.close()
    session = Session(catalogue.find(name))
    if save:
        save.resume(session)
    return session


def test_the_store_killed_at_any_instant(home):
    branched = False
    for number in range(ROUNDS):
        chance = random.Random(number)
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(number)],
            stdout=subprocess.PIPE,
            env={**os.environ, "LUDOSCOPE_HOME": str(home)},
        )
        said = player.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.05))
        player.kill()
        said = (said + player.stdout.read()).split(b"\n")
        player.wait()
        ply, texts, tree = json.loads(said[-2])
        session = stored(home, "english-central")
        # what came after the last acknowledged step is one step at most
        assert (session.ply, session.move_texts) == (ply, texts) or one_step(
            (ply, texts), (session.ply, session.move_texts)
        ), f"round {number}"
        nodes = [[node.text, node.parent.index] for node in session.history.nodes[1:]]
        assert nodes[: len(tree)] == tree, f"round {number}"
        assert len(nodes) <= len(tree) + 1, f"round {number}"
        branched |= any(len(node.children) > 1 for node in session.history.nodes)
    assert branched


# Starts solvers as fast as it can, says when it begins, and never ends.
STARTER = """
import asyncio
from ludoscope.puzzles import catalogue
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.registry import find_solver
from ludoscope.search.budget import Limits

game = catalogue.find("lucas-28").game
solver = find_solver(game, "depth-first")

async def start_and_drop():
    while True:
        run = await SolverProcess.start(game, game.start, solver, Limits())
        print(run.pid, flush=True)
        await asyncio.sleep(0.01)
        run.cancel()

asyncio.run(start_and_drop())
"""


@pytest.mark.long
def test_an_app_killed_while_it_starts_solvers_leaves_none(home, processes):
    for number in range(ROUNDS):
        starter = subprocess.Popen(
            [sys.executable, "-c", STARTER],
            stdout=subprocess.PIPE,
            env={**os.environ, "LUDOSCOPE_HOME": str(home)},
        )
        starter.stdout.readline()
        time.sleep(random.Random(number).uniform(0.0, 0.05))
        starter.kill()
        starter.communicate()
        nobody_left(processes)


def nobody_left(processes):
    until = time.monotonic() + HANG
    while processes():
        assert time.monotonic() < until, f"still there: {processes()}"
        time.sleep(0.01)


def one_step(before, after):
    ply, texts = before
    played = after[0] == ply + 1 and after[1][: ply + 1][:-1] == texts[:ply]
    went = after[1] == texts and after[0] in (ply - 1, ply + 1, 0)
    return played or went


def shown(terminal, players):
    """Return the minimum of plies on the screen, and the listed plies by number.

    In ORush it is the number of slides, and no ply: a slide of several squares is one of each.
    """
    count, moves = re.search(COUNT, terminal.lines[0]), {}
    if "ORush" in terminal.lines[0]:
        return int(count[1]), moves
    half = players == 2  # whose turn it is stands for a moment while the program answers
    for line in terminal.lines:
        if row := re.search(r"││ +(\d+)  (\S.*?) *│$", line):
            for at, text in enumerate(row[2].split()):
                number = (int(row[1]) - 1) * players + at
                moves[number] = text.strip("┣?")  # other moves were played there; a blunder
    return max(0, int(count[1]) * players - half), moves


def count_moves(game, moves):
    """Return the number of plies, in ORush that of slides."""
    return FAMILIES[game.family].count_moves(moves) if game.family == "rush" else len(moves)


@pytest.mark.parametrize(
    "name", [PLAYED[0], *(pytest.param(name, marks=pytest.mark.long) for name in PLAYED[1:])]
)
def test_the_program_killed_at_any_instant(start, home, processes, name):
    """First moves only, then to and fro only: no key on its way can make a move seen undone."""
    back, forward = ["u", "u", "y", "r"], ["tab", "enter"]
    if name == "orush-20":
        forward = ["left", "right", "up", "down", "tab"]
    seen = 0
    for number in range(-(-ROUNDS // (10 * len(PLAYED)))):
        chance = random.Random(f"{name} {number}")
        terminal = start("play", name)
        terminal.see(COUNT)
        turn = time.monotonic() + chance.uniform(0.0, 1.0)
        end = turn + chance.choice((0.0, chance.uniform(0.0, 0.3)))
        while (now := time.monotonic()) < end:
            terminal.press(chance.choice(forward if now < turn else back))
            if terminal.read(min(0.1, end - now)):
                terminal.settle(min(0.01, max(0.0, end - time.monotonic())))
        terminal.press(*([chance.choice(back)] if turn < end else forward[:2]))
        time.sleep(chance.uniform(0.0, 0.02))  # between the key and its frame, or just after
        os.kill(terminal.process.pid, signal.SIGKILL)
        terminal.process.wait()
        terminal.settle(0.0)
        session = stored(home, name)
        ply, moves = shown(terminal, session.game.players)
        told = f"round {number}: {session.ply} of {session.move_texts} stored\n{terminal.text}"
        line = [node.move for node in session.history.line[1:]]
        assert count_moves(session.game, line) >= ply, told
        for at, text in moves.items():
            assert at >= ply or session.move_texts[at] == text, told
        if turn == end and " again" not in terminal.text:  # after a game, enter begins another
            assert count_moves(session.game, line[: session.ply]) >= ply, told
        seen += ply
        nobody_left(processes)
    assert seen or ROUNDS < 100
