#include "odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* reading.py: AFTER_MUS, AFTER_CUT by lance; HAS_AFTER_* where pares or juego are not declared yet. */
static const double AFTER_MUS[2][LANCES] = {{1.8, 0.65, 1.5, 1.0, 1.5}, {1.0, 1.0, 1.3, 2.3, 1.0}};
static const double AFTER_CUT[2][LANCES] = {{1.4, 0.65, 2.8, 1.7, 0.5}, {1.0, 1.0, 1.4, 4.0, 1.0}};
static const double AFTER_SAID[4] = {1.0, 2.5, 0.7, 0.8};
static const double QUERIDO_FROM = 0.3;

/* descarte.py */
static const double W_GRANDE = 2.6, W_CHICA = 1.1, W_PARES[4] = {0.0, 1.3, 4.0, 6.0}, W_PARES_BEST = 1.0;
static const double W_31 = 3.8, W_JUEGO = 2.7, W_JUEGO_BEST = 2.0, W_PUNTO_BEST = 0.3, CUT_FROM = -1.0;

static const int COMB[9][5] = {{1, 0, 0, 0, 0},   {1, 1, 0, 0, 0},    {1, 2, 1, 0, 0},
                               {1, 3, 3, 1, 0},   {1, 4, 6, 4, 1},    {1, 5, 10, 10, 5},
                               {1, 6, 15, 20, 15}, {1, 7, 21, 35, 35}, {1, 8, 28, 56, 70}};

enum { BANKS = 3, ROWS = 1 << 14, DUELS = 1 << 13, CHANCES = 1 << 21 };

typedef struct {
    uint64_t key;
    int room;
    double *row;
} Row;

typedef struct {
    uint64_t key;
    int many, room;
    double *mass, *wins;
} Kept;

typedef struct {
    uint64_t key;
    double win, against;
} Chances;

struct Odds {
    const Baraja *baraja;
    int places[LANCES];
    uint16_t *ways;                        /* of a class, for who holds another: [own][class] */
    double *cumulative[MAX_CLASSES][LANCES][KNOWNS];
    double premio[MAX_CLASSES][2][KNOWNS]; /* below 0: not worked out yet */
    double strength[LANCES][HEARDS];
    uint8_t same[LANCES][HEARDS];          /* the first with that strength */
    double worth[MAX_CLASSES], average[MAX_CLASSES], beats[LANCES][MAX_CLASSES];
    uint8_t thrown[MAX_CLASSES][5];        /* how many, which kinds */
    Row rows[BANKS][ROWS]; /* a bank for each of the others, so that none of a duel's is taken by the next */
    Kept duels[DUELS];
    Chances chances[CHANCES];
    double mass[MAX_CLASSES + 1], wins[MAX_CLASSES + 1];
};

/* ---- hands ------------------------------------------------------------------------------------------- */

static int ways_of(const Baraja *b, const uint8_t *held, int size, const int *left) {
    int many = 1;
    (void)b;
    for (int i = 0; i < size;) {
        int kind = held[i], n = 0;
        while (i < size && held[i] == kind) i++, n++;
        many *= left[kind] < 0 ? 0 : COMB[left[kind]][n];
    }
    return many;
}

static void copies_left(const Baraja *b, const uint8_t *held, int size, int *left) {
    for (int kind = 0; kind < b->kinds; kind++) left[kind] = b->copies[kind];
    for (int i = 0; i < size; i++) left[held[i]]--;
}

static bool agrees(const Baraja *b, int class_, int known) {
    int pares = known / 3, juego = known % 3;
    return (!pares || (pares == 2) == (b->pares[class_] > 0)) && (!juego || (juego == 2) == (b->juego[class_] > 0));
}

/* The chance, for each place, to be no better than that; `ways` of each class. */
static void accumulate(const Odds *odds, const uint16_t *ways, int lance, int known, double *row) {
    const Baraja *b = odds->baraja;
    int mass[MAX_CLASSES] = {0}, total = 0, so_far = 0;
    for (int n = 0; n < b->classes; n++)
        if (agrees(b, n, known)) mass[b->place[lance][n]] += ways[n], total += ways[n];
    for (int place = 0; place < odds->places[lance]; place++) {
        so_far += mass[place];
        row[place] = (double)so_far / (double)total;
    }
}

static const double *cumulative(Odds *odds, int own, int lance, int known) {
    double **row = &odds->cumulative[own][lance][known];
    if (!*row) {
        *row = malloc(sizeof(double) * odds->places[lance]);
        accumulate(odds, odds->ways + (size_t)own * odds->baraja->classes, lance, known, *row);
    }
    return *row;
}

double odds_none(Odds *odds, int own, int lance, int known) { return cumulative(odds, own, lance, known)[0]; }

