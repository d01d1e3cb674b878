/* Learning: external-sampling regret minimisation that explores one lance at a time. */
#ifndef MUS_LEARN_H
#define MUS_LEARN_H

#include "table.h"

enum { WIDE = WORDS + 1 };

/* What a side has found out: five numbers a set, in the order of `layout_words`. */
typedef struct {
    const Layout *layout;
    float *regret; /* summed regret of each word, later hands weighing more */
    float *sum;    /* what it has said on average, likewise */
    float *wide;   /* of the wider sets: the same regrets, and the weight of all that was summed */
    float prior;   /* as much of what is known of the wider set is added to what is known of a set */
    uint8_t *throws; /* which cards to throw: by `seat` and class, as in the table's file */
} Learner;

bool learner_begin(Learner *learner, const Layout *layout, const uint8_t *throws);
void learner_end(Learner *learner);

/* Begins with such a part of another's regrets. */
void learner_warm(Learner *learner, const Learner *from, float part);

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

enum { MOST_RIVALS = 12, MOST_WANTED = 64 };

/* One side learning against others, each met with its weight. */
typedef struct {
    const Reglas *reglas;
    const Layout *layout;
    Learner *table;
    Learner *adversary; /* learns too, against the table alone; met with the first weight. Or none */
    Player rivals[MOST_RIVALS];
    double weight[MOST_RIVALS]; /* of all they are 1; the first is the adversary's, if there is one */
    int32_t many;
    int32_t explore_mus; /* whether words of the mus are learnt too */
    double steepness, mano; /* of the chance of a juego before a hand */
    float chance[2][MOST_WANTED][MOST_WANTED]; /* by whether the next mano is ours, wanted by us and by them */
    Rng rng;
    Mesa mesa;      /* the juego under way */
    int64_t hands;  /* played so far */
} Training;

void training_begin(Training *training, uint64_t seed);
void training_run(Training *training, int64_t hands);

#endif
