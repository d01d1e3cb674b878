#include "trace.h"

#include <string.h>

enum { TIRED = 40, NUMBER = 7 };

/* A random word of those offered; who has been betting for long only answers. */
static int random_word(const Mesa *m, int seat, int said, Rng *rng) {
    int offers = mesa_offers(m, seat), voz;
    if (said > TIRED && OFFERS(offers, QUIERO)) offers = 1 << QUIERO | 1 << NO_QUIERO;
    if (OFFERS(offers, DESCARTA)) return WORD(DESCARTA, 1 + rng_below(rng, 15));
    do voz = (int)rng_below(rng, VOCES);
    while (!OFFERS(offers, voz));
    if (voz == NO_MUS && rng_below(rng, 2)) voz = MUS;
    if (voz == ORDAGO && rng_below(rng, 4)) voz = OFFERS(offers, PASO) ? PASO : NO_QUIERO;
    int n = voz == ENVIDO ? 2 + (int)rng_below(rng, NUMBER) : voz == MAS ? 1 + (int)rng_below(rng, NUMBER) : 0;
    return WORD(voz, n);
}

static void note(const Mesa *m, Step *step, int seat, int word) {
    *step = (Step){m->fase, mesa_turno(m), seat, mesa_offers(m, seat), word, mesa_gracia(m), m->cut_by,
                   {m->piedras[0], m->piedras[1]}, {{0}}, {0}};
    memcpy(step->card, m->card, sizeof step->card);
    memcpy(step->hand, m->hand, sizeof step->hand);
}

int trace_hand(Mesa *m, int mano, uint64_t seed, Step *steps, int room) {
    Rng cards = {seed, 0}, rng = {~seed, 0};
    int many = 0;
    mesa_deal(m, mano, &cards);
    while (!mesa_over(m) && many < room) {
        int turno = mesa_turno(m), seat = mesa_asked(m);
        if (turno & (turno - 1) && rng_below(&rng, 2)) seat = (seat + 2) & 3; /* R30: any of the two */
        if (mesa_gracia(m) >= 0 && rng_below(&rng, 2)) {
            note(m, &steps[many++], seat, -1);
            mesa_expire(m);
            continue;
        }
        int word = random_word(m, seat, many, &rng);
        note(m, &steps[many++], seat, word);
        mesa_apply(m, seat, word, &cards);
    }
    return many;
}
