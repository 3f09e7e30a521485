"""A shared folder with anna in it, and bob, who has left a game with her; both can be watched."""

import os
from dataclasses import replace
from pathlib import Path

from ludoscope.puzzles.catalogue import find
from ludoscope.tui.company.company import Company
from ludoscope.tui.company.duels import Duels
from ludoscope.tui.company.host import Host, make_company
from ludoscope.tui.company.people import Person
from ludoscope.tui.company.played import game_text
from ludoscope.tui.play.session import Session


def gather(folder: Path) -> Company:
    """Make the folder; as anna sees it."""
    make_company(folder, Host())
    anna, bob = (Company(folder, Person(os.geteuid(), who)) for who in ("anna", "bob"))
    anna.change_here(lambda here: replace(here, watched=True))
    session = Session(find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    bob.show_game(game_text(session))
    Duels(bob).invite(anna.us, 4, 4, 1)
    [asked] = Duels(anna).all()
    Duels(anna).accept(asked)
    bob.change_here(lambda here: replace(here, watched=True, gone=True))
    return anna
