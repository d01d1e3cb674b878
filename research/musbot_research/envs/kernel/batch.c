/* Many episodes at once, as musbot/envs/episode.py has them: words by number, masks, observations. */
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

/* As in musbot/envs/numbered.py. */
enum { N_MUS, N_NO_MUS, N_DESCARTA, N_PASO = 17, N_NO_QUIERO, N_QUIERO, N_ORDAGO, N_BET };
enum { OBSERVED = 55, MOST_DISCARDS = 4, MOST_BETS = 16, BEATEN = LANCES, MOST = 127 };

static const Reglas CASTELLANO_40 = {.reyes = 8, .real = REAL_NO, .piedras = 40, .respuesta = TURNO};

typedef struct {
    int32_t many, juego, bets, bet[MOST_BETS];
    uint8_t order[40];                     /* of each card: its place as people hold them, the highest first */
    uint8_t beaten[MAX_CLASSES][BEATEN];   /* per cent of all hands, by lance */
} Options;

typedef struct {
    Mesa mesa;
    Rng cards;
} Env;

typedef struct {
    Options options;
    Baraja baraja;
    Env *envs;
} Batch;

static void begin(Batch *b, Env *e) {
    mesa_begin(&e->mesa, &CASTELLANO_40, &b->baraja);
    mesa_deal(&e->mesa, 0, &e->cards);
}

Batch *batch_new(const Options *options, uint64_t seed) {
    Batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->options = *options;
    b->envs = calloc((size_t)options->many, sizeof *b->envs);
    if (!b->envs) {
        free(b);
        return 0;
    }
    baraja_fill(&b->baraja, 8, REAL_NO);
    Rng seeds = {seed, 0};
    for (int i = 0; i < options->many; i++) {
        b->envs[i].cards.state = rng_next(&seeds);
        begin(b, &b->envs[i]);
    }
    return b;
}

void batch_free(Batch *b) {
    free(b->envs);
    free(b);
}

/* The places of a seat's cards, the highest first. */
static void ordered(const Batch *b, const Mesa *m, int seat, int places[4]) {
    for (int i = 0; i < 4; i++) {
        int at = i;
        while (at > 0 && b->options.order[m->card[seat][places[at - 1]]] > b->options.order[m->card[seat][i]]) {
            places[at] = places[at - 1];
            at--;
        }
        places[at] = i;
    }
}

static void fill_mask(const Batch *b, const Mesa *m, int seat, int8_t *mask) {
    int offers = mesa_offers(m, seat);
    memset(mask, 0, (size_t)(N_BET + b->options.bets));
    if (OFFERS(offers, DESCARTA)) memset(mask + N_DESCARTA, 1, 15);
    mask[N_MUS] = OFFERS(offers, MUS) && m->discards < MOST_DISCARDS;
    mask[N_NO_MUS] = OFFERS(offers, NO_MUS);
    mask[N_PASO] = OFFERS(offers, PASO);
    mask[N_NO_QUIERO] = OFFERS(offers, NO_QUIERO);
    mask[N_QUIERO] = OFFERS(offers, QUIERO);
    mask[N_ORDAGO] = OFFERS(offers, ORDAGO);
    if (OFFERS(offers, ENVIDO) || (OFFERS(offers, MAS) && m->envite.apuesta < m->reglas->piedras))
        memset(mask + N_BET, 1, (size_t)b->options.bets);
}

static int8_t capped(int n) { return (int8_t)(n < MOST ? n : MOST); }

static void observe_held(const Batch *b, const Mesa *m, int seat, int8_t *o) {
    int hand = m->hand[seat];
    for (int i = 0; i < 4; i++) o[m->baraja->kind[m->card[seat][i]]]++;
    for (int lance = 0; lance < BEATEN; lance++) o[8 + lance] = (int8_t)b->options.beaten[hand][lance];
    o[13] = (int8_t)m->baraja->pares[hand];
    o[14] = (int8_t)m->baraja->premio_juego[hand];
}

static void observe_asked(const Envite *e, int seat, int8_t *o) {
    if (e->bettor < 0) return;
    int partner = (seat + 2) & 3;
    o[0] = capped(e->apuesta);
    o[1] = capped(e->querido);
    o[2] = e->ordago;
    o[3] = e->bettor == ((seat + 1) & 3);
    o[4] = e->bettor == ((seat + 3) & 3);
    for (int i = 0; i < e->answered; i++) o[5] |= e->who[i] == partner;
    for (int i = 0; i < e->waits; i++) o[6] |= e->pending[i] == partner;
}

