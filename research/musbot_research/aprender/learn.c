#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is said where nothing is known yet. */
static const float BEFORE_BET[ALL_WORDS] = {.75f, .19f, .06f}, ANSWER[ALL_WORDS] = {.55f, .4f, .04f, .01f},
                   ORDAGO_ANSWER[ALL_WORDS] = {.85f, .15f}, IN_MUS[ALL_WORDS] = {.7f, .3f};
enum { FROM_THE_START = 6 }; /* of ten juegos so many begin at 0-0, the others anywhere */
enum { PRIOR = 120 };        /* in how many hands what is known of the wider set counts as much */
/* A word regretted by so much, in chances of a juego and hands of today's weight, is mostly left out. */
static const double BAD = 0.5, SKIPS = 0.8;

bool learner_begin(Learner *l, const Layout *layout, int words, const uint8_t *throws) {
    size_t many = (size_t)layout->total * words, thrown = (size_t)layout->many[T_DESCARTE];
    l->layout = layout;
    l->words = words;
    l->regret = calloc(many, sizeof *l->regret);
    l->sum = calloc(many, sizeof *l->sum);
    l->wide = calloc((size_t)layout->wide_total * (words + 1), sizeof *l->wide);
    l->prior = 0;
    l->throws = malloc(thrown);
    if (!l->regret || !l->sum || !l->wide || !l->throws) return false;
    memcpy(l->throws, throws, thrown);
    return true;
}

void learner_end(Learner *l) {
    free(l->regret);
    free(l->sum);
    free(l->wide);
    free(l->throws);
}

void learner_warm(Learner *l, const Learner *from, float part) {
    int own = l->words, known = from->words;
    for (size_t set = 0; set < (size_t)l->layout->total; set++)
        for (int i = 0; i < known; i++) l->regret[set * own + i] = part * from->regret[set * known + i];
    for (size_t set = 0; set < (size_t)l->layout->wide_total; set++) {
        float *wide = &l->wide[set * (own + 1)];
        const float *learnt = &from->wide[set * (known + 1)];
        for (int i = 0; i < known; i++) wide[i] = part * learnt[i];
        wide[own] = part * learnt[known];
    }
}

/* ---- words -------------------------------------------------------------------------------------------- */

static void scaled(const float *weight, const int *words, int many, float *p) {
    float total = 0;
    for (int i = 0; i < many; i++) total += p[i] = words[i] >= 0 && weight[i] > 0 ? weight[i] : 0;
    if (total > 0) {
        for (int i = 0; i < many; i++) p[i] /= total;
        return;
    }
    memset(p, 0, sizeof *p * many);
    p[0] = 1;
}

static const float *unknown(const Mesa *m) {
    if (m->fase == F_MUS) return IN_MUS;
    return m->envite.bettor < 0 ? BEFORE_BET : m->envite.ordago ? ORDAGO_ANSWER : ANSWER;
}

static bool touched(const float *row, int many) {
    for (int i = 0; i < many; i++)
        if (row[i] != 0) return true;
    return false;
}

/* Where a seat finds itself, and what a learner knows of it. */
typedef struct {
    float *regret, *sum, *wide;
    int words[ALL_WORDS], many;
} Known;

static Known known(const Learner *l, const Mesa *m, int seat) {
    size_t at = (size_t)layout_set(l->layout, m, seat) * l->words;
    size_t wide = (size_t)layout_wide(l->layout, m, seat) * (l->words + 1);
    Known k = {&l->regret[at], &l->sum[at], &l->wide[wide], {0}, l->words};
    layout_words(m, k.many, k.words);
    return k;
}

/* Regret matching, on what is known of the set and of the wider one; of words all regretted the least so. */
static void matched(const Learner *l, const Mesa *m, const Known *k, float *p) {
    float best = -INFINITY, regret[ALL_WORDS];
    float more = k->wide[k->many] > 0 ? l->prior / k->wide[k->many] : 0;
    int least = 0;
    for (int i = 0; i < k->many; i++) {
        regret[i] = k->regret[i] + more * k->wide[i];
        if (k->words[i] >= 0 && regret[i] > best) best = regret[i], least = i;
    }
    if (best > 0) scaled(regret, k->words, k->many, p);
    else if (!touched(regret, k->many)) scaled(unknown(m), k->words, k->many, p);
    else {
        memset(p, 0, sizeof *p * k->many);
        p[least] = 1;
    }
}

static int drawn(const float *p, int many, Rng *rng) {
    double at = rng_chance(rng);
    int last = 0;
    for (int i = 0; i < many; i++) {
        if (p[i] <= 0) continue;
        last = i;
        if ((at -= p[i]) < 0) break;
    }
    return last;
}

