"""Kernel: the solution of the FreeCell search as single-card moves.

The search moves a run of cards at once. Here each run is moved card by card, by way of free cells
and empty columns. A move is (card, destination) as in `games.patience.position`.

A run is an array of its cards, the lowest one of the column first, at most 13. `cell_capacity` is
the number of cards that can be moved without an empty column, the free cells + 1; `spare_columns`
are the empty columns other than the target, each of which doubles it. Time O(moves).
"""

import cython

# The moves at 64 * card + target, made once: a solution has some hundred.
MOVES: tuple = tuple((number >> 6, number & 63) for number in range(64 * DECK))


def solution_moves(root, path, w, cells, normalise):
    """Return the list of moves from the root to the win.

    Args:
        root: The position as it was given, before autoplay.
        path: The moves of the search, as by `pack_move`, the first one on top; they are popped.
        w: The weights of the pass.
        cells: Number of cells.
        normalise: True if cards go home without a move; such moves are left out.
    """
    states = cython.declare(State[2])
    autoplayed = cython.declare(cython.uchar[52])
    parent: cython.pointer(State) = cython.address(states[0])
    child: cython.pointer(State) = cython.address(states[1])
    moves: list = []
    child[0] = root[0]
    autoplay(child, w, autoplayed)
    append_moves(moves, root, child, cells, normalise, autoplayed)
    while path.top:
        parent, child = child, parent
        build_child(child, parent, pop(path), 0, True, w, autoplayed)
        append_moves(moves, parent, child, cells, normalise, autoplayed)
    return moves


def append_moves(moves, parent, child, cells, normalise, autoplayed):
    """Append the single-card moves from a position to the next one, autoplay included."""
    run = cython.declare(cython.uchar[13])
    run_move = cython.declare(RunMove)
    cython.declare(index=cython.int, target_support=cython.int, source=cython.int)
    move: Move = unpack_move(child.move)
    target: cython.int = move.target
    card: cython.int = move.card
    count: cython.int = move.count
    if target != NOT_IN_PLAY:
        target_support = CELL if target == IN_CELL else parent.top[target]
        source = column_of(parent, card)
        if source != IN_CELL:
            card = parent.top[source]
        for index in range(count - 1, -1, -1):
            run[index] = card
            card = parent.support[card]
        run_move.child, run_move.normalise, run_move.base_moved = child, normalise, False
        cell_capacity: cython.int = cells - parent.used_cells + 1
        spare_columns: cython.int = parent.empty_columns - (target_support == BASE)
        append_run(
            moves,
            cython.address(run_move),
            run,
            count,
            target_support,
            cell_capacity,
            spare_columns,
        )
    if not normalise:
        for index in range(child.autoplay_count):
            moves.append(MOVES[64 * autoplayed[index] + HOME])


def append_run(moves, run_move, run, count, target, cell_capacity, spare_columns):
    """Append the moves of a run, or of part of it, to `target`: a card, BASE or CELL.

    A run that is longer than `cell_capacity` is split: its upper part goes to a spare column, the
    lower part to the target, then the upper part onto the lower one.
    """
    index: cython.int
    if count <= cell_capacity:
        for index in range(count - 1, 0, -1):
            append_card(moves, run_move, run[index], CELL)
        append_card(moves, run_move, run[0], target)
        if unpack_move(run_move.child.move).card == run[0]:
            run_move.base_moved = True
        for index in range(1, count):
            append_card(moves, run_move, run[index], run[index - 1])
        return
    upper: cython.int = min(count - 1, cell_capacity << (spare_columns - 1))
    count -= upper
    append_run(moves, run_move, run + count, upper, BASE, cell_capacity, spare_columns - 1)
    append_run(moves, run_move, run, count, target, cell_capacity, spare_columns - 1)
    append_run(
        moves, run_move, run + count, upper, run[count - 1], cell_capacity, spare_columns - 1
    )


def append_card(moves, run_move, card, target):
    """Append a single-card move, unless autoplay has sent the card home in the meantime."""
    gone_home = run_move.base_moved and run_move.child.support[card] == HOME
    if not (run_move.normalise and gone_home):
        moves.append(MOVES[64 * card + target])


def position_of(s, columns, cells):
    """Return (columns, cells, foundation) as in `games.patience.position.Position`."""
    column_cards: list = []
    for number in range(columns):
        cards: list = []
        card = s.top[number]
        while card != BASE:
            cards.insert(0, card)
            card = s.support[card]
        column_cards.append(tuple(cards))
    cell_cards = [card for card in range(DECK) if s.in_cells >> card & 1]
    cell_cards += [-1] * (cells - s.used_cells)
    foundation = (s.foundation[0], s.foundation[1], s.foundation[2], s.foundation[3])
    return tuple(column_cards), tuple(cell_cards), foundation