static void observe(const Batch *b, const Mesa *m, int seat, int8_t *o) {
    memset(o, 0, OBSERVED);
    observe_held(b, m, seat, o);
    o[15 + m->fase] = 1;
    o[22 + mesa_turn(m, seat)] = 1;
    o[26] = (int8_t)m->piedras[seat & 1];
    o[27] = (int8_t)m->piedras[!(seat & 1)];
    o[28] = m->discards;
    for (int turn = 1; turn < 4; turn++) {
        int other = (seat + turn) & 3;
        o[28 + turn] = m->throws[other];
        if (m->fase >= F_PARES) o[35 + turn] = m->pares >> other & 1;
        if (m->fase >= F_JUEGO) o[38 + turn] = m->juego >> other & 1;
    }
    if (m->cut_by >= 0) o[32 + ((m->cut_by - seat) & 3)] = 1;
    if (m->fase >= F_GRANDE) observe_asked(&m->envite, seat, o + 42);
    for (int i = 0; i < m->closed && i < 3; i++) {
        const Cerrado *c = &m->lances[i];
        if (c->estado == E_QUERIDO) o[49 + 2 * i] = capped(c->piedras);
        if (c->estado == E_RECHAZADO) o[50 + 2 * i] = c->bando == (seat & 1) ? 1 : -1;
    }
}

/* What is asked of each: observation, mask and seat. */
void batch_look(const Batch *b, int8_t *observations, int8_t *masks, int8_t *seats) {
    for (int i = 0; i < b->options.many; i++) {
        const Mesa *m = &b->envs[i].mesa;
        int seat = mesa_asked(m);
        seats[i] = (int8_t)seat;
        observe(b, m, seat, observations + (size_t)i * OBSERVED);
        fill_mask(b, m, seat, masks + (size_t)i * (size_t)(N_BET + b->options.bets));
    }
}

static int word_of(const Batch *b, const Mesa *m, int seat, int number) {
    static const int PLAIN[] = {[N_PASO] = PASO, [N_NO_QUIERO] = NO_QUIERO, [N_QUIERO] = QUIERO, [N_ORDAGO] = ORDAGO};
    if (number <= N_NO_MUS) return number == N_MUS ? MUS : NO_MUS;
    if (number >= N_BET) return WORD(m->envite.bettor < 0 ? ENVIDO : MAS, b->options.bet[number - N_BET]);
    if (number >= N_PASO) return PLAIN[number];
    int places[4], thrown = number - N_DESCARTA + 1, mask = 0;
    ordered(b, m, seat, places);
    for (int i = 0; i < 4; i++)
        if (thrown >> i & 1) mask |= 1 << places[i];
    return WORD(DESCARTA, mask);
}

static float reward_of(const Batch *b, const Mesa *m) {
    int lead = m->winner >= 0 ? (m->winner ? -1 : 1) * m->reglas->piedras : m->piedras[0] - m->piedras[1];
    return (float)(b->options.juego ? (lead > 0) - (lead < 0) : lead);
}

/* Says a word in each; where that ends an episode, `rewards` of the side of seat 0, and a new one is dealt.
 * Returns the first episode in which the word is not lawful, before anything is said; -1 if all are. */
int32_t batch_step(Batch *b, const int32_t *actions, float *rewards, int8_t *over) {
    int many = N_BET + b->options.bets;
    for (int i = 0; i < b->options.many; i++) {
        const Mesa *m = &b->envs[i].mesa;
        int8_t mask[N_BET + MOST_BETS];
        fill_mask(b, m, mesa_asked(m), mask);
        if (actions[i] < 0 || actions[i] >= many || !mask[actions[i]]) return i;
    }
    for (int i = 0; i < b->options.many; i++) {
        Env *e = &b->envs[i];
        Mesa *m = &e->mesa;
        int seat = mesa_asked(m);
        mesa_apply(m, seat, word_of(b, m, seat, actions[i]), &e->cards);
        rewards[i] = 0;
        over[i] = 0;
        if (!mesa_over(m)) continue;
        if (b->options.juego && m->winner < 0) {
            mesa_deal(m, (m->mano + 1) & 3, &e->cards);
            continue;
        }
        rewards[i] = reward_of(b, m);
        over[i] = 1;
        begin(b, e);
    }
    return -1;
}

/* The sixteen cards of an episode, four by four from seat 0 on. */
void batch_cards(const Batch *b, int32_t episode, uint8_t cards[16]) {
    memcpy(cards, b->envs[episode].mesa.card, 16);
}
