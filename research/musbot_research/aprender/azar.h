/* The player of musbot/players/azar.py, who says anything it may, all words equally likely. */
#ifndef MUS_AZAR_H
#define MUS_AZAR_H

#include "kernel.h"

/* Its word, a Policy that keeps nothing. */
int azar_choose(const Mesa *mesa, int seat, Rng *rng, void *self);

#endif
