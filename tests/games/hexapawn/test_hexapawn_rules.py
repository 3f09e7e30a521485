"""Rules of hexapawn: moves, ends of games, symmetries, counts of lines of play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import from_spec
from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_game


@st.composite
def games(draw):
    """Draw a game from any position, reachable or not."""
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(1, 6))
    cells = st.text("Pp...", min_size=columns, max_size=columns)
    drawn = draw(st.lists(cells, min_size=rows, max_size=rows))
    return parse_game("/".join(drawn) + " " + draw(st.sampled_from("WB")))


def turned(line: str, mirror: bool, exchange: bool) -> str:
    """Return the position mirrored, or with the colours exchanged."""
    rows, side = line[:-2].split("/"), line[-1]
    if mirror:
        rows = [row[::-1] for row in rows]
    if exchange:
        rows, side = [row.swapcase() for row in rows[::-1]], "B" if side == "W" else "W"
    return "/".join(rows) + " " + side


def perft(game, position, plies):
    if plies == 0:
        return 1
    return sum(perft(game, game.play(position, m), plies - 1) for m in game.moves(position))


def test_start_of_the_classic_board():
    game = HexapawnGame(3, 3)
    assert game.start == Position(white=0b111, black=0b111_000_000, white_to_move=True)
    assert game.text(game.start) == "ppp/.../PPP W"
    assert [game.move_text(game.start, m) for m in game.moves(game.start)] == [
        "a1a2",
        "b1b2",
        "c1c2",
    ]


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ((3, 3), [1, 3, 10, 28, 56, 70, 64, 20, 0]),
        ((4, 4), [1, 4, 16, 66, 280, 1170, 4548]),
        ((5, 4), [1, 4, 16, 64, 258, 1050, 4310]),
    ],
)
def test_lines_of_play_by_length(size, counts):
    """Counted by a program of another design, on a dictionary of cells."""
    game = HexapawnGame(*size)
    assert [perft(game, game.start, plies) for plies in range(len(counts))] == counts


@each_of(
    ("line", "moves"),
    [
        ("p.p/.P./... W", ["b2xa3", "b2b3", "b2xc3"]),
        ("p.p/.P./... B", ["a3a2", "a3xb2", "c3xb2", "c3c2"]),
        ("P.P/.P./... W", ["b2b3"]),  # no capture of one's own
        ("p.P/.../... W", []),  # on the last row there is nowhere to go
        ("../p./P. W", []),
        ("../p./P. B", []),
        ("p/./P W", ["a1a2"]),
        ("..p/P../... W", ["a2a3"]),  # no capture around the edge
    ],
)
def test_moves(line, moves):
    game = parse_game(line)
    assert [game.move_text(game.start, m) for m in game.moves(game.start)] == moves
    assert game.is_won(game.start) == (not moves)


@pytest.mark.parametrize("line", ["P.p/.../P.. B", "..p/.../P.p W", "P.p/.../p.. W"])
def test_arriving_ends_the_game(line):
    game = parse_game(line)
    assert game.is_won(game.start)
    assert game.moves(game.start) == []
    with pytest.raises(ValueError, match="the game is over"):
        game.play(game.start, (0, 3))


@each_of(
    ("text", "reason"),
    [
        ("a2a3", "no white pawn on a2"),
        ("a3a2", "no white pawn on a3"),
        ("b1b2", "b2 is not empty"),
        ("a1a3", "moves one row up"),
        ("c1d1", "moves one row up"),
        ("c1xd2", "no enemy to capture on d2"),
    ],
)
def test_illegal_moves_say_why(text, reason):
    game = parse_game("p.../.p../PPP. W")
    with pytest.raises(ValueError, match=reason):
        game.parse_moves(game.start, text)


def test_capturing_removes_the_enemy():
    game = parse_game("p../.P./... B")
    (move,) = game.parse_moves(game.start, "a3xb2")
    assert game.text(game.play(game.start, move)) == ".../.p./... W"


@settings(max_examples=many(60), deadline=None)
@given(games(), st.data())
def test_play_agrees_with_moves(game, data):
    """Check that exactly the listed moves can be played, among all pairs of cells."""
    cells = range(game.rows * game.columns)
    legal = game.moves(game.start)
    assert legal == sorted(legal)
    pair = data.draw(st.tuples(st.sampled_from(cells), st.sampled_from(cells)))
    if pair in legal:
        after = game.play(game.start, pair)
        assert after.white_to_move != game.start.white_to_move
        assert game.parse(game.text(after)) == after
    else:
        with pytest.raises(ValueError, match=r"."):
            game.play(game.start, pair)


@settings(max_examples=many(60), deadline=None)
@given(games(), st.booleans(), st.booleans())
def test_key_knows_the_symmetries(game, mirror, exchange):
    image = game.parse(turned(game.text(game.start), mirror, exchange))
    assert game.key(image) == game.key(game.start)
    assert len(game.moves(image)) == len(game.moves(game.start))


def test_key_tells_all_other_positions_apart():
    game = HexapawnGame(2, 2)
    positions = [
        game.parse(f"{a}{b}/{c}{d} {side}")
        for a in "Pp."
        for b in "Pp."
        for c in "Pp."
        for d in "Pp."
        for side in "WB"
    ]
    classes = {}
    for position in positions:
        classes.setdefault(game.key(position), set()).add(game.text(position))
    for lines in classes.values():
        line = min(lines)
        assert lines == {turned(line, m, e) for m in (False, True) for e in (False, True)}


@settings(max_examples=many(60), deadline=None)
@given(games())
def test_spec_round_trips(game):
    again = from_spec(game.spec())
    assert (again.rows, again.columns, again.start) == (game.rows, game.columns, game.start)


@pytest.mark.parametrize("spec", [{}, {"start": 3}, {"start": "ppp"}, {"start": "pp/PP X"}])
def test_bad_specs(spec):
    with pytest.raises(ValueError, match="found"):
        from_spec({"family": "hexapawn", **spec})


@each_of("size", [(1, 3), (17, 3), (3, 0), (3, 17), (-1, 3)])
def test_sizes_out_of_range(size):
    with pytest.raises(ValueError, match="expected 2 to 16 rows and 1 to 16 columns"):
        HexapawnGame(*size)


@pytest.mark.parametrize("start", [(1, 1, True), (1 << 9, 0, True), (-1, 0, True)])
def test_starts_that_do_not_fit(start):
    with pytest.raises(ValueError, match="overlap or lie outside"):
        HexapawnGame(3, 3, Position(*start))