/* Which of a seat's cards to throw, from those of its class, sorted by kind. */
static int throw_of(const Mesa *m, int seat, int of_class) {
    int order[4] = {0, 1, 2, 3}, mask = 0;
    for (int x = 1; x < 4; x++)
        for (int y = x; y > 0; y--) {
            int a = order[y - 1], b = order[y];
            if (m->baraja->kind[m->card[seat][a]] <= m->baraja->kind[m->card[seat][b]]) break;
            order[y - 1] = b;
            order[y] = a;
        }
    for (int i = 0; i < 4; i++)
        if (of_class >> i & 1) mask |= 1 << order[i];
    return WORD(DESCARTA, mask);
}

static int said(const Mesa *m, int seat, Rng *rng, const Learner *l, bool average) {
    if (m->fase == F_DESCARTE) return throw_of(m, seat, l->throws[layout_set(l->layout, m, seat) - l->layout->total]);
    Known k = known(l, m, seat);
    float p[ALL_WORDS];
    if (average && touched(k.sum, k.many)) scaled(k.sum, k.words, k.many, p);
    else matched(l, m, &k, p);
    return k.words[drawn(p, k.many, rng)];
}

int learner_now(const Mesa *m, int seat, Rng *rng, void *self) { return said(m, seat, rng, self, false); }

int learner_average(const Mesa *m, int seat, Rng *rng, void *self) { return said(m, seat, rng, self, true); }

int frozen_word(const Mesa *m, int seat, Rng *rng, void *self) {
    const Frozen *f = self;
    int32_t set = layout_set(f->layout, m, seat);
    if (m->fase == F_DESCARTE) return throw_of(m, seat, f->bytes[set]);
    int words[ALL_WORDS];
    float p[WORDS], weight[WORDS];
    layout_words(m, WORDS, words);
    for (int i = 0; i < WORDS; i++) weight[i] = f->words[f->bytes[set]][i];
    scaled(weight, words, WORDS, p);
    return words[drawn(p, WORDS, rng)];
}

/* ---- what a hand is worth ----------------------------------------------------------------------------- */

static float value(const Training *t, const Mesa *m, int side) {
    if (m->winner >= 0) return m->winner == side;
    int own = t->juego.side, first = ((m->mano + 1) & 1) == own, target = m->reglas->piedras;
    float chance = t->chance[t->juego.rival][first][target - m->piedras[own]][target - m->piedras[!own]];
    return side == own ? chance : 1 - chance;
}

/* ---- exploring ---------------------------------------------------------------------------------------- */

typedef struct {
    const Training *t;
    const Player *players;
    Learner *own;  /* of the seat that explores */
    int seat, fase; /* who explores, and what */
    float weight;  /* of a hand so late */
    float counts;  /* and of this one, for whom it is played against */
    const double *price;
    Rng cards;
} Trial;

static float rollout(const Trial *x, Mesa *m, Rng rng) {
    Rng cards = x->cards;
    mesa_play(m, x->players, &cards, &rng);
    return value(x->t, m, x->seat & 1);
}

static float tried(const Trial *x, const Mesa *m, Rng rng, float reach);

/* Whether a word that has long been a bad one is left out this time. */
static bool left_out(const Trial *x, float regret, float p, Rng *rng) {
    return p <= 0 && regret < -BAD * x->weight && rng_chance(rng) < SKIPS;
}

/* What a word costs besides what comes of it. */
static float price(const Trial *x, int word) {
    return VOZ(word) == ORDAGO ? (float)x->price[0] : VOZ(word) == NO_MUS ? (float)x->price[1] : 0;
}

/* Every word of the exploring seat, on the same random numbers. */
static float compared(const Trial *x, const Mesa *m, Rng rng, float reach) {
    Known k = known(x->own, m, x->seat);
    float p[ALL_WORDS], worth[ALL_WORDS], mean = 0;
    bool out[ALL_WORDS];
    matched(x->own, m, &k, p);
    Rng leaves = {rng.state ^ 0x5DEECE66DULL, 0};
    for (int i = 0; i < k.many; i++) {
        out[i] = k.words[i] < 0 || left_out(x, k.regret[i], p[i], &leaves);
        if (out[i]) continue;
        Mesa next = *m;
        Rng cards = x->cards;
        mesa_apply(&next, x->seat, k.words[i], &cards);
        worth[i] = tried(x, &next, rng, reach * p[i]) - price(x, k.words[i]);
        mean += p[i] * worth[i];
    }
    for (int i = 0; i < k.many; i++) {
        if (out[i]) continue;
        float regret = x->weight * x->counts * (worth[i] - mean);
        k.regret[i] += regret;
        k.wide[i] += regret;
        k.sum[i] += x->weight * x->weight * x->counts * reach * p[i];
    }
    k.wide[k.many] += x->weight * x->counts;
    return mean;
}

/* What the hand is worth to the exploring seat, its lance explored and the rest played. */
static float tried(const Trial *x, const Mesa *m, Rng rng, float reach) {
    Mesa now = *m;
    while (now.fase == x->fase && now.fase >= F_GRANDE && !mesa_over(&now)) {
        int asked = mesa_asked(&now);
        if (asked == x->seat) return compared(x, &now, rng, reach);
        const Player *p = &x->players[asked];
        mesa_apply(&now, asked, p->choose(&now, asked, &rng, p->self), NULL);
    }
    return rollout(x, &now, rng);
}

