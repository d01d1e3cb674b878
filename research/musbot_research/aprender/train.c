#include "train.h"

#include <stdlib.h>

enum { FROM_THE_START = 6 }; /* of ten juegos so many begin at 0-0, the others anywhere */
enum { PRIOR = 120 };        /* in how many hands what is known of the wider set counts as much */
/* A word regretted by so much, in chances of a juego and hands of today's weight, is mostly left out. */
static const double BAD = 0.5, SKIPS = 0.8;

/* ---- what a hand is worth ----------------------------------------------------------------------------- */

static float value(const Training *t, const Juego *j, const Mesa *m, int side) {
    if (m->winner >= 0) return m->winner == side;
    int own = j->side, first = ((m->mano + 1) & 1) == own, target = m->reglas->piedras;
    float chance = t->chance[j->rival][first][target - m->piedras[own]][target - m->piedras[!own]];
    return side == own ? chance : 1 - chance;
}

/* ---- what is to be changed ------------------------------------------------------------------------------ */

/* The next row of the shard of a wider set, empty; a worker whose memory is exhausted ends the program. */
static Change *change_of(Worker *w, const Learner *l, const Known *k) {
    Changes *c = &w->changes[k->wide / 64 % SHARDS];
    if (c->many == c->room) {
        c->room = c->room ? 2 * c->room : 1024;
        c->rows = realloc(c->rows, sizeof *c->rows * (size_t)c->room);
        if (!c->rows) abort();
    }
    Change *row = &c->rows[c->many++];
    *row = (Change){k->set, k->wide, l == w->training->table ? 0 : 1, 0, {0}, {0}};
    return row;
}

static void apply_to(Learner *l, const Change *c) {
    float *regret = &l->regret[(size_t)c->set * l->words], *sum = &l->sum[(size_t)c->set * l->words];
    float *wide = &l->wide[(size_t)c->wide * (l->words + 1)];
    for (int i = 0; i < l->words; i++) {
        regret[i] += c->regret[i];
        wide[i] += c->regret[i];
        sum[i] += c->sum[i];
    }
    wide[l->words] += c->weight;
}

void training_apply(Training *t, Worker workers[WORKERS], int shard) {
    Learner *of[2] = {t->table, t->adversary};
    for (int n = 0; n < WORKERS; n++) {
        Changes *c = &workers[n].changes[shard];
        for (int row = 0; row < c->many; row++) apply_to(of[c->rows[row].side], &c->rows[row]);
        c->many = 0;
    }
}

/* ---- exploring ---------------------------------------------------------------------------------------- */

typedef struct {
    Worker *w;
    const Player *players;
    const Learner *own; /* of the seat that explores */
    int seat, fase; /* who explores, and what */
    float weight;  /* of a hand so late */
    float counts;  /* and of this one, for whom it is played against */
    const double *price;
    Rng cards;
} Trial;

