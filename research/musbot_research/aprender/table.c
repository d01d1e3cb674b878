#include "table.h"

static const double CUTS[BUCKETS - 1] = {.2, .4, .55, .67, .76, .83, .885, .925, .955, .975, .99};
static const int REST[LANCES] = {4, 4, 3, 1, 1};

enum { JUEGOS = 9, WHO = 6, CUT = 5 };

/* In how many ways a class is dealt from a full deck. */
static double ways(const Baraja *b, int hand) {
    double many = 1;
    int taken = 0;
    for (int i = 0; i < 4; i++) {
        taken = i && b->held[hand][i] == b->held[hand][i - 1] ? taken + 1 : 0;
        many *= (double)(b->copies[b->held[hand][i]] - taken) / (taken + 1);
    }
    return many;
}

static bool takes_part(const Baraja *b, int lance, int hand) {
    return lance == PARES ? b->pares[hand] > 0 : lance == PUNTO ? !b->juego[hand] : true;
}

static int bucket_of(const Baraja *b, int lance, int hand) {
    double below = 0, equal = 0, total = 0;
    for (int other = 0; other < b->classes; other++) {
        if (!takes_part(b, lance, other)) continue;
        double many = ways(b, other);
        total += many;
        below += b->place[lance][other] < b->place[lance][hand] ? many : 0;
        equal += b->place[lance][other] == b->place[lance][hand] ? many : 0;
    }
    double q = (2 * below + equal) / (2 * total);
    int bucket = 0;
    while (bucket < BUCKETS - 1 && CUTS[bucket] <= q) bucket++;
    return bucket;
}

/* What a lance tells apart beside regime, seat, bucket, rest and place. */
static int seen_in(int lance) { return lance == PARES || lance == JUEGO ? WHO * 2 : CUT; }

static int buckets_in(int lance) { return lance == JUEGO ? JUEGOS : BUCKETS; }

/* How much of that the wider sets tell apart: who has pares or juego. */
static int seen_wide(int lance) { return lance == PARES || lance == JUEGO ? WHO : 1; }

enum { WIDE_REGIMES = 4 };

void layout_fill(Layout *l, const Baraja *b) {
    l->baraja = b;
    for (int lance = 0; lance < LANCES; lance++)
        for (int hand = 0; hand < b->classes; hand++) {
            int juego = b->juego[hand] - (b->juego[hand] > 0);
            l->bucket[lance][hand] = (uint8_t)(lance == JUEGO                ? juego
                                               : takes_part(b, lance, hand) ? bucket_of(b, lance, hand)
                                                                            : 0);
        }
    int from = 0, wide = 0;
    for (int section = 0; section < SECTIONS; section++) {
        bool lance = section < LANCES;
        int each = lance ? 4 * buckets_in(section) * REST[section] * PLACES : 4 * b->classes * 2;
        l->from[section] = from;
        l->wide_from[section] = wide;
        l->many[section] = section == T_DESCARTE ? 4 * b->classes
                           : lance               ? REGIMES * each * seen_in(section)
                                                 : REGIMES * each;
        wide += WIDE_REGIMES * each * (lance ? seen_wide(section) : 1);
        from += l->many[section];
    }
    l->total = l->from[T_DESCARTE];
    l->wide_total = l->wide_from[T_DESCARTE];
}

static int lack(int wanted) { return wanted <= 3 ? 0 : wanted <= 7 ? 1 : wanted <= 15 ? 2 : 3; }

static int lacks(const Mesa *m, int seat, int side) { return lack(m->reglas->piedras - m->piedras[(seat ^ side) & 1]); }

static int rest_of(const Baraja *b, int lance, int hand) {
    if (lance == PARES) return !b->juego[hand] ? 0 : b->premio_juego[hand] - 1;
    return (b->pares[hand] > 0) + 2 * (b->juego[hand] > 0);
}

static int seen_of(const Mesa *m, int lance, int seat) {
    if (lance == PARES || lance == JUEGO) {
        int has = lance == PARES ? m->pares : m->juego;
        int next = has >> ((seat + 1) & 3) & 1, before = has >> ((seat + 3) & 3) & 1;
        int who = 3 * (has >> ((seat + 2) & 3) & 1) + (next && before ? 2 : before);
        return who * 2 + (m->discards > 0);
    }
    bool ours = !((m->cut_by ^ seat) & 1);
    if (m->discards) return ours ? 3 : 4;
    return m->cut_by == seat ? 0 : ours ? 1 : 2;
}

/* The totals that levels stand for, of a first bet and of a raise; then comes one level for órdago. */
static const int FIRST_AT[] = {2, 3, 5, 10, 20, 39}, RAISED_AT[] = {4, 7, 12, 20, 39};
enum { FIRSTS = 7, RAISES = 6 };

Reading layout_reading(const Mesa *m) {
    const Envite *e = &m->envite;
    if (m->fase < F_GRANDE || e->bettor < 0) return (Reading){-1, -1, 1};
    const int *at = e->querido ? RAISED_AT : FIRST_AT;
    int first = e->querido ? FIRSTS : 0, last = (e->querido ? RAISES : FIRSTS) - 2, low = 0;
    if (e->ordago) return (Reading){first + last + 1, first + last + 1, 1};
    while (low < last && at[low + 1] <= e->apuesta) low++;
    if (low == last || e->apuesta <= at[low]) return (Reading){first + low, first + low, 1};
    double below = at[low] * (double)(at[low + 1] - e->apuesta), above = e->apuesta * (double)(at[low + 1] - at[low]);
    return (Reading){first + low, first + low + 1, below / above};
}

