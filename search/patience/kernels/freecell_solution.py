"""Kernel: the solution of the FreeCell search as single-card moves.

The search moves a run of cards at once. Here each run is moved card by card, by way of free cells
and empty columns. A move is (card, destination) as in `games.patience.position`.

A run is an array of its cards, the lowest one of the column first, at most 13. `cell_capacity` is
the number of cards that can be moved without an empty column, the free cells + 1; `spare_columns`
are the empty columns other than the target, each of which doubles it. Time O(moves).
"""

import cython


def solution_moves(states, won, root, w, cells, normalise):
    """Return the list of moves from the root to the win.

    Args:
        states: The expanded positions of the pass; `parent` is an index of this array, -1 in the
            start position.
        won: The win.
        root: The position as it was given, before autoplay.
        w: The weights of the pass.
        cells: Number of cells.
        normalise: True if cards go home without a move; such moves are left out.
    """
    s = cython.declare(State)
    autoplayed = cython.declare(cython.uchar[52])
    parent: cython.pointer(State)
    next_state: cython.pointer(State)
    child: cython.pointer(State) = cython.address(s)
    moves: list = []
    path: list = []
    number: cython.int = won.parent
    child[0] = root[0]
    child.move.target = NOT_IN_PLAY
    autoplay(child, w, autoplayed)
    append_moves(moves, root, child, cells, normalise, autoplayed)
    while number >= 0:
        path.append(number)
        number = states[number].parent
    while path:
        parent = cython.address(states[cython.cast(cython.int, path.pop())])
        number = path[len(path) - 1] if path else -1
        next_state = cython.address(states[number]) if number >= 0 else won
        build_child(child, parent, next_state.move, w, autoplayed)
        append_moves(moves, parent, child, cells, normalise, autoplayed)
    return moves


def append_moves(moves, parent, child, cells, normalise, autoplayed):
    """Append the single-card moves from a position to the next one, autoplay included."""
    run = cython.declare(cython.uchar[13])
    run_move = cython.declare(RunMove)
    cython.declare(index=cython.int, target_support=cython.int)
    target: cython.int = child.move.target
    card: cython.int = child.move.card
    count: cython.int = child.move.count
    if target != NOT_IN_PLAY:
        target_support = CELL if target == IN_CELL else parent.top[target]
        if child.move.source != IN_CELL:
            card = parent.top[child.move.source]
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
            moves.append((autoplayed[index], HOME))


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
        if run_move.child.move.card == run[0]:
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
        moves.append((card, target))


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
    cell_cards = [s.cell[index] for index in range(s.used_cells)] + [-1] * (cells - s.used_cells)
    foundation = (s.foundation[0], s.foundation[1], s.foundation[2], s.foundation[3])
    return tuple(column_cards), tuple(cell_cards), foundation
