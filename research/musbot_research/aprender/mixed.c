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
    bool raises = m->fase >= F_GRANDE && m->envite.bettor >= 0 && !m->envite.querido && m->envite.apuesta == 2;
    if (OFFERS(offers, ORDAGO) && (raises || !g->only_raises) && g->with[mesa_lance(m)][m->hand[seat]])
        return WORD(OFFERS(offers, PASO) ? ENVIDO : MAS, g->piedras);
    return g->other.choose(m, seat, rng, g->other.self);
}

enum { LONGEST = 256 };

bool scores_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
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
            if (!mesa_play(&m, players, &cards, &rng)) return false;
        }
        for (int hand = 0; hand < hands && hand < LONGEST; hand++) {
            scores->begun[wanted[hand][0]][wanted[hand][1]]++;
            scores->won[wanted[hand][0]][wanted[hand][1]] += m.winner == ((first + hand) & 1);
        }
    }
    return true;
}

/* Plays one hand out and adds its words; returns whether it ended. */
static bool heard(Mesa *m, Player player, Rng *cards, Rng *rng, Company *c) {
    bool ordago = false;
    for (int words = 0; !mesa_over(m); words++) {
        if (words == MOST_WORDS) return false;
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
    return true;
}

bool company_count(const Reglas *reglas, const Baraja *baraja, Player player, long juegos, uint64_t seed,
                   Company *company) {
    Rng cards = {seed, 0}, rng = {~seed, 0};
    for (long juego = 0; juego < juegos; juego++) {
        Mesa m;
        mesa_begin(&m, reglas, baraja);
        for (int hand = 0; m.winner < 0; hand++) {
            mesa_deal(&m, (int)((juego + hand) & 3), &cards);
            if (!heard(&m, player, &cards, &rng, company)) return false;
        }
    }
    return true;
}

/* Which of the four lances of a hand is being bet, -1 none: juego and punto are one. */
static int fourth_of(const Mesa *m) { return m->fase < F_GRANDE ? -1 : m->fase == F_PUNTO ? JUEGO : mesa_lance(m); }

/* The word that the measure puts in the mouth of who is asked in its lance, or -1. */
static int forced(const Envite *e, int piedras, bool raises) {
    if (e->bettor < 0) return WORD(ENVIDO, raises ? 2 : piedras);
    return raises && !e->querido && !e->answered && e->apuesta == 2 ? WORD(MAS, piedras) : -1;
}

bool folds_count(const Reglas *reglas, const Baraja *baraja, Player player, int piedras, bool raises, long hands,
                 uint64_t seed, Folds *folds) {
    Rng cards = {seed, 0}, rng = {~seed, 0};
    for (long hand = 0; hand < hands; hand++) {
        int lance = (int)(hand >> 2 & 3), closed = -1;
        Mesa m;
        mesa_begin(&m, reglas, baraja);
        mesa_deal(&m, (int)(hand & 3), &cards);
        for (int words = 0; !mesa_over(&m) && fourth_of(&m) <= lance; words++) {
            if (words == MOST_WORDS) return false;
            int seat = mesa_asked(&m), word = player.choose(&m, seat, &rng, player.self);
            int instead = fourth_of(&m) == lance ? forced(&m.envite, piedras, raises) : -1;
            if (instead >= 0) closed = m.closed;
            mesa_apply(&m, seat, instead >= 0 ? instead : word, &cards);
        }
        if (closed < 0 || m.closed <= closed) continue;
        folds->bets++;
        folds->folds += m.lances[closed].estado == E_RECHAZADO;
    }
    return true;
}
