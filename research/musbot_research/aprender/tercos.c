#include "tercos.h"

static const double TOP = 0.75; /* the part of all hands in a lance that one of the top quarter beats */
enum { PATIENCE = 10 };         /* discards after which even who never cuts speaks as prudente */

/* The habit's word where it is offered, -1 where it says nothing. */
static int by_habit(const Terco *terco, const Mesa *mesa, int seat, int offers) {
    bool betting = mesa->fase >= F_GRANDE, open = OFFERS(offers, PASO);
    switch (terco->habit) {
    case ORDAGO_SIEMPRE: return !betting ? -1 : OFFERS(offers, ORDAGO) ? ORDAGO : QUIERO;
    case QUIERO_SIEMPRE: return !betting ? -1 : open ? PASO : QUIERO;
    case ENVIDO_SIEMPRE: return open ? WORD(ENVIDO, 2) : -1;
    case ORDAGO_CUARTO:
        if (!betting) return -1;
        if (prudente_beats(terco->prudente, mesa, seat) >= TOP) return OFFERS(offers, ORDAGO) ? ORDAGO : QUIERO;
        return open ? PASO : NO_QUIERO;
    case CORTA_SIEMPRE: return mesa->fase == F_MUS ? NO_MUS : -1;
    case NUNCA_CORTA: return mesa->fase == F_MUS && mesa->discards < PATIENCE ? MUS : -1;
    case ENVIDO_Y_QUIERO: return !betting ? -1 : open ? WORD(ENVIDO, 2) : QUIERO;
    case PASO_SIEMPRE: return !betting ? -1 : open ? PASO : NO_QUIERO;
    case NUNCA_ENVIDA:
    case HABITS: return -1;
    }
    return -1;
}

int terco_choose(const Mesa *mesa, int seat, Rng *rng, void *self) {
    const Terco *terco = self;
    int offers = mesa_offers(mesa, seat), word = prudente_choose(mesa, seat, rng, terco->prudente);
    int habit = by_habit(terco, mesa, seat, offers);
    if (habit >= 0) return habit;
    bool bets = VOZ(word) == ENVIDO || VOZ(word) == ORDAGO || VOZ(word) >= Y_YO;
    if (!bets || terco->habit == CORTA_SIEMPRE || terco->habit == NUNCA_CORTA) return word;
    return OFFERS(offers, PASO) ? PASO : QUIERO;
}
