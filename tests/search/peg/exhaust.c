/* Levels of peg solitaire as sorted arrays: the second program's inner loops (exhaust.py).

   A position is a word of up to 48 holes, its key the least of its images. A pagoda function is
   checked here, in integers, before it may prune. Sums are kept in 16 bits, far from overflow: a
   function whose weights add up to more than MOST is refused. LANES functions are summed at once,
   four holes at a time. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { JUMPS = 256, IMAGES = 7, LANES = 32, FOURS = 12, MOST = 10000, CHUNK = 4096 };
typedef uint64_t u64;
typedef int16_t Sums __attribute__((vector_size(2 * LANES)));

static int holes, jumps, images, blocks;
static int from[JUMPS], over[JUMPS], to[JUMPS];
static u64 image[IMAGES][6][256];
static Sums *worth, *base; /* [block][FOURS][16]: of four holes; [block]: less that of the finish */

void set_board(int hole_count, int jump_count, const int *jump, int image_count, const int *turned) {
    holes = hole_count, jumps = jump_count, images = image_count;
    for (int j = 0; j < jumps; j++) from[j] = jump[3 * j], over[j] = jump[3 * j + 1], to[j] = jump[3 * j + 2];
    memset(image, 0, sizeof image);
    for (int i = 0; i < images; i++)
        for (int hole = 0; hole < holes; hole++)
            for (int byte = 0; byte < 256; byte++)
                if (byte >> hole % 8 & 1) image[i][hole / 8][byte] |= 1ull << turned[i * holes + hole];
}

/* The number of the first that is no pagoda function, or `count`: then all of them prune. */
int set_pagodas(int count, const int *weights, u64 finish) {
    for (int p = 0; p < count; p++) {
        const int *w = weights + p * holes;
        int sum = 0;
        for (int hole = 0; hole < holes; hole++) sum += abs(w[hole]);
        if (sum > MOST) return p;
        for (int j = 0; j < jumps; j++)
            if (w[to[j]] > w[from[j]] + w[over[j]]) return p;
    }
    blocks = (count + LANES - 1) / LANES;
    free(worth), free(base);
    worth = aligned_alloc(sizeof(Sums), (blocks + 1) * FOURS * 16 * sizeof(Sums));
    base = aligned_alloc(sizeof(Sums), (blocks + 1) * sizeof(Sums));
    if (!worth || !base) return -1;
    memset(worth, 0, blocks * FOURS * 16 * sizeof(Sums));
    memset(base, 0, blocks * sizeof(Sums));
    for (int p = 0; p < count; p++)
        for (int hole = 0; hole < holes; hole++) {
            int weight = weights[p * holes + hole];
            if (finish >> hole & 1) base[p / LANES][p % LANES] -= weight;
            for (int four = 0; four < 16; four++)
                if (four >> hole % 4 & 1)
                    worth[(p / LANES * FOURS + hole / 4) * 16 + four][p % LANES] += weight;
        }
    return count;
}

static int alive(u64 position, int block) {
    Sums sum = base[block], *row = worth + block * FOURS * 16;
    for (int four = 0; four < FOURS; four++) sum += row[16 * four + (position >> 4 * four & 15)];
    u64 signs = 0, words[sizeof sum / 8];
    memcpy(words, &sum, sizeof sum);
    for (unsigned word = 0; word < sizeof sum / 8; word++) signs |= words[word];
    return !(signs & 0x8000800080008000);
}

static u64 least(u64 position) {
    u64 best = position;
    for (int i = 0; i < images; i++) {
        u64 turned = 0;
        for (int byte = 0; byte < 6; byte++) turned |= image[i][byte][position >> 8 * byte & 255];
        if (turned < best) best = turned;
    }
    return best;
}

