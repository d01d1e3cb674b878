#include "azar.h"

enum { SPREAD = 6 }; /* an amount is the least that may be bet and up to 5 more */

/* The words in the order in which the engine offers them. */
static const Voz ORDER[] = {MUS,       NO_MUS,      CONSULTA, DESCARTA, PASO,     ENVIDO, QUIERO, NO_QUIERO,
                            QUEREMOS,  NO_QUEREMOS, Y_YO,     MAS,      REENVIDO, ORDAGO};

int azar_choose(const Mesa *mesa, int seat, Rng *rng, void *self) {
    (void)self;
    Voz offered[VOCES];
    int offers = mesa_offers(mesa, seat), many = 0;
    for (int i = 0; i < VOCES; i++)
        if (OFFERS(offers, ORDER[i])) offered[many++] = ORDER[i];
    Voz voz = offered[(int)(rng_chance(rng) * many)];
    if (voz == DESCARTA) return WORD(DESCARTA, 1 + (int)(rng_chance(rng) * 15));
    if (voz != ENVIDO && voz != MAS) return voz;
    return WORD(voz, (voz == ENVIDO ? 2 : 1) + (int)(rng_chance(rng) * SPREAD));
}
