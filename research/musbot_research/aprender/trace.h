/* Random hands written down word by word, for another engine to say after. */
#ifndef MUS_TRACE_H
#define MUS_TRACE_H

#include "kernel.h"

/* What the table is at before a word, and the word; `word` -1: the time of R30 runs out. */
typedef struct {
    int32_t fase, turno, seat, offers, word, gracia, cut_by;
    int32_t piedras[2];
    uint8_t card[4][4];
    uint16_t hand[4];
} Step;

/* Deals a hand and plays it with random words; returns how many, at most `room`. */
int trace_hand(Mesa *mesa, int mano, uint64_t seed, Step *steps, int room);

#endif
