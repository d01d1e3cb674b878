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
