/* Whether White, who begins, or Black can win hexapawn in at most so many plies: a second program,
   to check the solver `mtd` by, with which it shares nothing. It searches and/or trees: White
   attacks, Black delays, to a fixed number of plies. Boards are never turned in the search, the
   table has positions with White to move only, and nothing is known of passed pawns. Of Black is
   asked after each first move, with the board turned once.

       cc -O3 -march=native -o within within.c
       ./within ROWS COLUMNS MEGABYTES PLIES...     of each PLIES: yes or no, positions so far;
                                                    -PLIES asks of Black

   Up to 8 columns and 52 cells; keys are exact. In an entry, above the cells: `yes`, the fewest
   plies proved to suffice, and `no`, the most proved not to; above `yes`, what the last proof cost,
   1 to 3, and 0 where the entry is free. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define INLINE static inline __attribute__((always_inline)) /* apart for each side */

typedef uint64_t u64;
typedef struct { u64 white, black; } Board;
typedef struct { Board board; int64_t rank; int move; } Child;
typedef struct { u64 white, black; } Entry; /* 52 bits of cells; above: yes and work, no */

enum { NEVER = 127, WAYS = 4, MOST = 64 };
static const u64 CELLS = (1ull << 52) - 1;
static int rows, columns;
static u64 cells, west, east, top, bottom, searched, buckets;
static int64_t history[2][192];
static Entry *table;
static u64 reversed[256]; /* rows from right to left */

/* Where a side can go: `way` 0 to the west, 1 straight on, 2 to the east. */
INLINE u64 targets(Board b, int black, int way) {
    u64 own = black ? b.black : b.white, rival = black ? b.white : b.black;
    u64 free = cells & ~(own | rival);
    own &= way == 0 ? ~west : way == 2 ? ~east : cells;
    int by = black ? columns + 1 - way : columns - 1 + way;
    return (black ? own >> by : own << by) & (way == 1 ? free : rival);
}

INLINE int replies(Board b, int black) {
    int count = 0;
    for (int way = 0; way < 3; way++) count += __builtin_popcountll(targets(b, black, way));
    return count;
}

INLINE int arrives(Board b, int black) {
    u64 onto = 0;
    for (int way = 0; way < 3; way++) onto |= targets(b, black, way);
    return (onto & (black ? bottom : top)) != 0;
}

INLINE Board moved(Board b, int black, u64 target, int way) {
    int by = black ? columns + 1 - way : columns - 1 + way;
    if (black) return (Board){b.white & ~target, b.black ^ target ^ target << by};
    return (Board){b.white ^ target ^ target >> by, b.black & ~target};
}

static u64 mirrored(u64 pawns) {
    u64 image = 0;
    for (int row = 0; row < rows; row++)
        image |= reversed[pawns >> row * columns & bottom] << row * columns;
    return image;
}

static u64 hash(Board b) {
    u64 x = b.white * 0x9E3779B97F4A7C15ull ^ ~b.black * 0xD6E8FEB86659FD93ull;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93ull;
    return x ^ x >> 29;
}

static Board canonical(Board b) {
    Board image = {mirrored(b.white), mirrored(b.black)};
    return image.white < b.white || (image.white == b.white && image.black < b.black) ? image : b;
}

static Entry *bucket(Board b) { return table + (((hash(b) >> 32) * buckets) >> 32) * WAYS; }

static Entry *known(Board b) {
    Entry *entry = bucket(b);
    for (int way = 0; way < WAYS; way++)
        if ((entry[way].white & CELLS) == b.white && (entry[way].black & CELLS) == b.black)
            return entry + way;
    return 0;
}

/* 1 if White to move is known to win in so many plies, 0 if known not to, -1 if neither. */
static int recalled(Board b, int plies) {
    Entry *entry = known(b);
    if (!entry) return -1;
    int yes = entry->white >> 52 & 127, no = entry->black >> 52 & 127;
    return yes <= plies ? 1 : no >= plies ? 0 : -1;
}

static void keep(Board b, int plies, int won, u64 cost) {
    Entry *entry = known(b), *first = bucket(b);
    u64 work = 1 + (cost > 4) + (cost > 60), yes = NEVER, no = 0;
    if (entry) {
        yes = entry->white >> 52 & 127;
        no = entry->black >> 52 & 127;
    } else {
        entry = first;
        for (int way = 1; way < WAYS; way++)
            if (first[way].white >> 59 < entry->white >> 59) entry = first + way;
    }
    if (won) yes = plies;
    else no = plies;
    *entry = (Entry){b.white | yes << 52 | work << 59, b.black | no << 52};
}

