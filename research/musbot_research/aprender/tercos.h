/* The stubborn players of musbot/players/mus/tercos.py: one habit each, prudente in all else. */
#ifndef MUS_TERCOS_H
#define MUS_TERCOS_H

#include "prudente.h"

typedef enum {
    ORDAGO_SIEMPRE, QUIERO_SIEMPRE, ENVIDO_SIEMPRE, ORDAGO_CUARTO, NUNCA_ENVIDA, CORTA_SIEMPRE, NUNCA_CORTA,
    ENVIDO_Y_QUIERO, PASO_SIEMPRE,
    HABITS
} Habit;

typedef struct {
    Prudente *prudente;
    Habit habit;
} Terco;

/* Its word, a Policy whose `self` is a Terco. */
int terco_choose(const Mesa *mesa, int seat, Rng *rng, void *terco);

#endif
