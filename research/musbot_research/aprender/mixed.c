#include "mixed.h"

int mixed_by_part(const Mesa *m, int seat, Rng *rng, void *self) {
    const Two *two = self;
    const Player *p = m->fase < F_GRANDE ? &two->one : &two->other;
    return p->choose(m, seat, rng, p->self);
}

int mixed_by_seat(const Mesa *m, int seat, Rng *rng, void *self) {
    const Two *two = self;
    const Player *p = seat < 2 ? &two->one : &two->other;
    return p->choose(m, seat, rng, p->self);
}

int mixed_great(const Mesa *m, int seat, Rng *rng, void *self) {
    const Great *g = self;
    int offers = mesa_offers(m, seat);
    if (OFFERS(offers, ORDAGO) && g->with[mesa_lance(m)][m->hand[seat]])
        return WORD(OFFERS(offers, PASO) ? ENVIDO : MAS, g->piedras);
    return g->other.choose(m, seat, rng, g->other.self);
}

enum { LONGEST = 256 };

void scores_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
                  Scores *scores) {
    const Player players[4] = {player, player, player, player};
    Rng cards = {seed, 0}, rng = {~seed, 0};
    for (long juego = 0; juego < juegos; juego++) {
        int wanted[LONGEST][2], hands = 0, first = (int)(juego & 3);
        Mesa m;
        mesa_begin(&m, reglas, baraja);
        for (; m.winner < 0; hands++) {
            int mano = (first + hands) & 3;
            if (hands < LONGEST)
                for (int side = 0; side < 2; side++)
                    wanted[hands][side] = reglas->piedras - m.piedras[(mano + side) & 1];
            mesa_deal(&m, mano, &cards);
            mesa_play(&m, players, &cards, &rng);
        }
        for (int hand = 0; hand < hands && hand < LONGEST; hand++) {
            scores->begun[wanted[hand][0]][wanted[hand][1]]++;
            scores->won[wanted[hand][0]][wanted[hand][1]] += m.winner == ((first + hand) & 1);
        }
    }
}

/* Plays one hand out and adds its words. */
static void heard(Mesa *m, Player player, Rng *cards, Rng *rng, Company *c) {
    bool ordago = false;
    while (!mesa_over(m)) {
        int seat = mesa_asked(m), word = player.choose(m, seat, rng, player.self);
        bool opening = m->fase >= F_GRANDE && m->envite.bettor < 0;
        c->openings += opening;
        c->ordagos += opening && VOZ(word) == ORDAGO;
        c->asked += m->fase == F_MUS;
        c->cuts += VOZ(word) == NO_MUS;
        ordago |= VOZ(word) == ORDAGO;
        mesa_apply(m, seat, word, cards);
    }
    c->hands++;
    c->with_ordago += ordago;
    c->with_discard += m->discards > 0;
}

void company_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
                   Company *company) {
    Rng cards = {seed, 0}, rng = {~seed, 0};
    for (long juego = 0; juego < juegos; juego++) {
        Mesa m;
        mesa_begin(&m, reglas, baraja);
        for (int hand = 0; m.winner < 0; hand++) {
            mesa_deal(&m, (int)((juego + hand) & 3), &cards);
            heard(&m, player, &cards, &rng, company);
        }
    }
}
