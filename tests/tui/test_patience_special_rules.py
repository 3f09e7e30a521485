"""The patience board where cards come back from the foundation, and where chances are given."""

import re

from ludoscope.games.patience.cards import card_label, parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.messages import describe_card
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, RAISE, RESHUFFLE, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FULL_MIDNIGHT_OIL, RETURN_VARIANTS, VARIANTS
from ludoscope.tui.boards.board import BOARD_COMMANDS, InputResult
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.user_options import UserOptions

OPEN = "JC JS JH TD | - - - - | QD JD / KC QC / KS QS / KH QH / KD / - / - / -"


def pressed(board: PatienceBoard, position: Position, *keys: str) -> InputResult:
    for key in keys:
        reply = board.handle_key(position, key)
    return reply


def test_a_card_is_picked_on_the_foundation_and_put_on_a_column():
    game = PatienceGame.from_deal(RETURN_VARIANTS["FreeCell"], deal_xpat2(1), normalise=False)
    position, board = game.parse(OPEN), PatienceBoard(game, UserOptions())
    jack, queen = parse_card("JS"), parse_card("QH")
    pressed(board, position, "right", "right", "right", "right", "right", "up")
    pressed(board, position, "enter", "down")
    drawn = "\n".join("".join(text for text, _ in line) for line in board.draw(position, 78, 18))
    assert "‹" in drawn
    assert "J♠" in drawn[drawn.index("‹") : drawn.index("›")]
    reply = pressed(board, position, "left", "left", "enter")
    assert reply.moves == ((jack, queen),)
    after = game.play(position, reply.moves[0])
    board.on_position_changed(position, reply.moves[0], after)
    assert pressed(board, after, "send_home").moves[0] == (jack, FOUNDATION)
    assert board.automatic_move(after) is None


def test_an_empty_foundation_gives_nothing_back():
    game = PatienceGame.from_deal(RETURN_VARIANTS["FreeCell"], deal_xpat2(1), normalise=False)
    board = PatienceBoard(game, UserOptions())
    pressed(board, game.start, "right", "right", "right", "right", "right", "up")
    assert pressed(board, game.start, "enter").message == "no card to take from home"


def chances(board: PatienceBoard, position: Position):
    """Return the text in the upper left corner."""
    lines = board.draw(position, 78, 18)[:2]
    return [re.split("   ", "".join(text for text, _ in line).strip())[0] for line in lines]


def test_key_redeals_the_remaining_cards():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(3), seed=3)
    board, position = PatienceBoard(game, UserOptions()), game.start
    assert chances(board, position) == ["* reshuffle (2 left)", "+ raise a card (1 left)"]
    for _ in range(2):
        assert board.handle_key(position, "reshuffle").moves == ((NO_CARD, RESHUFFLE),)
        assert board.move_text(position, (NO_CARD, RESHUFFLE)) == "reshuffle"
        position = game.play(position, (NO_CARD, RESHUFFLE))
    assert board.handle_key(position, "reshuffle").message == "no reshuffle is left"
    buried = position.columns[0][0]
    assert board.move_text(position, (buried, RAISE)).endswith("raised")
    position = game.play(position, (buried, RAISE))
    assert chances(board, position) == ["* reshuffle (none left)", "+ raise a card (none left)"]
    rule = " ".join(line[0][0] for line in board.goal_lines(60))
    assert "2 times" in rule


def test_labels_of_extra_moves_end_before_the_foundations():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(3), seed=3)
    board = PatienceBoard(game, UserOptions())
    for width, height, labels in (
        (60, 50, ["* reshuffle (2)", "+ raise (1)"]),
        (50, 45, ["* reshuffle (2)", "+ raise (1)"]),
        (40, 30, ["* (2)", "+ raise (1)"]),
        (30, 30, ["* (2)", "+ (1)"]),
    ):
        lines = ["".join(t for t, _ in line) for line in board.draw(game.start, width, height)]
        shown = [re.split("  |♣|╭", line.strip())[0].strip() for line in lines[:2]]
        assert shown == labels, (width, height)
        assert all(suit in lines[0] for suit in "♣♠♥♦")


def test_next_movable_card_is_uncovered():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(3), seed=3)
    board = PatienceBoard(game, UserOptions())
    movers = {card for card, dest in game.moves(game.start) if dest not in (RESHUFFLE, RAISE)}
    for _ in range(4):
        reply = pressed(board, game.start, "tab")
        if not movers:
            assert reply.message == "no card can move"
            continue
        reply = pressed(board, game.start, "enter")
        picked = board._controller.selected_cards(game.start)
        assert (picked[-1] if picked else reply.moves[0][0]) in movers
        board.clear_selection()


def test_games_without_redeals_have_no_redeal_key():
    game = PatienceGame.from_deal(RETURN_VARIANTS["FreeCell"], deal_xpat2(1), normalise=False)
    assert not PatienceBoard(game, UserOptions()).handle_key(game.start, "reshuffle").moves
    ruled = PatienceGame.from_deal(VARIANTS["MidnightOil"], deal_xpat2(1))
    assert not any(
        PatienceBoard(ruled, UserOptions()).handle_key(ruled.start, key).handled
        for key in BOARD_COMMANDS
    )


def test_sending_home_and_raising_are_commands_of_their_own():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(1), normalise=False, seed=1)
    board = PatienceBoard(game, UserOptions())
    assert set(BOARD_COMMANDS) <= set(board.EXTRA_ACTIONS)
    assert pressed(board, game.start, "send_home").moves[0][1] == FOUNDATION
    pressed(board, game.start, "raise")
    assert ("⏎", "raise it") in board.key_labels(game.start)
    reply = pressed(board, game.start, "enter")
    assert [destination for _, destination in reply.moves] == [RAISE]


def test_a_buried_card_is_raised_by_keys_and_by_the_mouse():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(3), seed=3)
    board, position = PatienceBoard(game, UserOptions()), game.start
    middle, bottom = position.columns[0][1], position.columns[0][0]
    pressed(board, position, "raise")
    assert describe_card(middle) in board.expected_keys_text(position)
    pressed(board, position, "up")
    assert describe_card(bottom) in board.expected_keys_text(position)
    assert pressed(board, position, "enter").moves == ((bottom, RAISE),)
    assert not board.expected_keys_text(position)
    pressed(board, position, "raise")
    assert pressed(board, position, "raise").moves == ()
    assert not board.expected_keys_text(position)
    lines = ["".join(text for text, _ in line) for line in board.draw(position, 78, 18)]
    assert board.handle_click(position, lines[1].index("raise"), 1, 78, 18).moves == ()
    y = next(y for y, line in enumerate(lines) if card_label(middle) in line)
    x = lines[y].index(card_label(middle))
    assert board.handle_click(position, x, y, 78, 18).moves == ((middle, RAISE),)
    assert board.handle_click(position, 3, 0, 78, 18).moves == ((NO_CARD, RESHUFFLE),)


def test_click_on_a_foundation_raises_no_card():
    game = PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(3), normalise=False, seed=3)
    board, position = PatienceBoard(game, UserOptions()), game.start
    pressed(board, position, "raise")
    question = board.expected_keys_text(position)
    lines = ["".join(text for text, _ in line) for line in board.draw(position, 78, 18)]
    for suit in "♣♠♥♦":
        reply = board.handle_click(position, lines[0].index(suit), 1, 78, 18)
        assert (reply.moves, reply.handled) == ((), False)
    assert board.expected_keys_text(position) == question