Reading layout_blurred(const Mesa *m) {
    static const Reading BLURRED[] = {{0, 1, .65}, {0, 1, .17}, {1, 2, .58}};
    const Envite *e = &m->envite;
    bool first = m->fase >= F_GRANDE && e->bettor >= 0 && !e->ordago && !e->querido;
    return first && e->apuesta >= 2 && e->apuesta <= 4 ? BLURRED[e->apuesta - 2] : layout_reading(m);
}

int layout_level(const Mesa *m, Rng *rng) {
    Reading r = layout_reading(m);
    return r.low == r.high || rng_chance(rng) < r.part ? r.low : r.high;
}

static int place_of(const Envite *e, int seat, int level) {
    if (level < 0) return 0;
    bool partner = false;
    for (int i = 0; i < e->waits; i++) partner |= e->pending[i] != seat;
    bool last = partner ? false : e->answered ? true : e->bettor == ((seat + 1) & 3); /* R30: in any order */
    bool whose = level < FIRSTS ? last : e->raised == seat;
    return 1 + 4 * level + 2 * !partner + whose;
}

int32_t layout_set(const Layout *l, const Mesa *m, int seat, int level) {
    int set = (4 * lacks(m, seat, 0) + lacks(m, seat, 1)) * 4 + mesa_turn(m, seat), hand = m->hand[seat];
    if (m->fase == F_DESCARTE) return l->from[T_DESCARTE] + mesa_turn(m, seat) * l->baraja->classes + hand;
    if (m->fase == F_MUS) return l->from[T_MUS] + (set * l->baraja->classes + hand) * 2 + (m->discards > 0);
    int lance = mesa_lance(m);
    set = set * buckets_in(lance) + l->bucket[lance][hand];
    if (REST[lance] > 1) set = set * REST[lance] + rest_of(l->baraja, lance, hand);
    set = set * seen_in(lance) + seen_of(m, lance, seat);
    return l->from[lance] + set * PLACES + place_of(&m->envite, seat, level);
}

int32_t layout_wide(const Layout *l, const Mesa *m, int seat, int level) {
    int set = (2 * (lacks(m, seat, 0) < 2) + (lacks(m, seat, 1) < 2)) * 4 + mesa_turn(m, seat), hand = m->hand[seat];
    if (m->fase == F_MUS) return l->wide_from[T_MUS] + (set * l->baraja->classes + hand) * 2 + (m->discards > 0);
    int lance = mesa_lance(m);
    set = set * buckets_in(lance) + l->bucket[lance][hand];
    if (REST[lance] > 1) set = set * REST[lance] + rest_of(l->baraja, lance, hand);
    if (seen_wide(lance) > 1) set = set * WHO + seen_of(m, lance, seat) / 2;
    return l->wide_from[lance] + set * PLACES + place_of(&m->envite, seat, level);
}

/* The wider regime of a regime. */
static int widened(int regime) { return 2 * (regime / 4 < 2) + (regime % 4 < 2); }

void layout_widths(const Layout *l, int32_t *wide) {
    for (int section = 0; section < T_DESCARTE; section++)
        for (int32_t set = 0; set < l->many[section]; set++) {
            int each = l->many[section] / REGIMES, rest = set % each;
            int at = widened(set / each), inner = each;
            if (section < LANCES) {
                int place = rest % PLACES, seen = rest / PLACES % seen_in(section);
                rest = rest / PLACES / seen_in(section);
                inner = each / seen_in(section) * seen_wide(section);
                if (seen_wide(section) > 1) rest = rest * WHO + seen / 2;
                rest = rest * PLACES + place;
            }
            wide[l->from[section] + set] = l->wide_from[section] + at * inner + rest;
        }
}

static const Sizes NO_SIZES;

void layout_words(const Mesa *m, const Sizes *sizes, int many, int words[ALL_WORDS]) {
    static const int MUSES[WORDS] = {MUS, NO_MUS, -1, -1, -1};
    static const int OPENS[WORDS] = {PASO, WORD(ENVIDO, 2), WORD(ENVIDO, 5), ORDAGO, -1};
    static const int ANSWERS[WORDS] = {NO_QUIERO, QUIERO, Y_YO, WORD(MAS, 5), ORDAGO};
    static const int RAISED[WORDS] = {NO_QUIERO, QUIERO, -1, -1, ORDAGO};
    static const int LAST[WORDS] = {NO_QUIERO, QUIERO, -1, -1, -1};
    const Sizes *more = sizes ? sizes : &NO_SIZES;
    const int *row = m->fase == F_MUS ? MUSES : m->envite.bettor < 0 ? OPENS : m->envite.ordago ? LAST : 0;
    bool raised = many == WORDS ? m->envite.querido > 0 : m->envite.querido >= m->reglas->piedras; /* or no end */
    const int32_t *bets = row == OPENS ? more->opens : row || raised ? NO_SIZES.opens : more->raises;
    if (!row) row = raised ? RAISED : ANSWERS;
    for (int i = 0; i < many; i++) {
        int size = i < WORDS ? 0 : bets[i - WORDS];
        words[i] = i < WORDS ? row[i] : size ? WORD(row == OPENS ? ENVIDO : MAS, size) : -1;
    }
}
