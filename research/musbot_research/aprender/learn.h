/* What a side has learnt, and the words that it says by it. */
#ifndef MUS_LEARN_H
#define MUS_LEARN_H

#include "table.h"

/* What a side has found out: a number for each of its words a set, in the order of `layout_words`. */
typedef struct {
    const Layout *layout;
    int32_t words; /* WORDS and, of an adversary, more */
    Sizes sizes;   /* those */
    float *regret; /* summed regret of each word, later hands weighing more */
    float *sum;    /* what it has said on average, likewise */
    float *wide;   /* of the wider sets: the same regrets, then the weight of all that was summed */
    float prior;   /* as much of what is known of the wider set is added to what is known of a set */
    uint8_t *throws; /* which cards to throw: by `seat` and class, as in the table's file */
} Learner;

bool learner_begin(Learner *learner, const Layout *layout, int words, const Sizes *sizes, const uint8_t *throws);
void learner_end(Learner *learner);

/* Where a seat finds itself, the bet read as one of its levels: the set, the wider set, and the words there. */
typedef struct {
    int32_t set, wide;
    int many, words[ALL_WORDS];
} Known;

Known learner_known(const Learner *learner, const Mesa *mesa, int seat, Rng *rng);

/* Regret matching, on what is known of the set and of the wider one; of words all regretted the least so. */
void learner_matched(const Learner *learner, const Mesa *mesa, const Known *known, float *p);

/* Says what it would now, and what it has said on average; `self` is a Learner. */
int learner_now(const Mesa *mesa, int seat, Rng *rng, void *self);
int learner_average(const Mesa *mesa, int seat, Rng *rng, void *self);

/* The table that was shipped: a byte a set, the number of a row of words. */
typedef struct {
    const Layout *layout;
    const uint8_t *bytes; /* as in the file, DESCARTE included */
    const uint8_t (*words)[WORDS];
} Frozen;

/* Says what the table does; `self` is a Frozen. */
int frozen_word(const Mesa *mesa, int seat, Rng *rng, void *self);

/* Begins with the words of a table: regrets of so much in all in each set. */
void learner_warm(Learner *learner, const Frozen *from, float regret);

#endif