double odds_premio(Odds *odds, int own, int lance, int known) {
    double *kept = &odds->premio[own][lance == JUEGO][known];
    if (*kept < 0) {
        const Baraja *b = odds->baraja;
        const uint16_t *ways = odds->ways + (size_t)own * b->classes;
        const uint8_t *paid = lance == PARES ? b->pares : b->premio_juego;
        long total = 0, many = 0;
        for (int n = 0; n < b->classes; n++)
            if (agrees(b, n, known)) total += paid[n] * ways[n], many += ways[n];
        *kept = (double)total / (double)many;
    }
    return *kept;
}

double odds_strength(const Odds *odds, int lance, int heard) { return odds->strength[lance][heard]; }

/* ---- duels ------------------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t key) {
    key ^= key >> 31;
    key *= 0x9E3779B97F4A7C15ULL;
    return key ^ key >> 29;
}

/* Room for so many numbers, where there was some: what stood there is lost. */
static double *roomy(double *kept, int *room, int many) {
    if (many <= *room) return kept;
    free(kept);
    return malloc(sizeof(double) * (*room = many));
}

/* From a 0 for what is worse than the worst: what is cumulative, for the best of so many hands. */
static const double *below(Odds *odds, int own, int lance, const Other *o, int bank) {
    int same = odds->same[lance][o->heard], many = odds->places[lance];
    uint64_t key = 1 + (((((uint64_t)own * LANCES + lance) * KNOWNS + o->known) << 5) | same);
    Row *kept = &odds->rows[bank][mixed(key) >> 32 & (ROWS - 1)];
    if (kept->key == key) return kept->row;
    kept->row = roomy(kept->row, &kept->room, many + 1);
    const double *row = cumulative(odds, own, lance, o->known);
    double strength = odds->strength[lance][o->heard];
    kept->key = key;
    kept->row[0] = 0.0;
    for (int n = 0; n < many; n++) kept->row[n + 1] = strength == 1.0 ? row[n] : pow(row[n], strength);
    return kept->row;
}

static void multiply(double *restrict row, const double *restrict by, int many) {
    for (int i = 0; i < many; i++) row[i] *= by[i];
}

/* Fills in a duel, which has so many places; `mass` and `wins` have room for all. */
static int fight(Odds *odds, int own, int lance, int turn, const Other *others, int many, double *mass,
                 double *wins) {
    const Other *rivals[3], *partners[3];
    const double *of[3], *with[3];
    int r = 0, p = 0;
    for (int n = 0; n < many; n++)
        if (others[n].ours) partners[p++] = &others[n];
        else rivals[r++] = &others[n];
    if (!r || (turn < 0 && !p)) {
        mass[0] = 1.0;
        wins[0] = r ? 0.0 : 1.0;
        return 1;
    }
    int places = odds->places[lance], mine = turn < 0 ? 0 : odds->baraja->place[lance][own];
    for (int n = 0; n < r; n++) of[n] = below(odds, own, lance, rivals[n], n);
    for (int n = 0; n < p; n++) with[n] = below(odds, own, lance, partners[n], r + n);
    memcpy(mass, of[0] + 1, sizeof(double) * places);
    for (int n = 1; n < r; n++) multiply(mass, of[n] + 1, places);
    int above = places - mine; /* from here on all rows begin at my place */
    double *won = wins + mine, best[MAX_CLASSES], lost[MAX_CLASSES]; /* won: first how much each place adds */
    memset(won, 0, sizeof(double) * above);
    for (int n = 0; n < r; n++) {
        for (int i = 0; i < above; i++) best[i] = of[n][mine + i + 1] - of[n][mine + i];
        for (int o = 0; o < r; o++)
            if (o != n) multiply(best, of[o] + mine + (rivals[o]->turn > rivals[n]->turn), above);
        memcpy(lost, best, sizeof(double) * above);
        for (int o = 0; o < p; o++) multiply(lost, with[o] + mine + (partners[o]->turn > rivals[n]->turn), above);
        for (int i = 0; i < above; i++) won[i] = won[i] + best[i] - lost[i];
        if (turn >= 0 && turn < rivals[n]->turn) won[0] += lost[0]; /* R10 */
    }
    memcpy(wins, mass, sizeof(double) * mine);
    double so_far = mine ? mass[mine - 1] : 0.0;
    for (int i = mine; i < places; i++) wins[i] = so_far += wins[i];
    return places;
}

static uint64_t duel_key(const Odds *odds, int own, int lance, int turn, const Other *others, int many) {
    uint64_t key = ((uint64_t)own * LANCES + lance) * 5 + (turn + 1);
    for (int n = 0; n < many; n++) {
        const Other *o = &others[n];
        key = key << 13 | 1 << 12 | o->ours << 11 | o->turn << 9 | o->known << 5 | odds->same[lance][o->heard];
    }
    return key + 1;
}