static float rollout(const Trial *x, Mesa *m, Rng rng) {
    Rng cards = x->cards;
    mesa_play(m, x->players, &cards, &rng);
    return value(x->w->training, &x->w->juego, m, x->seat & 1);
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
    Known k = learner_known(x->own, m, x->seat, &rng);
    const float *regret = &x->own->regret[(size_t)k.set * k.many];
    float p[ALL_WORDS], worth[ALL_WORDS], mean = 0;
    bool out[ALL_WORDS];
    learner_matched(x->own, m, &k, p);
    Rng leaves = {rng.state ^ 0x5DEECE66DULL, 0};
    for (int i = 0; i < k.many; i++) {
        out[i] = k.words[i] < 0 || left_out(x, regret[i], p[i], &leaves);
        if (out[i]) continue;
        Mesa next = *m;
        Rng cards = x->cards;
        mesa_apply(&next, x->seat, k.words[i], &cards);
        worth[i] = tried(x, &next, rng, reach * p[i]) - price(x, k.words[i]);
        mean += p[i] * worth[i];
    }
    Change *c = change_of(x->w, x->own, &k);
    for (int i = 0; i < k.many; i++) {
        if (out[i]) continue;
        c->regret[i] = x->weight * x->counts * (worth[i] - mean);
        c->sum[i] = x->weight * x->weight * x->counts * reach * p[i];
    }
    c->weight = x->weight * x->counts;
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
static void averaged(Worker *w, const Learner *l, int seat, float weight, float counts) {
    const Mesa *m = &w->mesa;
    if (m->fase == F_DESCARTE) return;
    Known k = learner_known(l, m, seat, &w->rng);
    float p[ALL_WORDS];
    learner_matched(l, m, &k, p);
    Change *c = change_of(w, l, &k);
    for (int i = 0; i < k.many; i++) c->sum[i] = weight * weight * counts * p[i];
}

/* One hand: every lance explored by one seat of each learning side, then played on as they now would. */
static void one_hand(Worker *w, const Player players[4], const Learner *const of[2], Rng *cards) {
    const Training *t = w->training;
    Mesa *m = &w->mesa;
    Rng *rng = &w->rng;
    static const double FREE[2] = {0, 0};
    float weight = (float)(t->hands + 1) * 1e-6f, counts = (float)t->counts[w->juego.rival];
    int fase = -1, explorer[2] = {(int)rng_below(rng, 2) * 2, 1 + (int)rng_below(rng, 2) * 2};
    for (int words = 0; words < MOST_WORDS && !mesa_over(m); words++) { /* a hand without end is given up */
        int asked = mesa_asked(m);
        bool lance = m->fase >= F_GRANDE && m->fase != fase;
        for (int side = 0; side < 2; side++) {
            bool mus = m->fase == F_MUS && t->explore_mus && asked == explorer[side];
            if (!of[side] || !(lance || mus)) continue;
            Trial x = {w, players, of[side], explorer[side], m->fase, weight, counts,
                       side == w->juego.side ? t->price : FREE, *cards};
            Rng own = {rng_next(rng), 0};
            if (mus) compared(&x, m, own, 1);
            else tried(&x, m, own, 1);
        }
        fase = m->fase;
        const Learner *l = of[asked & 1];
        if (l && !(m->fase == F_MUS && asked == explorer[asked & 1])) averaged(w, l, asked, weight, counts);
        mesa_apply(m, asked, players[asked].choose(m, asked, rng, players[asked].self), cards);
    }
}

void training_begin(Training *t, Worker workers[WORKERS], uint64_t seed) {
    Rng seeds = {seed, 0};
    t->hands = 0;
    for (int n = 0; n < WORKERS; n++) {
        Worker *w = &workers[n];
        w->training = t;
        w->rng = (Rng){rng_next(&seeds), 0};
        mesa_begin(&w->mesa, t->reglas, t->layout->baraja);
        w->mesa.winner = 0; /* so that a juego begins */
    }
}

void training_end(Worker workers[WORKERS]) {
    for (int n = 0; n < WORKERS; n++)
        for (int shard = 0; shard < SHARDS; shard++) free(workers[n].changes[shard].rows);
}

static int rival_of(Worker *w) {
    const Training *t = w->training;
    double at = rng_chance(&w->rng);
    int chosen = 0;
    while (chosen < t->many - 1 && (at -= t->often[chosen]) >= 0) chosen++;
    return chosen;
}

static void begin_juego(Worker *w) {
    int target = w->mesa.reglas->piedras;
    bool anywhere = rng_below(&w->rng, 10) >= FROM_THE_START;
    for (int side = 0; side < 2; side++)
        w->mesa.piedras[side] = anywhere ? (int)rng_below(&w->rng, (uint32_t)target) : 0;
    w->juego.rival = rival_of(w);
    w->juego.side = (int)rng_below(&w->rng, 2);
    w->juego.mano = (int)rng_below(&w->rng, 4);
    w->juego.hands = 0;
}

static void remember(Juego *j, const Mesa *m) {
    if (j->hands == LONGEST) return;
    int target = m->reglas->piedras, first = (j->mano & 1) == j->side, at = j->hands++;
    j->began[at].first = (uint8_t)first;
    j->began[at].wanted = (uint8_t)(target - m->piedras[j->side]);
    j->began[at].by_rival = (uint8_t)(target - m->piedras[!j->side]);
}

static void end_juego(Worker *w) {
    Seen *seen = &w->seen[w->juego.rival];
    for (int i = 0; i < w->juego.hands; i++) {
        int first = w->juego.began[i].first, ours = w->juego.began[i].wanted, theirs = w->juego.began[i].by_rival;
        seen->begun[first][ours][theirs]++;
        seen->won[first][ours][theirs] += w->mesa.winner == w->juego.side;
    }
}

void worker_play(Worker *w, const Player rivals[MOST_RIVALS], int32_t hands) {
    const Training *t = w->training;
    Mesa *m = &w->mesa;
    Juego *j = &w->juego;
    for (; hands > 0; hands--) {
        if (m->winner >= 0) begin_juego(w);
        const Learner *of[2] = {0};
        Player players[4];
        of[j->side] = t->table;
        if (!j->rival && t->adversary) of[!j->side] = t->adversary;
        for (int seat = 0; seat < 4; seat++)
            players[seat] = (seat & 1) == j->side ? (Player){learner_now, t->table} : rivals[j->rival];
        Rng cards = {rng_next(&w->rng), 0};
        remember(j, m);
        mesa_deal(m, j->mano, &cards);
        one_hand(w, players, of, &cards);
        j->mano = (j->mano + 1) & 3;
        if (m->winner >= 0) end_juego(w);
    }
}

void training_prior(Training *t) {
    Learner *of[2] = {t->table, t->adversary};
    for (int side = 0; side < 2; side++)
        if (of[side]) of[side]->prior = PRIOR * ((float)(t->hands + 1) * 1e-6f) / 2;
}
