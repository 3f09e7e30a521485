"""A good move of hexapawn without a proof: alpha-beta search of a few plies with an evaluation.

passed   a pawn that no enemy pawn can stop or capture: there is none ahead on its column or on a
         neighbouring one
"""

from collections.abc import Callable

from ludoscope.games.hexapawn.rules import HexapawnGame, Move, Position

WON = 1_000_000  # minus the plies to the win
PAWN, PASSED, ROW = 10, 20, 3  # a pawn; more for a passed one, and for each row it has advanced
LEAVES = 20_000  # greatest number of leaves without cut-offs, about


def evaluation(game: HexapawnGame) -> Callable[[Position], int]:
    """The evaluation for the side to move: pawns and progress of passed pawns, of both sides."""
    columns, size = game.columns, game.rows * game.columns
    ahead = {up: [_ahead(game, cell, up) for cell in range(size)] for up in (True, False)}

    def worth(pawns: int, others: int, up: bool) -> int:
        found = PAWN * pawns.bit_count()
        while pawns:
            cell = (pawns & -pawns).bit_length() - 1
            pawns &= pawns - 1
            if not ahead[up][cell] & others:
                row = cell // columns
                found += PASSED + ROW * (row if up else game.rows - 1 - row)
        return found

    def score(position: Position) -> int:
        white, black, white_to_move = position
        lead = worth(white, black, True) - worth(black, white, False)
        return lead if white_to_move else -lead

    return score


def _ahead(game: HexapawnGame, cell: int, up: bool) -> int:
    """The cells from which an enemy pawn can stop or capture a pawn on its way."""
    row, column = divmod(cell, game.columns)
    rows = range(row + 1, game.rows) if up else range(row)
    beside = range(max(0, column - 1), min(game.columns, column + 2))
    return sum(1 << r * game.columns + c for r in rows for c in beside)


def look_ahead(game: HexapawnGame, position: Position) -> Move:
    """The best move by a search of some thousand positions; near the middle if several are best.

    ValueError when there is no legal move. Alpha-beta to a depth that depends on the number of
    moves, captures first.
    """
    score = evaluation(game)

    def ordered(at: Position) -> list[Move]:
        enemy = at.black if at.white_to_move else at.white

        def order(move: Move) -> tuple[int, int]:
            return 1 - (enemy >> move[1] & 1), abs(2 * (move[1] % game.columns) - game.columns + 1)

        return sorted(game.moves(at), key=order)

    def value(at: Position, depth: int, least: int, most: int) -> int:
        moves = ordered(at)
        if not moves:
            return -WON - depth
        if not depth:
            return score(at)
        for move in moves:
            least = max(least, -value(game.play(at, move), depth - 1, -most, -least))
            if least >= most:
                break
        return least

    moves = ordered(position)
    if not moves:
        raise ValueError("found a game that is over, expected a side with a legal move")
    depth = 1
    while len(moves) ** (depth + 1) < LEAVES and depth < game.rows * 2:
        depth += 1
    best, found = moves[0], -WON * 2
    for move in moves:
        worth = -value(game.play(position, move), depth - 1, -WON * 2, -found)
        if worth > found:
            best, found = move, worth
    return best