Duel odds_duel(Odds *odds, int own, int lance, int turn, const Other *others, int many) {
    uint64_t key = duel_key(odds, own, lance, turn, others, many);
    Kept *kept = &odds->duels[mixed(key) >> 32 & (DUELS - 1)];
    if (kept->key != key) {
        kept->mass = roomy(kept->mass, &kept->room, 2 * odds->places[lance]);
        kept->wins = kept->mass + odds->places[lance];
        kept->many = fight(odds, own, lance, turn, others, many, kept->mass, kept->wins);
        kept->key = key;
    }
    return (Duel){kept->many, kept->mass, kept->wins};
}

static const Chances *chances(Odds *odds, int own, int lance, int turn, const Other *others, int many) {
    uint64_t key = duel_key(odds, own, lance, turn, others, many);
    Chances *kept = &odds->chances[mixed(key) >> 32 & (CHANCES - 1)];
    if (kept->key != key) {
        Duel duel = {fight(odds, own, lance, turn, others, many, odds->mass, odds->wins), odds->mass, odds->wins};
        kept->key = key;
        kept->win = duel.wins[duel.many - 1];
        kept->against = duel_beyond(&duel, QUERIDO_FROM) / (1 - QUERIDO_FROM);
    }
    return kept;
}

double odds_win(Odds *odds, int own, int lance, int turn, const Other *others, int many) {
    return chances(odds, own, lance, turn, others, many)->win;
}

double odds_against(Odds *odds, int own, int lance, int turn, const Other *others, int many) {
    return chances(odds, own, lance, turn, others, many)->against;
}

double duel_beyond(const Duel *duel, double quantile) {
    double all = duel->wins[duel->many - 1];
    if (quantile <= 0) return all;
    int place = 0, end = duel->many;
    while (place < end) {
        int middle = (place + end) / 2;
        if (quantile < duel->mass[middle]) end = middle;
        else place = middle + 1;
    }
    if (place >= duel->many) return 0.0;
    double under = place ? duel->mass[place - 1] : 0.0, won = place ? duel->wins[place - 1] : 0.0;
    double part = (quantile - under) / (duel->mass[place] - under);
    return all - won - part * (duel->wins[place] - won);
}

/* ---- cut and discard --------------------------------------------------------------------------------- */

/* For each place, the chance to beat one who takes part in a lance, half of the equals included. */
static void beats(Odds *odds, const uint16_t *ways, int lance, double *row) {
    const Baraja *b = odds->baraja;
    int known = lance == PARES ? KNOWN(2, 0) : lance == JUEGO ? KNOWN(0, 2) : lance == PUNTO ? KNOWN(0, 1) : 0;
    accumulate(odds, ways, lance, known, row);
    for (int n = 0; n < b->classes; n++) {
        int place = b->place[lance][n];
        odds->beats[lance][n] = place ? row[place - 1] : 0.0;
    }
    for (int place = odds->places[lance] - 1; place >= 0; place--)
        row[place] = (row[place] + (place ? row[place - 1] : 0.0)) / 2;
}

double odds_beats(const Odds *odds, int own, int lance) { return odds->beats[lance][own]; }

static void fill_worths(Odds *odds) {
    const Baraja *b = odds->baraja;
    uint16_t ways[MAX_CLASSES];
    double row[LANCES][MAX_CLASSES];
    int left[MAX_KINDS];
    copies_left(b, NULL, 0, left);
    for (int n = 0; n < b->classes; n++) ways[n] = ways_of(b, b->held[n], 4, left);
    for (int lance = 0; lance < LANCES; lance++) beats(odds, ways, lance, row[lance]);
    for (int n = 0; n < b->classes; n++) {
        double beat[LANCES];
        for (int lance = 0; lance < LANCES; lance++) beat[lance] = row[lance][b->place[lance][n]] - 0.5;
        double total = W_GRANDE * beat[GRANDE] + W_CHICA * beat[CHICA];
        if (b->pares[n]) total += W_PARES[b->pares[n]] + W_PARES_BEST * beat[PARES];
        if (!b->juego[n]) total += W_PUNTO_BEST * beat[PUNTO];
        else total += b->puntos[n] == 31 ? W_31 : W_JUEGO + W_JUEGO_BEST * beat[JUEGO];
        odds->worth[n] = total;
    }
}

static int class_with(const Baraja *b, const uint8_t *kept, int keeps, const uint8_t *drawn, int draws) {
    uint8_t all[4];
    int n = 0, i = 0, j = 0;
    while (n < 4) all[n++] = j >= draws || (i < keeps && kept[i] <= drawn[j]) ? kept[i++] : drawn[j++];
    return b->class_of[all[0]][all[1]][all[2]][all[3]];
}

