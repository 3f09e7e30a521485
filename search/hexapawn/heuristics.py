"""A good move of hexapawn without a proof: alpha-beta search of a few plies with an evaluation.

Start reading at `look_ahead`.

passed pawn  a pawn that no enemy pawn can stop or capture: there is none ahead of it in its column
             or in a neighbouring one
"""

from collections.abc import Callable

from ludoscope.games.hexapawn.rules import HexapawnGame, Move, Position

WIN_SCORE = 1_000_000  # a loss scores -WIN_SCORE - remaining depth, so that a sooner loss is worse
PAWN_SCORE = 10
PASSED_PAWN_SCORE = 20  # besides PAWN_SCORE
ADVANCE_SCORE = 3  # for each row that a passed pawn has advanced
MAX_LEAVES = 20_000  # approximate, without cut-offs


def evaluation(game: HexapawnGame) -> Callable[[Position], int]:
    """Return a function that scores positions for the side to move.

    The score is the lead in pawns and in the progress of passed pawns.
    """
    columns, size = game.columns, game.rows * game.columns
    stopping = {
        up: [_stopping_cells(game, cell, up) for cell in range(size)] for up in (True, False)
    }

    def side_score(pawns: int, enemies: int, up: bool) -> int:
        score = PAWN_SCORE * pawns.bit_count()
        while pawns:
            cell = (pawns & -pawns).bit_length() - 1
            pawns &= pawns - 1
            if not stopping[up][cell] & enemies:
                row = cell // columns
                rows_advanced = row if up else game.rows - 1 - row
                score += PASSED_PAWN_SCORE + ADVANCE_SCORE * rows_advanced
        return score

    def score(position: Position) -> int:
        white, black, white_to_move = position
        lead = side_score(white, black, True) - side_score(black, white, False)
        return lead if white_to_move else -lead

    return score


def _stopping_cells(game: HexapawnGame, cell: int, up: bool) -> int:
    """Return the cells, as bits, from which an enemy pawn can stop or capture a pawn on its way."""
    row, column = divmod(cell, game.columns)
    rows = range(row + 1, game.rows) if up else range(row)
    columns = range(max(0, column - 1), min(game.columns, column + 2))
    return sum(1 << r * game.columns + c for r in rows for c in columns)


def look_ahead(game: HexapawnGame, position: Position) -> Move:
    """Return the best move by an alpha-beta search of some thousand positions.

    The depth depends on the number of moves. Captures are searched first, then moves near the
    middle; of several best moves the first is returned.

    Raises:
        ValueError: There is no legal move.
    """
    score = evaluation(game)

    def ordered_moves(node: Position) -> list[Move]:
        enemies = node.black if node.white_to_move else node.white

        def order(move: Move) -> tuple[bool, int]:
            is_capture = bool(enemies >> move[1] & 1)
            # twice the distance of the target from the middle column
            return not is_capture, abs(2 * (move[1] % game.columns) - game.columns + 1)

        return sorted(game.moves(node), key=order)

    def search(node: Position, depth: int, alpha: int, beta: int) -> int:
        moves = ordered_moves(node)
        if not moves:
            return -WIN_SCORE - depth
        if not depth:
            return score(node)
        for move in moves:
            alpha = max(alpha, -search(game.play(node, move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha

    moves = ordered_moves(position)
    if not moves:
        raise ValueError("found a game that is over, expected a side with a legal move")
    depth = 1
    while len(moves) ** (depth + 1) < MAX_LEAVES and depth < game.rows * 2:
        depth += 1
    best_move, best_score = moves[0], -WIN_SCORE * 2
    for move in moves:
        move_score = -search(game.play(position, move), depth - 1, -WIN_SCORE * 2, -best_score)
        if move_score > best_score:
            best_move, best_score = move, move_score
    return best_move