/* The children, those that leave few replies first. */
INLINE int children(Board b, int black, Child *list) {
    int count = 0;
    for (int way = 0; way < 3; way++)
        for (u64 onto = targets(b, black, way); onto; onto &= onto - 1) {
            Child child = {moved(b, black, onto & -onto, way), 0, 3 * __builtin_ctzll(onto) + way};
            int64_t left = replies(child.board, !black) - (way != 1) * 2;
            child.rank = (left << 40) - history[black][child.move];
            int place = count++;
            for (; place && list[place - 1].rank > child.rank; place--)
                list[place] = list[place - 1];
            list[place] = child;
        }
    return count;
}

static int wins(Board b, int plies);

/* Whether every move of Black is answered by a win in so many plies. */
static int loses(Board b, int plies) {
    if (replies(b, 1) == 0) return 1;
    if (plies < 1 || arrives(b, 1)) return 0;
    Child list[MOST];
    int count = children(b, 1, list), open = 0;
    for (int i = 0; i < count; i++) {
        if (arrives(list[i].board, 0)) continue;
        list[open] = list[i];
        list[open].board = canonical(list[i].board);
        __builtin_prefetch(bucket(list[open++].board));
    }
    for (int i = 0; i < open; i++)
        if (recalled(list[i].board, plies) == 0) return 0;
    for (int i = 0; i < open; i++)
        if (!wins(list[i].board, plies)) {
            history[1][list[i].move]++;
            return 0;
        }
    return 1;
}

/* Whether White to move wins in so many plies, an odd number. */
static int wins(Board b, int plies) {
    if (arrives(b, 0)) return 1;
    int answer = recalled(b, plies);
    if (answer >= 0) return answer;
    u64 before = searched++;
    Child list[MOST];
    int count = children(b, 0, list), won = 0;
    for (int i = 0; i < count && !won; i++) {
        won = loses(list[i].board, plies - 2);
        if (won) history[0][list[i].move]++;
    }
    keep(b, plies, won, searched - before);
    return won;
}

static u64 turned(u64 pawns) {
    u64 result = 0;
    for (int row = 0; row < rows; row++)
        result |= (pawns >> row * columns & bottom) << (rows - 1 - row) * columns;
    return result;
}

/* Whether Black wins in so many plies, an even number, whatever White, who is to move, does. */
static int black_wins(Board b, int plies) {
    if (arrives(b, 0)) return 0;
    Child list[MOST];
    int count = children(b, 0, list), won = 1;
    for (int i = 0; i < count && won; i++) {
        Board after = {turned(list[i].board.black), turned(list[i].board.white)};
        won = wins(canonical(after), plies - 1);
    }
    return won;
}

int main(int count, char **words) {
    if (count < 5) return 64;
    rows = atoi(words[1]), columns = atoi(words[2]);
    buckets = ((u64)atoi(words[3]) << 20) / (WAYS * sizeof(Entry));
    u64 size = buckets * WAYS * sizeof(Entry);
    if (rows * columns > 52 || !(table = aligned_alloc(1 << 21, size))) return 1;
#ifdef MADV_HUGEPAGE
    madvise(table, size, MADV_HUGEPAGE);
#endif
    memset(table, 0, size);
    cells = (1ull << rows * columns) - 1;
    bottom = (1ull << columns) - 1;
    top = bottom << (rows - 1) * columns;
    for (int row = 0; row < rows; row++) west |= 1ull << row * columns;
    for (int row = 0; row < 1 << columns; row++)
        for (int column = 0; column < columns; column++)
            reversed[row] |= (u64)(row >> column & 1) << (columns - 1 - column);
    east = west << (columns - 1);
    for (int i = 4; i < count; i++) {
        Board start = {bottom, top};
        int plies = atoi(words[i]);
        int won = plies < 0 ? black_wins(start, -plies) : wins(canonical(start), plies);
        printf("%s %s %llu\n", words[i], won ? "yes" : "no", (unsigned long long)searched);
        fflush(stdout);
    }
    return 0;
}