/* What a hand is worth once the masked places are changed for unseen cards: over all that may come. */
static double drawing(const Odds *odds, const uint8_t *held, int mask) {
    const Baraja *b = odds->baraja;
    uint8_t kept[4], drawn[4] = {0};
    int keeps = 0, left[MAX_KINDS], last = b->kinds - 1;
    long many = 0;
    double total = 0.0;
    for (int place = 0; place < 4; place++)
        if (!(mask >> place & 1)) kept[keeps++] = held[place];
    int draws = 4 - keeps;
    copies_left(b, held, 4, left);
    for (;;) { /* every choice with repetition, in the order of itertools */
        int chance = ways_of(b, drawn, draws, left);
        total += chance * odds->worth[class_with(b, kept, keeps, drawn, draws)];
        many += chance;
        int at = draws - 1;
        while (at >= 0 && drawn[at] == last) at--;
        if (at < 0) return total / (double)many;
        uint8_t next = drawn[at] + 1;
        for (; at < draws; at++) drawn[at] = next;
    }
}

/* As Python compares tuples: the first difference, else the longer. */
static bool after(const uint8_t *a, int many, const uint8_t *b, int others) {
    for (int n = 0; n < many && n < others; n++)
        if (a[n] != b[n]) return a[n] > b[n];
    return many > others;
}

static void fill_throw(Odds *odds, int own) {
    const uint8_t *held = odds->baraja->held[own];
    uint8_t *best = odds->thrown[own];
    for (int mask = 1; mask < 16; mask++) {
        uint8_t thrown[4];
        int many = 0;
        for (int place = 0; place < 4; place++)
            if (mask >> place & 1) thrown[many++] = held[place];
        double average = drawing(odds, held, mask);
        bool more = !best[0] || average > odds->average[own];
        if (more || (average == odds->average[own] && after(thrown, many, best + 1, best[0]))) {
            odds->average[own] = average;
            best[0] = many;
            memcpy(best + 1, thrown, many);
        }
    }
}

double odds_cutting(const Odds *odds, int own) { return odds->worth[own] - odds->average[own] - CUT_FROM; }

int odds_thrown(const Odds *odds, int own, uint8_t kinds[4]) {
    memcpy(kinds, odds->thrown[own] + 1, 4);
    return odds->thrown[own][0];
}

/* ---- all of it --------------------------------------------------------------------------------------- */

static void fill_strengths(Odds *odds) {
    for (int lance = 0; lance < LANCES; lance++)
        for (int heard = 0; heard < HEARDS; heard++) {
            int secret = heard >> 2 & 1, said = heard >> 3;
            double strength = heard & 1 ? AFTER_MUS[secret][lance] : 1.0;
            if (heard >> 1 & 1) strength *= AFTER_CUT[secret][lance];
            if (said) strength *= AFTER_SAID[said];
            odds->strength[lance][heard] = strength;
            int same = 0;
            while (odds->strength[lance][same] != strength) same++;
            odds->same[lance][heard] = same;
        }
}

Odds *odds_new(const Baraja *b) {
    Odds *odds = calloc(1, sizeof *odds);
    odds->baraja = b;
    for (int lance = 0; lance < LANCES; lance++)
        for (int n = 0; n < b->classes; n++)
            if (b->place[lance][n] >= odds->places[lance]) odds->places[lance] = b->place[lance][n] + 1;
    odds->ways = malloc(sizeof *odds->ways * b->classes * b->classes);
    for (int own = 0; own < b->classes; own++) {
        int left[MAX_KINDS];
        copies_left(b, b->held[own], 4, left);
        for (int n = 0; n < b->classes; n++)
            odds->ways[(size_t)own * b->classes + n] = ways_of(b, b->held[n], 4, left);
        for (int n = 0; n < 2 * KNOWNS; n++) odds->premio[own][n / KNOWNS][n % KNOWNS] = -1.0;
    }
    fill_strengths(odds);
    fill_worths(odds);
    for (int own = 0; own < b->classes; own++) fill_throw(odds, own);
    return odds;
}

void odds_free(Odds *odds) {
    for (int own = 0; own < MAX_CLASSES; own++)
        for (int n = 0; n < LANCES * KNOWNS; n++) free(odds->cumulative[own][n / KNOWNS][n % KNOWNS]);
    for (int n = 0; n < BANKS * ROWS; n++) free(odds->rows[n / ROWS][n % ROWS].row);
    for (int n = 0; n < DUELS; n++) free(odds->duels[n].mass);
    free(odds->ways);
    free(odds);
}
