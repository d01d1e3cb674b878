/* What hands are worth (R1-R9, R15), found out once for a deck. */
#include <string.h>

#include "kernel.h"

static const int RANKS[10] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12};
static const int ORDER[8] = {33, 34, 35, 36, 37, 40, 32, 31}; /* R8, the worst first */

/* The number that stands for a card: with eight reyes a 3 is a 12 and a 2 a 1 (R2). */
static int strength(int rank, int reyes) {
    if (reyes == 8 && rank == 3) return 12;
    return reyes == 8 && rank == 2 ? 1 : rank;
}

static int points(int rank, int reyes) { /* R4 */
    int counts = strength(rank, reyes);
    return counts > 10 ? 10 : counts;
}

/* What a hand is worth in a lance, as a number that grows with it. */
static int grande_of(const int s[4]) { return ((s[3] * 13 + s[2]) * 13 + s[1]) * 13 + s[0]; }

static int chica_of(const int s[4]) { return -(((s[0] * 13 + s[1]) * 13 + s[2]) * 13 + s[3]); }

static int pares_of(const int s[4]) { /* s is sorted: kind, then the higher rank, then the lower (R7) */
    if (s[0] == s[1] && s[2] == s[3]) return 3 * 1000 + s[2] * 13 + s[0];
    for (int i = 0; i < 2; i++)
        if (s[i] == s[i + 2]) return 2 * 1000 + s[i] * 13;
    for (int i = 0; i < 3; i++)
        if (s[i] == s[i + 1]) return 1000 + s[i] * 13;
    return 0;
}

static int juego_of(int sum) {
    for (int i = 0; i < 8; i++)
        if (ORDER[i] == sum) return i + 1;
    return 0;
}

static bool is_real(const int rank[4], int real) { /* R15: a 3 never serves */
    int sevens = 0, other = 0;
    for (int i = 0; i < 4; i++) {
        if (rank[i] == 7) sevens++;
        else other = rank[i];
    }
    return sevens == 3 && real != REAL_NO && other >= (real == REAL_FIGURA ? 10 : 12);
}

/* Places of values, 0 the least, equal ones sharing one. */
static void to_places(const int *value, uint16_t *place, int many) {
    for (int a = 0; a < many; a++) {
        int below = 0;
        for (int b = 0; b < many; b++) {
            bool first = value[b] < value[a];
            for (int c = 0; first && c < b; c++) first = value[c] != value[b];
            below += first;
        }
        place[a] = (uint16_t)below;
    }
}

void baraja_fill(Baraja *b, int reyes, int real) {
    int rank_of[MAX_KINDS], value[LANCES][MAX_CLASSES];
    memset(b, 0, sizeof *b);
    for (int i = 0; i < 10; i++) { /* the kinds, the lowest first */
        int alike = RANKS[i] == 3 && real != REAL_NO ? 3 : strength(RANKS[i], reyes), at = 0;
        while (at < b->kinds && rank_of[at] < alike) at++;
        if (at < b->kinds && rank_of[at] == alike) continue;
        for (int k = b->kinds++; k > at; k--) rank_of[k] = rank_of[k - 1];
        rank_of[at] = alike;
    }
    for (int card = 0; card < 40; card++) {
        int rank = RANKS[card % 10], alike = rank == 3 && real != REAL_NO ? 3 : strength(rank, reyes), at = 0;
        while (rank_of[at] != alike) at++;
        b->kind[card] = (uint8_t)at;
        b->copies[at]++;
    }
    for (int i = 0; i < b->kinds; i++)
        for (int j = i; j < b->kinds; j++)
            for (int k = j; k < b->kinds; k++)
                for (int l = k; l < b->kinds; l++) {
                    int n = b->classes++, rank[4] = {rank_of[i], rank_of[j], rank_of[k], rank_of[l]}, s[4], sum = 0;
                    uint8_t held[4] = {(uint8_t)i, (uint8_t)j, (uint8_t)k, (uint8_t)l};
                    memcpy(b->held[n], held, 4);
                    b->class_of[i][j][k][l] = (uint16_t)n;
                    for (int c = 0; c < 4; c++) {
                        s[c] = strength(rank[c], reyes);
                        sum += points(rank[c], reyes);
                    }
                    for (int x = 1; x < 4; x++) /* a 3 that is a rey stands among the low kinds */
                        for (int y = x; y > 0 && s[y - 1] > s[y]; y--) {
                            int t = s[y];
                            s[y] = s[y - 1];
                            s[y - 1] = t;
                        }
                    int pares = pares_of(s), juego = is_real(rank, real) ? REAL_PLACE : juego_of(sum);
                    b->puntos[n] = (uint8_t)sum;
                    b->pares[n] = (uint8_t)(pares / 1000);
                    b->juego[n] = (uint8_t)juego;
                    b->premio_juego[n] = (uint8_t)(!juego ? 0 : sum == 31 ? 3 : 2);
                    value[GRANDE][n] = grande_of(s);
                    value[CHICA][n] = chica_of(s);
                    value[PARES][n] = pares;
                    value[JUEGO][n] = juego;
                    value[PUNTO][n] = sum;
                }
    for (int lance = 0; lance < LANCES; lance++) to_places(value[lance], b->place[lance], b->classes);
}
