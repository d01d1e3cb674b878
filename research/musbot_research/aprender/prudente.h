/* The real prudente (musbot/players/mus) in C: the same words, given the same draws. Señas are not in it. */
#ifndef MUS_PRUDENTE_H
#define MUS_PRUDENTE_H

#include "kernel.h"

typedef struct Prudente Prudente;

/* What it has worked out for a deck, kept from word to word: one for each thread. */
Prudente *prudente_new(const Baraja *baraja);
void prudente_free(Prudente *prudente);

/* Its word, a Policy whose `self` is a Prudente. */
int prudente_choose(const Mesa *mesa, int seat, Rng *rng, void *prudente);

/* Its word in mus and discard alone, for policies that play the bets otherwise. */
int prudente_cut(const Mesa *mesa, int seat, Prudente *prudente);
int prudente_throw(const Mesa *mesa, int seat, const Prudente *prudente);

/* The part of all hands in the lance being bet that a seat's beats. */
double prudente_beats(const Prudente *prudente, const Mesa *mesa, int seat);

#endif
