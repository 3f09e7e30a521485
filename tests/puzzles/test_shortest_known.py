"""The stored solutions of puzzles of which the fewest moves are not proved."""

from many import FULL, case

from ludoscope.games import FAMILIES
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection, listed_entries
from ludoscope.search.verify import replay


def entries(family: str) -> list[Entry]:
    """Return the entries of single puzzles as the app lists them, without the daily one."""
    in_app = collection(family).entry_listed_in_app
    return [
        in_app(entry)
        for _, entry in listed_entries([family])
        if not entry.is_numbered_series and "-daily" not in entry.name
    ]


def test_the_listed_deals_that_can_be_won_have_a_solution() -> None:
    unsolved = [entry.name for entry in entries("patience") if not entry.shortest_known]
    assert unsolved == ["ms-11982-free"]


def test_a_solution_is_stored_where_the_fewest_moves_are_not_proved() -> None:
    for family in ("peg", "patience"):
        for entry in entries(family):
            assert not (entry.fewest_moves and entry.shortest_known), entry.name
            assert entry.shortest_known == (collection(family).shortest_known(entry.name) or 0)


def test_stored_solutions_have_the_lengths_that_are_listed() -> None:
    for family in ("peg", "patience"):
        known = [entry for entry in entries(family) if entry.shortest_known]
        assert known
        for entry in known if FULL else known[::12]:
            with case(entry.name):
                puzzle = find(entry.name)
                game = puzzle.game
                moves = collection(family).shortest_solution(puzzle)
                assert replay(game, game.start, moves).is_valid
                length = FAMILIES[family].line_length(game, game.start, moves)
                assert length == entry.shortest_known
