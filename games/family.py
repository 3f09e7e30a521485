"""What a family of games declares about itself, once, for all packages.

A reference "module:name" is loaded on first use, so that the rules import nothing above them and
whoever lists puzzles loads no screen.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple, cast

Pairs = Mapping[str, str]


class Unloadable(LookupError):
    """A reference that cannot be loaded, and why, in one line."""


def load(reference: str) -> Any:
    """The object that "module:name" means, or the module where there is no name.

    Unloadable when there is none, or its module raises something: it may be anybody's.
    """
    module, _, name = reference.partition(":")
    try:
        found = import_module(module)
        return attrgetter(name)(found) if name else found
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")
        raise Unloadable(f"{reference} cannot be loaded ({said})") from error


class Family(NamedTuple):
    """The facts of a family; all but the first ten have a default that will do at first.

    Facts

    `name`      what `Game.family` says and the command line takes
    `title`     what a person reads; its first word where there is little room
    `tagline`   what is to be done, in some forty characters
    `measure`   what a game counts its moves in, where it has no choice made
    `example`   the name of a puzzle of it
    `noun`      what its puzzles are called, in the plural
    `first`     the puzzle to begin with, and `picture` the one on the home screen, where they are
                not the example
    `names`     how the names of its puzzles begin, in small letters: for those it is asked before
                others are loaded
    `columns`   what the figures of its puzzles are, in a list
    `stem`      how the names of its puzzles of the day begin; "" where there are none
    `endless`   whether there is no end of its puzzles
    `goal_phrase`  where the fewest moves that are left lead, after their number: "to the exit"
    `title_needs_family`
                whether the title of a puzzle needs the family's name before it
    `order`     where it stands among ours, or after them among those of others; where that is the
                same, they stand by name
    `players`   as in `Game`

    Rules and puzzles, references

    `rules`       from a game's `spec` the game, see `games.from_spec`
    `collection`  a module or an object that meets `puzzles.puzzle.Collection`
    `sharing`     a `puzzles.sharing.Sharing`: how a line to be sent has its games and moves
    `two_files`   from the common beginning of two file names one of the files, None if none;
                  `write_two_files` writes a position of a game into such two
    `dailies`     from a seed the lines of its puzzles of the day, see `puzzles.daily_bundle`
    `fewest`      from the name of a puzzle the fewest moves that solve it, None where unknown; as a
                  person counts them
    `symmetric`   whether `without_symmetry` of its games tells symmetrical positions apart
    `counting`    how many moves a person counts in a list of moves, where one is not one; they are
                  called `noun_of_moves`, where that is not the measure of the game
    `finer`       how many smaller parts, called `finer_measure`, a list of moves has, where that is
                  told too
    `played`      from a game of the collection the one that a person plays, where its moves are
                  counted in another measure
    `merged`      from two moves in a row of a person's the one that they are together, None where
                  they stay two
    `steps`       from a game, a position and a list of moves how many of them each step has, where
                  what a person does at once counts as one move: a run of cards, and the cards that
                  go home after it

    Solvers

    `solvers`     the tuple of its `search.solver.Solver` rows, the default one first
    `heuristics`  the module whose factories the rows name
    `readable`    from a game the name of its default solver where no kernel is compiled, "" for
                  the first row that is available
    `judge`       name of the solver that tells soonest whether a position can be won, where that
                  is not the default one, and `hint` of that whose first move is worth showing,
                  where it is not the judge
    `look_ahead`  from a game of two and a position a good move, where no proof comes in time
    `prover`      name of the solver that finds the fewest moves in a moment, where the judge
                  does not
    `race`        names of the solvers that race when nobody names any; the first four, if none
    `pairs`       names of compiled solvers, each before a readable one that does the same
    `states`      names of solvers that search one space of states written in several ways

    Screens, references

    `board`      the `tui.boards.board.Board`
    `page`       what writes the page of the rules, see `tui.boards.rules`
    `reference`  from a game a `tui.play.reference.Reference`, None where nothing can be looked up
    `value`      from the name of a puzzle of two players the value of its start, in plies for who
                 begins, None where it is not known
    `facts`      from the name of a puzzle a sentence on it, "" where there is none
    `own_puzzles`
                 module with the puzzles that the person has made, see `tui.saves.problems`
    `library_actions`
                 by the action of a key of the library, a function of the app that opens a screen
    `bench`      its rows of the command `bench`
    `usual`      from the name of a puzzle the one that the app opens for it, where that plays it by
                 other rules than the command line; `listed` from an entry of the catalogue that of
                 the app's library
    `trace`      the format in which `--trace` draws, where it is not the usual one of `show`
    `framed`     whether a solution is printed between pictures of its start and its end
    """

    name: str
    title: str
    tagline: str
    measure: str
    example: str
    rules: str
    collection: str
    solvers: str
    board: str
    page: str

    noun: str = "puzzles"
    first: str = ""
    picture: str = ""
    names: Sequence[str] = ()
    columns: Sequence[str] = ()
    stem: str = ""
    endless: bool = False
    goal_phrase: str = ""
    title_needs_family: bool = True
    order: int = 100
    players: int = 1

    sharing: str = "ludoscope.puzzles.sharing:Sharing"
    two_files: str = ""
    write_two_files: str = ""
    dailies: str = ""
    fewest: str = ""
    symmetric: bool = False
    counting: str = ""
    noun_of_moves: str = ""
    finer: str = ""
    finer_measure: str = ""
    played: str = ""
    merged: str = ""
    steps: str = ""

    heuristics: str = ""
    readable: str = ""
    judge: str = ""
    hint: str = ""
    look_ahead: str = ""
    prover: str = ""
    race: Sequence[str] = ()
    pairs: Sequence[str] = ()
    states: Sequence[str] = ()

    reference: str = ""
    value: str = ""
    facts: str = ""
    own_puzzles: str = ""
    library_actions: Pairs = MappingProxyType({})
    bench: str = ""
    usual: str = ""
    listed: str = ""
    trace: str = ""
    framed: bool = False

    @property
    def brief(self) -> str:
        """The title where there is little room."""
        return self.title.partition(" ")[0]

    def count_moves(self, moves: Sequence[Any]) -> int:
        """How many moves a person counts in a list of them."""
        return cast(int, load(self.counting)(moves)) if self.counting else len(moves)

    def count_finer(self, moves: Sequence[Any]) -> int | None:
        """How many smaller parts they have, None where nobody counts those."""
        return cast(int, load(self.finer)(moves)) if self.finer else None

    def as_played(self, game: Any) -> Any:
        """The game as a person plays it."""
        return load(self.played)(game) if self.played else game

    def together(self, last: Any, move: Any) -> Any:
        """The move that two in a row are, None where they are two."""
        return load(self.merged)(last, move) if self.merged else None

    def whole_moves(self, moves: Sequence[Any]) -> list[Any]:
        """The same with those together that are one move of a person's."""
        whole: list[Any] = []
        for move in moves:
            both = self.together(whole[-1], move) if whole else None
            whole[-1:] = [*whole[-1:], move] if both is None else [both]
        return whole

    def number(self, ply: int) -> int:
        """The number of the move that a ply belongs to: where two play, a ply of each is one."""
        return -(-ply // self.players)

    def step_sizes(self, game: Any, position: Any, moves: Sequence[Any]) -> list[int]:
        """How many of a list of moves each step has that a person makes at once."""
        if self.steps:
            return cast(list[int], load(self.steps)(game, position, moves))
        return [1] * len(moves)

    def line_length(self, game: Any, position: Any, moves: Sequence[Any]) -> int:
        """How many moves a person counts in a line from a position."""
        if self.steps:
            return len(self.step_sizes(game, position, moves))
        return self.count_moves(moves)

    def move_noun(self, measure: str) -> str:
        """What a person counts, of a game that counts in `measure`."""
        return self.noun_of_moves or measure
