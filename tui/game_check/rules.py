"""Checks of the rules: moves, positions, keys, texts and parameters of games."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from ludoscope.games import AnyGame, Unit
from ludoscope.games.json_objects import parse_object
from ludoscope.puzzles.share import encode
from ludoscope.tui.game_check.faults import CallFailed, Description, Examiner, show
from ludoscope.tui.game_check.subject import Sample, Subject
from ludoscope.tui.model.history import parse_line
from ludoscope.tui.text.formatting import format_count

MAX_GOAL_CHARACTERS = 45
MALFORMED_TEXTS = ("", " ", "?", "-1", "0", "x" * 300, "//", "é", "1 2 3", "\t", "NaN", "[[[")
MALFORMED_VALUES: tuple[Any, ...] = (None, -1, 1 << 70, 0.5, "", "?", [], [None], {})
FOREIGN_MOVES = 20  # moves of other positions that are tried in one
POSITIONS_FOR_TEXTS = 40
EXPECTED_TEXT = "a line of printable characters, not empty"


def check_family(examiner: Examiner, subject: Subject) -> None:
    """Check the declaration of the family."""
    family = subject.family
    with examiner.at(f"the family {type(family).__name__}"):
        for name in ("title", "goal"):
            _require_line(examiner, getattr(family, name), name)
        goal_length = len(family.goal)
        examiner.require(
            goal_length <= MAX_GOAL_CHARACTERS,
            "goal",
            Description(f"{goal_length} characters"),
            f"at most {MAX_GOAL_CHARACTERS}",
        )
        examiner.require(family.players in (1, 2), "players", family.players, "1 or 2")
    with examiner.at(f"the family {type(family).__name__}"):
        examiner.require_type(family.name_prefixes, tuple, "name_prefixes")
        for prefix in family.name_prefixes:
            examiner.require_type(prefix, str, "name_prefixes")
            is_lower = bool(prefix) and prefix == prefix.lower()
            examiner.require(is_lower, "name_prefixes", prefix, "prefixes in small letters")
    for name in ("move_unit", "puzzle_unit", "counted_unit", "part_unit"):
        with examiner.at(f"the family {type(family).__name__}"):
            unit = getattr(family, name)
            if unit is not None or name in ("move_unit", "puzzle_unit"):
                examiner.require_type(unit, Unit, name)
                for word in unit:
                    _require_line(examiner, word, name)
    for sample in subject.samples:
        with examiner.at(sample.puzzle.name):
            _check_game_attributes(examiner, subject, sample.game)
        for walk in sample.walks:
            with examiner.at(sample.puzzle.name):
                _check_counting(examiner, subject, sample, walk.positions, walk.moves)


def _require_line(examiner: Examiner, value: Any, call: str) -> None:
    is_line = isinstance(value, str) and value.strip() and value.isprintable()
    examiner.require(is_line, call, value, EXPECTED_TEXT)


def _check_game_attributes(examiner: Examiner, subject: Subject, game: AnyGame) -> None:
    name = subject.family.name
    examiner.require(game.family == name, "game.family", game.family, repr(name))
    measures = [unit.plural for unit in subject.family.units]
    measures += [measure for measure in subject.family.measure_units if measure not in measures]
    expected = f"the plural of a unit: {', '.join(measures)}"
    examiner.require(game.measure in measures, "game.measure", game.measure, expected)
    players = subject.family.players
    examiner.require(
        game.players == players, "game.players", game.players, f"{players}, as in the family"
    )


def _check_counting(
    examiner: Examiner, subject: Subject, sample: Sample, positions: list[Any], moves: list[Any]
) -> None:
    family = subject.family
    game = examiner.call("as_played", family.as_played, sample.game)
    count = examiner.call("count_moves", family.count_moves, moves)
    examiner.require_type(count, int, "count_moves(moves)")
    if game.spec() == sample.game.spec():
        groups = examiner.call(
            "group_moves(game, start, moves)", family.group_moves, game, positions[0], moves
        )
        examiner.require(
            sum(groups) == len(moves),
            "group_moves(game, start, moves)",
            groups,
            f"sizes that add up to the number of moves, {len(moves)}",
        )
    for before, last, move, after in zip(positions, moves, moves[1:], positions[2:], strict=False):
        merged = examiner.call("merge_moves", family.merge_moves, last, move)
        if merged is not None:
            played = examiner.call("play", sample.game.play, before, merged)
            call = f"merge_moves({show(last)}, {show(move)})"
            expected = "a move to the position after both"
            examiner.require(played == after, call, merged, expected)


def check_moves(examiner: Examiner, subject: Subject) -> None:
    """Check that lists of moves are complete sequences in a fixed order without duplicates."""
    for sample in subject.samples:
        for position in sample.positions:
            with examiner.at(sample.place(position)):
                moves = _legal_moves(examiner, sample.game, position)
                again = _legal_moves(examiner, sample.game, position)
                examiner.require(
                    list(moves) == list(again), "moves(position)", again, f"{show(moves)} again"
                )
                for move in moves:
                    examiner.require(move is not None, "moves(position)", moves, "no None")
                    examiner.call("hash", hash, move)
                repeated = [move for move, count in Counter(moves).items() if count > 1]
                examiner.require(not repeated, "moves(position)", moves, "no move twice")


def _legal_moves(examiner: Examiner, game: AnyGame, position: Any) -> Any:
    moves = examiner.call("moves(position)", game.moves, position)
    is_sequence = isinstance(moves, Sequence) and not isinstance(moves, str | bytes)
    examiner.require(is_sequence, "moves(position)", moves, "a sequence, such as a list")
    return moves


def check_play(examiner: Examiner, subject: Subject) -> None:
    """Check that legal moves can be played, others are refused, and positions never change."""
    for sample in subject.samples:
        foreign_moves = list(_foreign_moves(examiner, subject))
        for position in sample.positions:
            with examiner.at(sample.place(position)):
                _check_play(examiner, sample, position, foreign_moves)


def _foreign_moves(examiner: Examiner, subject: Subject) -> Iterator[Any]:
    """Yield moves of any positions of all puzzles, at random."""
    for sample in subject.samples:
        walks = [walk for walk in sample.walks if walk.moves]
        for _ in range(FOREIGN_MOVES if walks else 0):
            yield examiner.random.choice(examiner.random.choice(walks).moves)


def _check_play(
    examiner: Examiner, sample: Sample, position: Any, foreign_moves: list[Any]
) -> None:
    game = sample.game
    value, text = hash(position), examiner.call("text(position)", game.text, position)
    legal_moves = _legal_moves(examiner, game, position)
    reached = {game.key(position)}
    for move in legal_moves:
        call = f"play(position, {show(move)})"
        after = examiner.call(call, game.play, position, move)
        examiner.require(after is not None, call, after, "a position")
        examiner.call(f"hash({call})", hash, after)
        reached.add(game.key(after))
        examiner.require(
            examiner.call(call, game.play, position, move) == after,
            call,
            Description("another position when called again"),
            "the same one",
        )
        unchanged = hash(position) == value and game.text(position) == text
        examiner.require(
            unchanged,
            call,
            Description("the position changed by the call"),
            "a new position instead",
        )
    for move in foreign_moves:
        if move not in legal_moves:
            call = f"play(position, {show(move)})"
            result = examiner.attempt(call, game.play, position, move)
            if not isinstance(result, ValueError):
                # a move between cells that are alike need not be among the legal ones
                is_same = game.key(result) in reached
                expected = "ValueError, as no legal move leads there"
                examiner.require(is_same, call, result, expected)
            elif not str(result).strip():
                examiner.record(call, "ValueError without a message", "the reason")


def check_end(examiner: Examiner, subject: Subject) -> None:
    """Check that `is_won` is a truth value; for two players, that it means to have no move."""
    for sample in subject.samples:
        for position in sample.positions:
            with examiner.at(sample.place(position)):
                is_won = examiner.call("is_won(position)", sample.game.is_won, position)
                examiner.require_type(is_won, bool, "is_won(position)")
                if subject.family.players == 2:
                    moves = _legal_moves(examiner, sample.game, position)
                    examiner.require(
                        is_won == (not moves),
                        "is_won(position)",
                        is_won,
                        f"{not moves}, as the side to move has {format_count(len(moves), 'move')}",
                    )


def check_keys(examiner: Examiner, subject: Subject) -> None:
    """Check that positions of equal keys have the same future up to symmetry."""
    for sample in subject.samples:
        first_by_key: dict[Hashable, tuple[Any, bool, Counter[Hashable]]] = {}
        for position in sample.positions:
            with examiner.at(sample.place(position)):
                key = examiner.call("key(position)", sample.game.key, position)
                examiner.call("hash(key(position))", hash, key)
                examiner.require(
                    sample.game.key(position) == key, "key(position)", key, "the same again"
                )
                is_won = sample.game.is_won(position)
                successors = Counter(_successor_keys(examiner, sample.game, position))
                other, other_is_won, other_successors = first_by_key.setdefault(
                    key, (position, is_won, successors)
                )
                same = is_won == other_is_won and successors == other_successors
                examiner.require(
                    same,
                    "key(position)",
                    Description(f"the key of {sample.game.text(other)}"),
                    "equal keys only where a symmetry maps all moves to moves",
                )


def _successor_keys(examiner: Examiner, game: AnyGame, position: Any) -> Iterator[Hashable]:
    for move in _legal_moves(examiner, game, position):
        after = examiner.call(f"play(position, {show(move)})", game.play, position, move)
        yield examiner.call("key(position)", game.key, after)


def check_position_texts(examiner: Examiner, subject: Subject) -> None:
    """Check that the text of a position is read back, and that any other text is refused."""
    for sample in subject.samples:
        game = sample.game
        positions_by_text: dict[str, Any] = {}
        for position in sample.positions:
            with examiner.at(sample.place(position)):
                text = examiner.call("text(position)", game.text, position)
                _require_line(examiner, text, "text(position)")
                examiner.require(
                    positions_by_text.setdefault(text, position) == position,
                    "text(position)",
                    text,
                    "different texts for different positions",
                )
                parsed = examiner.call("parse", game.parse, text)
                call = f"parse({show(text)})"
                examiner.require(parsed == position, call, parsed, show(position))
                examiner.require(
                    hash(parsed) == hash(position), f"hash({call})", hash(parsed), "the same hash"
                )
        for text in _damaged_texts(examiner, list(positions_by_text)):
            with examiner.at(sample.puzzle.name):
                _check_parser(examiner, game, text)


def _check_parser(examiner: Examiner, game: AnyGame, text: str) -> None:
    result = examiner.attempt("parse", game.parse, text)
    if isinstance(result, ValueError):
        return
    examiner.call(f"hash(parse({show(text)}))", hash, result)
    again = examiner.call("text", game.text, result)
    parsed = examiner.call("parse", game.parse, again)
    examiner.require(parsed == result, f"parse({show(again)})", parsed, show(result))


def _damaged_texts(examiner: Examiner, texts: list[str]) -> Iterator[str]:
    """Yield malformed texts, and some that were correct before one character was changed."""
    yield from MALFORMED_TEXTS
    random = examiner.random
    for _ in range(POSITIONS_FOR_TEXTS if texts else 0):
        text = random.choice(texts)
        index = random.randrange(len(text) + 1)
        yield text[:index] + text[index + 1 :]
        yield text[:index] + random.choice("0123 /-.*#ABab?") + text[index + random.randrange(2) :]
        yield text + random.choice(texts)


def check_move_texts(examiner: Examiner, subject: Subject) -> None:
    """Check that the texts of moves are read back, also from saved games."""
    for sample in subject.samples:
        game, texts = sample.game, dict[str, None]()
        for position in sample.positions[:POSITIONS_FOR_TEXTS]:
            with examiner.at(sample.place(position)):
                moves_by_text: dict[str, Any] = {}
                for move in _legal_moves(examiner, game, position):
                    text = _check_move_text(examiner, game, position, move)
                    texts[text] = None
                    examiner.require(
                        moves_by_text.setdefault(text, move) == move,
                        f"move_text(position, {show(move)})",
                        text,
                        f"another text than for {show(moves_by_text[text])}",
                    )
        for text in _damaged_texts(examiner, list(texts)):
            with examiner.at(sample.place(game.start)):
                result = examiner.attempt(
                    f"parse_moves(start, {show(text)})", game.parse_moves, game.start, text
                )
                if not isinstance(result, ValueError):
                    _play_parsed(examiner, game, text, result)


def _check_move_text(examiner: Examiner, game: AnyGame, position: Any, move: Any) -> str:
    call = f"move_text(position, {show(move)})"
    text: str = examiner.call(call, game.move_text, position, move)
    _require_line(examiner, text, call)
    examiner.require(
        parse_line(text)["move"] == text,
        call,
        text,
        "no + > ~ or ^1 as its last word, which saved games use",
    )
    parsed = examiner.call(f"parse_moves(position, {show(text)})", game.parse_moves, position, text)
    examiner.require(
        list(parsed) == [move], f"parse_moves(position, {show(text)})", parsed, f"[{show(move)}]"
    )
    return text


def _play_parsed(examiner: Examiner, game: AnyGame, text: str, moves: Any) -> None:
    """Play what was read from any text, which must then be legal."""
    position = game.start
    for move in moves:
        result = examiner.attempt(f"play(position, {show(move)})", game.play, position, move)
        examiner.require(
            not isinstance(result, ValueError),
            f"parse_moves(start, {show(text)})",
            moves,
            "ValueError, as the moves are not legal",
        )
        position = result


def check_spec(examiner: Examiner, subject: Subject) -> None:
    """Check that a game is made again from its parameters, and not from damaged ones."""
    for sample in subject.samples:
        with examiner.at(sample.puzzle.name):
            spec = examiner.call("spec()", sample.game.spec)
            examiner.require_type(spec, dict, "spec()")
            name = subject.family.name
            examiner.require(spec.get("family") == name, "spec()", spec, f"the family {show(name)}")
            text = examiner.call("json.dumps(spec())", json.dumps, spec)
            stored = examiner.call("a reader of spec() as JSON", parse_object, text)
            examiner.require(stored == spec, "spec()", spec, "values that JSON gives back as such")
            _check_copy(examiner, subject, sample, stored)
            for field in stored:
                if field != "family":
                    _check_damaged_spec(examiner, subject, stored, field)


def _check_copy(examiner: Examiner, subject: Subject, sample: Sample, spec: dict[str, Any]) -> None:
    game, call = sample.game, "from_spec(spec())"
    copy = examiner.call(call, subject.family.from_spec, spec)
    examiner.require(copy.spec() == spec, call, copy.spec(), show(spec))
    examiner.require(copy.start == game.start, f"{call}.start", copy.start, show(game.start))
    for position in sample.positions[:POSITIONS_FOR_TEXTS]:
        moves, expected = list(copy.moves(position)), list(game.moves(position))
        examiner.require(moves == expected, f"{call}.moves(position)", moves, show(expected))
    examiner.call("the shared line", encode, sample.puzzle, ())


def _check_damaged_spec(
    examiner: Examiner, subject: Subject, spec: dict[str, Any], field: str
) -> None:
    damaged = [{**spec, field: value} for value in MALFORMED_VALUES]
    damaged.append({name: value for name, value in spec.items() if name != field})
    for each in damaged:
        changed = f"{show(field)}: {show(each[field])}" if field in each else f"no {show(field)}"
        try:
            game = examiner.attempt(f"from_spec({{… {changed}}})", subject.family.from_spec, each)
        except CallFailed:
            continue
        if not isinstance(game, ValueError):
            examiner.call(f"from_spec({{… {changed}}}).spec()", game.spec)
