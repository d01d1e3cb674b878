#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is said where nothing is known yet. */
static const float BEFORE_BET[ALL_WORDS] = {.75f, .19f, .06f}, ANSWER[ALL_WORDS] = {.55f, .4f, .04f, .01f},
                   ORDAGO_ANSWER[ALL_WORDS] = {.85f, .15f}, IN_MUS[ALL_WORDS] = {.7f, .3f};

bool learner_begin(Learner *l, const Layout *layout, int words, const Sizes *sizes, const uint8_t *throws) {
    size_t many = (size_t)layout->total * words, thrown = (size_t)layout->many[T_DESCARTE];
    l->layout = layout;
    l->words = words;
    l->sizes = *sizes;
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

void learner_warm(Learner *l, const Frozen *from, float regret) {
    for (int32_t set = 0; set < l->layout->total; set++) {
        const uint8_t *row = from->words[from->bytes[set]];
        int total = 0;
        for (int i = 0; i < WORDS; i++) total += row[i];
        for (int i = 0; i < WORDS; i++) l->regret[(size_t)set * l->words + i] = regret * (float)row[i] / (float)total;
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

Known learner_known(const Learner *l, const Mesa *m, int seat, Rng *rng) {
    int level = layout_level(m, rng);
    Known k = {layout_set(l->layout, m, seat, level), layout_wide(l->layout, m, seat, level), l->words, {0}};
    layout_words(m, &l->sizes, k.many, k.words);
    return k;
}

void learner_matched(const Learner *l, const Mesa *m, const Known *k, float *p) {
    const float *own = &l->regret[(size_t)k->set * k->many], *wide = &l->wide[(size_t)k->wide * (k->many + 1)];
    float best = -INFINITY, regret[ALL_WORDS], more = wide[k->many] > 0 ? l->prior / wide[k->many] : 0;
    int least = 0;
    for (int i = 0; i < k->many; i++) {
        regret[i] = own[i] + more * wide[i];
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
    if (m->fase == F_DESCARTE)
        return throw_of(m, seat, l->throws[layout_set(l->layout, m, seat, -1) - l->layout->total]);
    Known k = learner_known(l, m, seat, rng);
    const float *sum = &l->sum[(size_t)k.set * k.many];
    float p[ALL_WORDS];
    if (average && touched(sum, k.many)) scaled(sum, k.words, k.many, p);
    else learner_matched(l, m, &k, p);
    return k.words[drawn(p, k.many, rng)];
}

int learner_now(const Mesa *m, int seat, Rng *rng, void *self) { return said(m, seat, rng, self, false); }

int learner_average(const Mesa *m, int seat, Rng *rng, void *self) { return said(m, seat, rng, self, true); }

/* Adds a row of a table to the weights of words, as a part of all. */
static void add_row(const Frozen *f, int32_t set, double part, float weight[WORDS]) {
    const uint8_t *row = f->words[f->bytes[set]];
    int total = 0;
    for (int i = 0; i < WORDS; i++) total += row[i];
    for (int i = 0; i < WORDS; i++) weight[i] += (float)(part * row[i] / total);
}

int frozen_word(const Mesa *m, int seat, Rng *rng, void *self) {
    const Frozen *f = self;
    if (m->fase == F_DESCARTE) return throw_of(m, seat, f->bytes[layout_set(f->layout, m, seat, -1)]);
    int words[ALL_WORDS];
    float p[WORDS], weight[WORDS] = {0};
    Reading r = layout_blurred(m);
    layout_words(m, NULL, WORDS, words);
    add_row(f, layout_set(f->layout, m, seat, r.low), r.part, weight);
    if (r.part < 1) add_row(f, layout_set(f->layout, m, seat, r.high), 1 - r.part, weight);
    scaled(weight, words, WORDS, p);
    return words[drawn(p, WORDS, rng)];
}