/* Appends the children of a level; returns how many of its positions there was room to expand. */
u64 expand(const u64 *level, u64 count, u64 *out, u64 *filled, u64 room) {
    u64 done = 0;
    for (; done < count && *filled + jumps <= room; done++)
        for (int j = 0; j < jumps; j++) {
            u64 pegs = 1ull << from[j] | 1ull << over[j], all = pegs | 1ull << to[j];
            if ((level[done] & all) == pegs && (!blocks || alive(level[done] ^ all, 0)))
                out[(*filled)++] = least(level[done] ^ all);
        }
    return done;
}

/* Sorts, drops repetitions, returns what is left; `spare` has as much room. */
u64 sorted(u64 *keys, u64 *spare, u64 count) {
    for (int shift = 0; shift < 48; shift += 12) {
        static u64 start[4096];
        u64 sum = 0, *swap = keys;
        memset(start, 0, sizeof start);
        for (u64 i = 0; i < count; i++) start[keys[i] >> shift & 4095]++;
        for (int digit = 0; digit < 4096; digit++) sum += start[digit], start[digit] = sum - start[digit];
        for (u64 i = 0; i < count; i++) spare[start[keys[i] >> shift & 4095]++] = keys[i];
        keys = spare, spare = swap;
    }
    u64 left = 0;
    for (u64 i = 0; i < count; i++)
        if (!left || keys[i] != keys[left - 1]) keys[left++] = keys[i];
    return left;
}

/* Drops what a pagoda function refutes, in place. */
u64 sieve(u64 *keys, u64 count) {
    u64 left = 0;
    for (u64 at = 0; at < count; at += CHUNK) {
        u64 *chunk = keys + at, size = count - at < CHUNK ? count - at : CHUNK;
        for (int block = 0; block < blocks; block++) {
            u64 kept = 0;
            for (u64 i = 0; i < size; i++) {
                u64 key = chunk[i];
                chunk[kept] = key;
                kept += alive(key, block);
            }
            size = kept;
        }
        memmove(keys + left, chunk, 8 * size);
        left += size;
    }
    return left;
}

/* Turns keys into those of their complements under a symmetry, hole → image; not in order. */
void complement(u64 *keys, u64 count, const int *turned) {
    for (u64 i = 0; i < count; i++) {
        u64 position = 0;
        for (int hole = 0; hole < holes; hole++)
            if (!(keys[i] >> hole & 1)) position |= 1ull << turned[hole];
        keys[i] = least(position);
    }
}

static int among(u64 key, const u64 *keys, u64 count) {
    while (count) {
        u64 half = count / 2;
        if (keys[half] == key) return 1;
        if (keys[half] < key) keys += half + 1, count -= half + 1;
        else count = half;
    }
    return 0;
}

/* Those children of a level that are among sorted keys, as many as there is room for; returns how
   many. `bits` has 1 << power of them, all 0; a key is there only where the bit of its hash is 1. */
u64 meet(const u64 *level, u64 count, const u64 *keys, u64 others, u64 *bits, int power, u64 *found,
         u64 room) {
    u64 waiting[CHUNK], hits = 0, children = 0;
    for (u64 i = 0; i < others; i++) {
        u64 bit = keys[i] * 0x9E3779B97F4A7C15ull >> (64 - power);
        bits[bit >> 6] |= 1ull << (bit & 63);
    }
    for (u64 done = 0; done < count; done++) {
        for (int j = 0; j < jumps; j++) {
            u64 pegs = 1ull << from[j] | 1ull << over[j], all = pegs | 1ull << to[j];
            if ((level[done] & all) != pegs) continue;
            u64 key = waiting[children++] = least(level[done] ^ all);
            __builtin_prefetch(bits + (key * 0x9E3779B97F4A7C15ull >> (64 - power) >> 6));
        }
        if (children + jumps < CHUNK && done + 1 < count) continue;
        while (children) {
            u64 key = waiting[--children], bit = key * 0x9E3779B97F4A7C15ull >> (64 - power);
            if (bits[bit >> 6] >> (bit & 63) & 1 && hits < room && among(key, keys, others))
                found[hits++] = key;
        }
    }
    return hits;
}