/* ---- playing on --------------------------------------------------------------------------------------- */

/* Adds to what a learner says on average, where it speaks without exploring. */
static void averaged(Learner *l, const Mesa *m, int seat, float weight, float counts) {
    if (m->fase == F_DESCARTE) return;
    Known k = known(l, m, seat);
    float p[ALL_WORDS];
    matched(l, m, &k, p);
    for (int i = 0; i < k.many; i++) k.sum[i] += weight * weight * counts * p[i];
}

/* One hand: every lance explored by one seat of each learning side, then played on as they now would. */
static void one_hand(Training *t, const Player players[4], Learner *of[2], Rng *cards) {
    Mesa *m = &t->mesa;
    Rng *rng = &t->rng;
    static const double FREE[2] = {0, 0};
    float weight = (float)(t->hands + 1) * 1e-6f, counts = (float)t->counts[t->juego.rival];
    int fase = -1, explorer[2] = {(int)rng_below(rng, 2) * 2, 1 + (int)rng_below(rng, 2) * 2};
    for (int side = 0; side < 2; side++)
        if (of[side]) of[side]->prior = PRIOR * weight / 2;
    while (!mesa_over(m)) {
        int asked = mesa_asked(m);
        bool lance = m->fase >= F_GRANDE && m->fase != fase;
        for (int side = 0; side < 2; side++) {
            bool mus = m->fase == F_MUS && t->explore_mus && asked == explorer[side];
            if (!of[side] || !(lance || mus)) continue;
            Trial x = {t, players, of[side], explorer[side], m->fase, weight, counts,
                       side == t->juego.side ? t->price : FREE, *cards};
            Rng own = {rng_next(rng), 0};
            if (mus) compared(&x, m, own, 1);
            else tried(&x, m, own, 1);
        }
        fase = m->fase;
        Learner *l = of[asked & 1];
        if (l && !(m->fase == F_MUS && asked == explorer[asked & 1])) averaged(l, m, asked, weight, counts);
        mesa_apply(m, asked, players[asked].choose(m, asked, rng, players[asked].self), cards);
    }
}

void training_begin(Training *t, uint64_t seed) {
    t->rng = (Rng){seed, 0};
    t->hands = 0;
    mesa_begin(&t->mesa, t->reglas, t->layout->baraja);
    t->mesa.winner = 0; /* so that a juego begins */
}

static int rival_of(Training *t) {
    double at = rng_chance(&t->rng);
    int chosen = 0;
    while (chosen < t->many - 1 && (at -= t->often[chosen]) >= 0) chosen++;
    return chosen;
}

static void begin_juego(Training *t) {
    bool anywhere = rng_below(&t->rng, 10) >= FROM_THE_START;
    for (int side = 0; side < 2; side++)
        t->mesa.piedras[side] = anywhere ? (int)rng_below(&t->rng, (uint32_t)t->reglas->piedras) : 0;
    t->juego.rival = rival_of(t);
    t->juego.side = (int)rng_below(&t->rng, 2);
    t->juego.mano = (int)rng_below(&t->rng, 4);
    t->juego.hands = 0;
}

static void remember(Juego *j, const Mesa *m) {
    if (j->hands == LONGEST) return;
    int target = m->reglas->piedras, first = (j->mano & 1) == j->side, at = j->hands++;
    j->began[at].first = (uint8_t)first;
    j->began[at].wanted = (uint8_t)(target - m->piedras[j->side]);
    j->began[at].by_rival = (uint8_t)(target - m->piedras[!j->side]);
}

static void end_juego(Training *t) {
    Seen *seen = &t->seen[t->juego.rival];
    for (int i = 0; i < t->juego.hands; i++) {
        int first = t->juego.began[i].first, ours = t->juego.began[i].wanted, theirs = t->juego.began[i].by_rival;
        seen->begun[first][ours][theirs]++;
        seen->won[first][ours][theirs] += t->mesa.winner == t->juego.side;
    }
}

void training_run(Training *t, int64_t hands) {
    Mesa *m = &t->mesa;
    Juego *j = &t->juego;
    for (int64_t end = t->hands + hands; t->hands < end; t->hands++) {
        if (m->winner >= 0) begin_juego(t);
        Learner *of[2] = {0};
        Player players[4];
        of[j->side] = t->table;
        if (!j->rival && t->adversary) of[!j->side] = t->adversary;
        for (int seat = 0; seat < 4; seat++)
            players[seat] = (seat & 1) == j->side ? (Player){learner_now, t->table} : t->rivals[j->rival];
        Rng cards = {rng_next(&t->rng), 0};
        remember(j, m);
        mesa_deal(m, j->mano, &cards);
        one_hand(t, players, of, &cards);
        j->mano = (j->mano + 1) & 3;
        if (m->winner >= 0) end_juego(t);
    }
}
