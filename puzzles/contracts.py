"""Contracts of the classes of collections; see `games.plugin_guard`."""

from ludoscope.games.plugin_guard import Contract, add_contract
from ludoscope.puzzles.bench.suites import Suite
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.generator import Generator
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.sharing import Sharing
from ludoscope.puzzles.trainer import Trainer

FORMATS = ("position_formats", "solution_formats")

add_contract(
    Contract(
        Collection,
        value_errors=(
            *("find", "name_opened_in_app", "read", "read_solution", "write_solution"),
            *(f"{name}()" for name in FORMATS),
        ),
        os_errors=("read", "find_file_pair", "write_file_pair"),
        functions=(*FORMATS, "difficulty_measure"),
        names={"Generator": Generator, "Puzzle": Puzzle, "Suite": Suite, "Trainer": Trainer},
        replacements={
            "title_for_name": lambda *_: "",
            "daily_deal_name": lambda *_: None,
            "fewest_moves": lambda *_: None,
            "shortest_known": lambda *_: None,
            "difficulty_measure": lambda *_: None,
            "known_difficulty": lambda *_: None,
            "shortest_solution": lambda *_: (),
            "bench_suite": lambda *_: (),
            "trainer": lambda *_: None,
            "goal_position": lambda *_: None,
            "describe_move": lambda *_: "?",
            "entry_listed_in_app": lambda fault, collection, entry: entry,
            "recognises": lambda *_: False,
            "name_opened_in_app": lambda fault, collection, name: name,
        },
    )
)
add_contract(Contract(Generator, value_errors=("generate",)))
add_contract(Contract(Trainer, names={"Collection": Collection, "Puzzle": Puzzle}))
add_contract(
    Contract(
        Sharing,
        value_errors=("decode_game", "decode_move", "encode_game", "encode_moves"),
    )
)
